import { type ExitCode, exitCodes } from '../../exit-codes.ts';

const meanings: Record<keyof typeof exitCodes, string> = {
  ok: 'success, also when the reader of the output went away',
  other: 'any other failure',
  usage: 'the command line, the settings or a missing answer; nothing was sent',
  notFound: 'there is no such object',
  permission: 'the API key is not accepted, or not for this',
  conflict: 'the state of things forbids it: a name is taken, an agent is busy',
  unavailable: 'rate-limited or unavailable, after all retries',
  network: 'no answer, or no whole one',
  refusedInput: 'the API refused the input',
  interrupted: 'interrupted, as with Ctrl-C',
};

/** What each exit code means, in their order. */
export const exitCodeMeanings: readonly (readonly [ExitCode, string])[] = (
  Object.entries(exitCodes) as [keyof typeof exitCodes, ExitCode][]
).map(([name, code]) => [code, meanings[name]] as const);

/** `tunnelctl help exit-codes`. */
export const text = `Commands exit with one of these; they never change:

${exitCodeMeanings.map(([code, meaning]) => `  ${String(code).padStart(3)}  ${meaning}`).join('\n')}

tunnelctl explain lists the exit code of every error.
`;
