import { ProblemError } from '../rule.ts';

/**
 * Takes the block `---- BEGIN SSH2 PUBLIC KEY ----` apart (RFC 4716), which `ssh-keygen -e` and PuTTY write:
 * the base64 of the key's blob on one line, and the comment. Throws a ProblemError on any other text.
 */
export function readSsh2PublicKey(text: string): { base64: string; comment: string } {
  const lines = text.split(/\r\n|\r|\n/).map((line) => line.trimEnd());
  if (
    lines.shift() !== '---- BEGIN SSH2 PUBLIC KEY ----' ||
    lines.pop() !== '---- END SSH2 PUBLIC KEY ----'
  ) {
    throw new ProblemError('is not one whole SSH2 public key; give the lines from BEGIN to END');
  }
  let comment = '';
  while (lines[0]?.includes(':')) {
    let header = lines.shift() ?? '';
    // A backslash at the end carries the header on to the next line.
    while (header.endsWith('\\') && lines.length > 0) header = header.slice(0, -1) + lines.shift();
    const [, value] = /^comment:(.*)$/i.exec(header) ?? [];
    if (value !== undefined) comment = value.trim().replace(/^"(.*)"$/, '$1');
  }
  return { base64: lines.join(''), comment };
}
