/** A list that broke off after a part of it was printed; what was printed stays. */
export class UnfinishedListError extends Error {
  override readonly name = 'UnfinishedListError';
  /** Why, as the client says it. */
  override readonly cause: unknown;
  /** How to get the rest, as a sentence to end a hint with. */
  readonly remedy: string;

  /**
   * @param printed how many items there are on stdout
   * @param lastId the id of the last of them
   */
  constructor(cause: unknown, printed: number, lastId: string) {
    super('the list broke off', { cause });
    this.cause = cause;
    const items = printed === 1 ? '1 item was' : `${printed} items were`;
    this.remedy = `${items} printed; go on with --before-id ${lastId}`;
  }
}
