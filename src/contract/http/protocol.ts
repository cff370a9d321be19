/** What every request and response carries (contract/README.md "Requests"). */
export const protocol = {
  /** The value of `Service-Version` (contract/README.md "Versions"). */
  version: '2',
  versionHeader: 'service-version',
  /** Names the run of one operation, in responses and in the server's log. */
  operationIdHeader: 'operation-id',
  jsonType: 'application/json',
  /** Longest request body, in bytes. */
  maxBodyBytes: 1024 * 1024,
  /** Deepest nesting of arrays and objects in a request body. */
  maxNesting: 32,
  /** Of a body, those in lists and objects and these themselves. */
  maxValues: 20_000,
  /** Largest and default size of a page. */
  maxPageSize: 100,
  /** Stands for a stored secret in every response, and keeps it when sent in an update. */
  secretMask: '<SECRET>',
} as const;

/** Both ends of the validity of a certificate that does not exist (contract/README.md "Operator"). */
export const zeroTime = '0001-01-01T00:00:00Z';
