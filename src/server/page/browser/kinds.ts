/** A kind of records that can be listed: what the page has to know of the contract. */
export interface Kind {
  readonly name: string;
  readonly summary: string;
  readonly path: string;
  readonly collection: string;
  /** Members that a table shows; dots reach into members. */
  readonly columns: readonly string[];
  /** Whether its records hold references to others. */
  readonly refers: boolean;
}

/** What page.ts writes before the script. */
declare const listedKinds: readonly [Kind, ...Kind[]];

export const kinds = listedKinds;
