import { exitCodes } from '../exit-codes.ts';
import type { ExitCodeDocument } from './document.ts';

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
  ambiguous: 'what was given for an id is known of several objects; nothing was done',
  interrupted: 'interrupted, as with Ctrl-C',
};

/** What every command exits with. */
export const commonExitCodes: readonly ExitCodeDocument[] = (
  Object.keys(exitCodes) as (keyof typeof exitCodes)[]
).map((name) => ({ code: exitCodes[name], meaning: meanings[name] }));
