import { hasControlCharacters, sanitizeJson } from '../contract/rules/sanitize.ts';
import { isObject } from '../contract/schema/json-object.ts';

// Why not the yaml package: a document of ten thousand records is written in a twentieth of the time, and each text in
// one way only, so that the same account is the same bytes.

/**
 * The members of an object as lines of YAML 1.2 in block style. A text of several lines is a block that holds it byte for
 * byte; where none could (carriage returns, controls), it stands in quotes.
 * @param indent what stands in front of each line
 * @param start what stands in front of the first one
 */
export function membersText(members: object, indent: string, start = indent): string {
  let text = '';
  for (const [name, value] of Object.entries(members)) {
    if (value !== undefined)
      text += `${text === '' ? start : indent}${nameText(name)}:${valueText(value, indent)}`;
  }
  return text;
}

const nameTexts = new Map<string, string>();

/** A name as it stands in front of its colon. Most documents have few, again and again. */
export function nameText(name: string): string {
  const known = nameTexts.get(name);
  if (known !== undefined) return known;
  const text = scalar(name);
  if (nameTexts.size < 1000) nameTexts.set(name, text);
  return text;
}

/** An item of a list, in the same way. */
export function itemText(item: unknown, indent: string): string {
  const members = isObject(item) ? membersText(item, `${indent}  `, `${indent}- `) : '';
  return members !== '' ? members : `${indent}-${valueText(isObject(item) ? {} : item, indent)}`;
}

/** What follows a colon or a dash, its line break included. */
export function valueText(value: unknown, indent: string): string {
  const inner = `${indent}  `;
  if (typeof value === 'string') return isBlock(value) ? blockText(value, inner) : ` ${scalar(value)}\n`;
  if (Array.isArray(value)) {
    if (value.length === 0) return ' []\n';
    return `\n${value.map((item) => itemText(item, inner)).join('')}`;
  }
  if (!isObject(value)) return ` ${String(value)}\n`;
  return Object.keys(value).length === 0 ? ' {}\n' : `\n${membersText(value, inner)}`;
}

/** Whether a block holds it byte for byte. Readers differ in whether a last line of spaces belongs to it. */
function isBlock(text: string): boolean {
  return text.includes('\n') && !/(?:^|\n) *$/.test(withoutEnd(text)) && isShown(text);
}

/** Whether a text holds nothing but what is seen, line breaks and tabs. */
export function isShown(text: string): boolean {
  return !hasControlCharacters(text.replaceAll('\t', '')) && !/\p{Surrogate}/u.test(text);
}

function blockText(text: string, indent: string): string {
  // Else the first line would tell how far all of them are indented.
  const indication = /^[ \n\t]/.test(text) ? '2' : '';
  const lines = withoutEnd(text);
  const breaks = text.length - lines.length;
  const end = ['-', ''][breaks] ?? '+';
  return ` |${indication}${end}\n${lines.replace(/^(?=.)/gm, indent)}${'\n'.repeat(Math.max(breaks, 1))}`;
}

/** The text up to the line breaks that it ends with. */
function withoutEnd(text: string): string {
  let end = text.length;
  while (text[end - 1] === '\n') end -= 1;
  return text.slice(0, end);
}

/** Texts that mean themselves without quotes, for readers of YAML 1.1 too. */
const plain = /^[A-Za-z_/$(][\x20-\x7e]*$/;
const plainWord = /^[A-Za-z_/$(][\w/.=?*+@-]*(?::[\w/.=?*+@-]+)*$/;
const plainWords = /^\p{L}[\p{L}\p{M}\p{N}\p{P}\p{S} \u200c\u200d]*$/u;
const meansMore = /: |:$| #| $/;
const isKeyword = /^(?:null|true|false|yes|no|on|off|y|n)$/i;

function scalar(text: string): string {
  const isPlain =
    plainWord.test(text) || ((plain.test(text) || plainWords.test(text)) && !meansMore.test(text));
  if (isPlain && !(text.length <= 5 && isKeyword.test(text))) return text;
  // JSON within a text is readable in these quotes.
  if (/["\\]/.test(text) && !text.includes('\n') && isShown(text)) return `'${text.replaceAll("'", "''")}'`;
  return sanitizeJson(JSON.stringify(text));
}
