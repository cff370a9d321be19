import { isObject } from '../contract/schema/json-object.ts';
import type { ValuePath } from '../contract/schema/validate.ts';
import { itemText, membersText, nameText, valueText } from './yaml-text.ts';

// The library reads ten thousand records in a second and a half, a tenth of which is enough for what `yaml-text.ts` wrote:
// there is one way only to write each value, so whatever is read here is held against what would have been written.

/** Thrown where a line is none that is written here. */
const otherwise = new Error('written in another way');

/**
 * The items of a list whose lines are exactly how `itemText` writes them; undefined for any others, which the library
 * reads.
 */
export function writtenItems(lines: readonly string[]): unknown[] | undefined {
  const indent = /^ *(?=-(?: |$))/.exec(lines[0] ?? '')?.[0];
  if (indent === undefined) return undefined;
  return whole(lines, (reader) => readList(reader, indent.length));
}

/** The member whose lines are exactly how `membersText` writes it, in an object of its own; undefined for any others. */
export function writtenMember(lines: readonly string[]): Record<string, unknown> | undefined {
  return whole(lines, (reader) => readMembers(reader, 0, false));
}

function whole<T>(lines: readonly string[], read: (reader: Reader) => T): T | undefined {
  try {
    const reader = { lines, at: 0 };
    const value = read(reader);
    return reader.at < lines.length ? undefined : value;
  } catch (error) {
    if (error === otherwise || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** How many lines stand before a part of what is written: of items of a list, or of members of an object. */
export function writtenLinesBefore(value: unknown, path: ValuePath): number {
  const [step, ...rest] = path;
  if (step === undefined) return 0;
  if (Array.isArray(value)) {
    const before = value
      .slice(0, Number(step))
      .reduce<number>((sum, item) => sum + linesOf(itemText(item, '')), 0);
    const item: unknown = value[Number(step)];
    // A list in a list begins below its dash.
    return before + (Array.isArray(item) && item.length > 0 ? 1 : 0) + writtenLinesBefore(item, rest);
  }
  if (!isObject(value) || !Object.hasOwn(value, step)) return 0;
  const names = Object.keys(value);
  const earlier = names.slice(0, names.indexOf(String(step)));
  const before = earlier.reduce((sum, name) => sum + linesOf(membersText({ [name]: value[name] }, '')), 0);
  const member = value[String(step)];
  const isBelow = rest.length > 0 && typeof member === 'object' && member !== null;
  return before + (isBelow ? 1 : 0) + writtenLinesBefore(member, rest);
}

function linesOf(text: string): number {
  return text.split('\n').length - 1;
}

interface Reader {
  readonly lines: readonly string[];
  at: number;
}

const indents: string[] = [];

/** Most lines of a document have one of a few indents. */
function blanks(count: number): string {
  const known = indents[count];
  if (known !== undefined) return known;
  const text = ' '.repeat(count);
  indents[count] = text;
  return text;
}

function readList(reader: Reader, indent: number): unknown[] {
  const items: unknown[] = [];
  const mark = `${blanks(indent)}-`;
  for (let line = reader.lines[reader.at]; line?.startsWith(mark); line = reader.lines[reader.at]) {
    if (afterName(line, indent + 2) !== undefined) {
      items.push(readMembers(reader, indent + 2, true));
      continue;
    }
    reader.at += 1;
    const item = readValue(reader, line.slice(mark.length), indent);
    // The first member of one stands behind the dash.
    if (isObject(item) && Object.keys(item).length > 0) throw otherwise;
    items.push(item);
  }
  return items;
}

/** Of at least one member. @param isFirst whether a dash stands in front of the first one */
function readMembers(reader: Reader, indent: number, isFirst: boolean): Record<string, unknown> {
  const members: Record<string, unknown> = {};
  const blank = blanks(indent);
  const start = reader.at;
  for (let line = reader.lines[start]; line !== undefined; line = reader.lines[reader.at]) {
    const isDashed = isFirst && reader.at === start;
    const end = isDashed || line.startsWith(blank) ? afterName(line, indent) : undefined;
    if (end === undefined) break;
    const name = line.slice(indent, end - 1);
    if (name === '__proto__' || Object.hasOwn(members, name) || nameText(name) !== name) throw otherwise;
    reader.at += 1;
    members[name] = readValue(reader, line.slice(end), indent);
  }
  if (reader.at === start) throw otherwise;
  return members;
}

const member = /[A-Za-z_$][\w$-]*:(?= |$)/y;

/** Where the line goes on behind the name of a member and its colon; undefined where none stands. */
function afterName(line: string, from: number): number | undefined {
  member.lastIndex = from;
  return member.test(line) ? member.lastIndex : undefined;
}

/** @param rest what stands behind a colon or a dash @param indent of the line */
function readValue(reader: Reader, rest: string, indent: number): unknown {
  if (rest === '') {
    const next = reader.lines[reader.at] ?? '';
    return next.startsWith(`${blanks(indent + 2)}-`)
      ? readList(reader, indent + 2)
      : readMembers(reader, indent + 2, false);
  }
  const start = reader.at;
  const text = rest.slice(1);
  const value = text.startsWith('|') ? readBlock(reader, text, indent + 2) : readScalar(text);
  const isBlock = reader.at > start;
  const written = isBlock ? [rest, ...reader.lines.slice(start, reader.at), ''].join('\n') : `${rest}\n`;
  if (valueText(value, blanks(indent)) !== written) throw otherwise;
  return value;
}

function readScalar(text: string): unknown {
  if (text === '[]') return [];
  if (text === '{}') return {};
  if (text.startsWith('"')) return JSON.parse(text);
  if (text.startsWith("'")) return text.slice(1, -1).replaceAll("''", "'");
  if (/^(?:true|false|null|-?\d+(?:\.\d+)?)$/.test(text)) return JSON.parse(text);
  return text;
}

function readBlock(reader: Reader, head: string, indent: number): string {
  const blank = blanks(indent);
  const start = reader.at;
  while (reader.at < reader.lines.length) {
    const line = reader.lines[reader.at] as string;
    if (line !== '' && !line.startsWith(blank)) break;
    reader.at += 1;
  }
  const lines = reader.lines.slice(start, reader.at).map((line) => line.slice(indent));
  const text = lines.join('\n');
  return head.endsWith('-') ? text : `${text}\n`;
}
