/** What the program exits with. Scripts branch on these: they never change. */
export const exitCodes = {
  ok: 0,
  other: 1,
  usage: 2,
  notFound: 3,
  permission: 4,
  conflict: 5,
  unavailable: 6,
  network: 7,
  refusedInput: 8,
  ambiguous: 9,
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

const byStatus: Record<number, ExitCode> = {
  401: exitCodes.permission,
  403: exitCodes.permission,
  404: exitCodes.notFound,
  408: exitCodes.unavailable,
  409: exitCodes.conflict,
  429: exitCodes.unavailable,
  500: exitCodes.other,
  501: exitCodes.other,
};

/** The exit code for an answer that says no. */
export function exitCodeOfStatus(status: number): ExitCode {
  return byStatus[status] ?? (status >= 500 ? exitCodes.unavailable : exitCodes.refusedInput);
}
