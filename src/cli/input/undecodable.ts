import { fieldError, usageError } from '../errors/cli-error.ts';
import type { Streams } from '../streams.ts';

// Node turns arguments and variables into text before anybody can look, and puts U+FFFD in the place of what is not
// UTF-8. That is a character that somebody may have meant: only the bytes of the process tell.

/** What Node shows in the place of bytes that are not UTF-8. */
const REPLACEMENT = '\ufffd';

type Bytes = Pick<Streams, 'startBytes'>;

/** Refuses words that the command line did not hold as they are seen. Throws a CliError; it repeats none of them. */
export function refuseUndecodableWords(argv: readonly string[], { startBytes }: Bytes): void {
  if (argv.length === 0) return;
  const words = startBytes?.('cmdline')?.slice(-argv.length);
  const at = words?.findIndex((bytes) => !isUtf8(bytes)) ?? -1;
  if (at < 0) return;
  const flag = [argv[at], argv[at - 1]].find((word) => word?.startsWith('-'))?.replace(/=.*/s, '');
  const named = flag?.includes(REPLACEMENT) === false ? flag : undefined;
  const what = `argument ${at + 1}${named === undefined ? '' : ` (${named})`} is not UTF-8 text`;
  throw usageError(what, { field: named, hint: 'see with locale whether this terminal writes UTF-8' });
}

/** Refuses a variable that holds something else than is seen. Throws a CliError without its value. */
export function refuseUndecodableVariable(flag: string, name: string, { startBytes }: Bytes): void {
  const entry = startBytes?.('environ')?.find((bytes) => Buffer.from(bytes).indexOf(`${name}=`) === 0);
  if (entry === undefined || isUtf8(entry)) return;
  throw fieldError(flag, `env:${name}: what the environment holds as ${name} is not UTF-8 text`);
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
