/**
 * One block of PEM (RFC 7468, the lax form of its section 3): a line `-----BEGIN <label>-----`, base64 over any
 * number of lines, `-----END <label>-----`.
 */
export interface PemBlock {
  /** What the block says that it holds: `CERTIFICATE`, `PUBLIC KEY`. */
  readonly label: string;
  /** The block as it stands in the text, for a library that reads PEM by itself; undefined when its end is missing. */
  readonly text: string | undefined;
  /** What it holds, mostly DER; undefined when its end is missing or there is more in it than base64. */
  readonly bytes: Buffer | undefined;
  /** What stands in the text before and behind the block, without white space around it. */
  readonly before: string;
  readonly after: string;
}

const BOUNDARY = /-----(BEGIN|END) ([^-\r\n]*)-----/g;

/** The blocks of a text in their order, among them those that begin and do not end. Never throws. */
export function readPem(text: string): PemBlock[] {
  const boundaries = [...text.matchAll(BOUNDARY)];
  return boundaries.flatMap((begin, i) => {
    const [line, side, label = ''] = begin;
    if (side === 'END') return [];
    const end = boundaries[i + 1];
    const isWhole = end?.[1] === 'END' && end[2] === label;
    const stop = isWhole ? end.index + end[0].length : text.length;
    const content = isWhole ? text.slice(begin.index + line.length, end.index) : '';
    return {
      label,
      text: isWhole ? text.slice(begin.index, stop) : undefined,
      bytes: /^[ \t]*\r?\n/.test(content) ? decodeBase64(content.replace(/\s+/g, '')) : undefined,
      before: text.slice(0, begin.index).trim(),
      after: text.slice(stop).trim(),
    };
  });
}

/** Whether a text holds a private key that a passphrase protects: PKCS #8, or the headers of RFC 1421. */
export function isEncryptedPem(text: string): boolean {
  return /-----BEGIN ENCRYPTED |^Proc-Type: 4,ENCRYPTED/m.test(text);
}

/** The bytes of a text that is base64 and nothing else (RFC 4648 section 4, with padding), or undefined. */
export function decodeBase64(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64');
  // Buffer skips what is not base64; only the canonical text comes back the same.
  return bytes.toString('base64') === text ? bytes : undefined;
}
