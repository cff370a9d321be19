/** What a value can be, for a shell that completes it; all that apply hold at once, and none is fine. */
export interface Hint {
  readonly words?: readonly string[];
  /** The columns of what the command prints. */
  readonly columns?: boolean;
  /** Words as a comma-separated list, each at most once. */
  readonly isCommaSeparated?: boolean;
  /** Each word may have a minus in front. */
  readonly mayBeNegative?: boolean;
  /** Name of a list of the model. */
  readonly list?: string;
  /** What `tunnelctl __complete` answers for this source. */
  readonly source?: string;
  /** A file; a directory; a text that may be `@FILE`; a text that usually is `@FILE`. */
  readonly path?: 'file' | 'directory' | 'at-file' | 'mostly-at-file';
}
