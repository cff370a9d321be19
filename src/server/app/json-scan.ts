import type { ValuePath } from '../../contract/schema/validate.ts';

interface ScanResult {
  readonly isTooDeep: boolean;
  /** Far more values than any body of an operation has, which take a parser long. */
  readonly isTooManifold?: boolean;
  /** The first member that its object has already; which of the two is meant is not for a parser to guess. */
  readonly repeated?: ValuePath;
}

/** An object or a list that is open at the place. */
interface Level {
  /** The member of an object, or the position in a list, that the place is at. */
  at: string | number;
  /** The names of an object so far. */
  names?: Set<string>;
}

/**
 * Looks for what a JSON parser would not tell: nesting beyond a depth, more values than a number, and members that an
 * object has twice (RFC 8259 section 4), however they are written. A text that is no JSON gets some answer: that the
 * parser refuses it.
 */
export function scanJson(
  text: string,
  { maxNesting, maxValues }: { maxNesting: number; maxValues: number },
): ScanResult {
  const levels: Level[] = [];
  let level: Level | undefined;
  let repeated: ValuePath | undefined;
  /** Where the last string begins and ends, its quotes included. */
  let start = 0;
  let end = 0;
  let values = 1;
  for (let i = 0; i < text.length; i++) {
    switch (text.charCodeAt(i)) {
      case 0x22: // "
        start = i;
        end = i = endOfString(text, i);
        break;
      case 0x7b: // {
      case 0x5b: // [
        if (levels.length === maxNesting) return { isTooDeep: true };
        level = { at: text[i] === '{' ? '' : 0 };
        levels.push(level);
        values += 1;
        break;
      case 0x7d: // }
      case 0x5d: // ]
        levels.pop();
        level = levels.at(-1);
        break;
      case 0x2c: // ,
        values += 1;
        if (values > maxValues) return { isTooDeep: false, isTooManifold: true };
        if (typeof level?.at === 'number') level.at += 1;
        break;
      case 0x3a: // :
        if (typeof level?.at !== 'string' || repeated) break;
        level.at = nameOf(text.slice(start + 1, end));
        level.names ??= new Set();
        if (level.names.has(level.at)) repeated = levels.map(({ at }) => at);
        level.names.add(level.at);
        break;
    }
  }
  return { isTooDeep: false, ...(repeated && { repeated }) };
}

/** The position of the closing quote; the text's end where there is none. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === 0x5c) backslashes++;
    // An even number of them are themselves escaped.
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
}

/** `\u0061` is `a`. */
function nameOf(written: string): string {
  if (!written.includes('\\')) return written;
  try {
    return JSON.parse(`"${written}"`) as string;
  } catch {
    return written;
  }
}
