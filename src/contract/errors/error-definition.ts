/** What a code means. Codes are stable: scripts branch on them. */
export interface ErrorDefinition {
  readonly status: number;
  /** What happened, as a sentence without a full stop. */
  readonly meaning: string;
  /** What the caller can do about it. */
  readonly remedy: string;
  /** Whether the same request can succeed later without anybody changing it. */
  readonly retry: boolean;
}
