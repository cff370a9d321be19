import { protocol } from '../../contract/http/protocol.ts';

const LONGEST = 200;
// An API key's token put into a path by mistake, encoded or not: see `authenticate`.
const TOKEN = /[0-9A-Za-z]{27}(?:_|%5f)[0-9A-Za-z]{20,}/gi;

/** A path for a log: nothing that a terminal obeys, no token, not endless. */
export function redactPath(path: string): string {
  const safe = path
    .slice(0, 10 * LONGEST)
    .replace(TOKEN, protocol.secretMask)
    .replace(/[^\x21-\x7e]/gu, (character) => encodeURIComponent(Buffer.from(character).toString()));
  return safe.length <= LONGEST ? safe : `${safe.slice(0, LONGEST - 1)}…`;
}
