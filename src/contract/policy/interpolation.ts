import { ProblemError, quote } from '../rules/rule.ts';

/** A part of a text with CEL in it. */
export type TextPart = { readonly literal: string } | { readonly expression: string };

/**
 * The parts of a text that may hold CEL as `${…}`: `https://${req.host}.internal`. An expression ends with the brace
 * that closes it, whatever braces and quotes are in it. Throws a ProblemError for one that does not end.
 */
export function partsOfText(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let done = 0;
  for (;;) {
    const start = text.indexOf('${', done);
    const literal = text.slice(done, start < 0 ? text.length : start);
    if (literal !== '') parts.push({ literal });
    if (start < 0) return parts;
    const end = closingBrace(text, start + 2);
    if (end === undefined) throw new ProblemError(`${quote(text.slice(start))} lacks the "}" that ends it`);
    parts.push({ expression: text.slice(start + 2, end) });
    done = end + 1;
  }
}

const TOKEN = /[rR]?("""|'''|"|')|[{}]/g;

/** Where the brace is that closes what was opened before the position. */
function closingBrace(text: string, position: number): number | undefined {
  const token = new RegExp(TOKEN);
  token.lastIndex = position;
  let depth = 1;
  for (let found = token.exec(text); found !== null; found = token.exec(text)) {
    const [whole, quotes] = found;
    if (quotes === undefined) depth += whole === '{' ? 1 : -1;
    else {
      const end = endOfString(text, token.lastIndex, quotes, whole !== quotes);
      if (end === undefined) return undefined;
      token.lastIndex = end;
    }
    if (depth === 0) return found.index;
  }
  return undefined;
}

function endOfString(text: string, start: number, quotes: string, isRaw: boolean): number | undefined {
  for (let i = start; i < text.length; i++) {
    if (text.startsWith(quotes, i)) return i + quotes.length;
    if (text[i] === '\\' && !isRaw) i++;
  }
  return undefined;
}
