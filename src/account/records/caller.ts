/** Who sends a request. */
export interface Caller {
  /** The owner of the API key, a user or a bot. */
  readonly principalId: string;
  /** Undefined for callers in the same process. */
  readonly keyId?: string | undefined;
}
