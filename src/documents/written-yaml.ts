import { isObject } from '../contract/schema/json-object.ts';
import type { ValuePath } from '../contract/schema/validate.ts';
import { itemText, membersText } from './yaml-text.ts';

// The library reads ten thousand records in a second and a half, a tenth of which is enough for what `yaml-text.ts` wrote:
// there is one way only to write each value, so whatever is read here is held against what would have been written.

/** Thrown where a line is none that is written here. */
const otherwise = new Error('written in another way');

/**
 * The items of a list whose text is exactly how `itemText` writes them; undefined for any other text, which the library
 * reads.
 */
export function writtenItems(text: string): unknown[] | undefined {
  const indent = /^ *(?=-[ \n])/.exec(text)?.[0];
  if (indent === undefined) return undefined;
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  try {
    const reader = { lines, at: 0 };
    const items = readList(reader, indent.length);
    if (reader.at < lines.length) return undefined;
    const written = items.map((item) => itemText(item, indent)).join('');
    return written === text || written === `${text}\n` ? items : undefined;
  } catch (error) {
    if (error === otherwise || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The member whose text is exactly how `membersText` writes it, in an object of its own; undefined for any other text. */
export function writtenMember(text: string): Record<string, unknown> | undefined {
  if (!isMember(text)) return undefined;
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  try {
    const reader = { lines, at: 0 };
    const members = readMembers(reader, 0, false);
    if (reader.at < lines.length) return undefined;
    const written = membersText(members, '');
    return written === text || written === `${text}\n` ? members : undefined;
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

function readList(reader: Reader, indent: number): unknown[] {
  const items: unknown[] = [];
  const mark = `${' '.repeat(indent)}-`;
  for (let line = reader.lines[reader.at]; line?.startsWith(mark); line = reader.lines[reader.at]) {
    const rest = line.slice(mark.length);
    if (isMember(rest.slice(1))) items.push(readMembers(reader, indent + 2, true));
    else {
      reader.at += 1;
      items.push(readValue(reader, rest, indent));
    }
  }
  return items;
}

/** @param isFirst whether a dash stands in front of the first member */
function readMembers(reader: Reader, indent: number, isFirst: boolean): Record<string, unknown> {
  const members: [string, unknown][] = [];
  const blank = ' '.repeat(indent);
  let isDashed = isFirst;
  for (let line = reader.lines[reader.at]; line !== undefined; line = reader.lines[reader.at]) {
    if (!isDashed && !line.startsWith(blank)) break;
    isDashed = false;
    const inner = line.slice(indent);
    const [, name] = member.exec(inner) ?? [];
    if (name === undefined) break;
    reader.at += 1;
    members.push([name, readValue(reader, inner.slice(name.length + 1), indent)]);
  }
  return Object.fromEntries(members);
}

const member = /^([A-Za-z_$][\w$-]*):(?= |$)/;

function isMember(text: string): boolean {
  return member.test(text);
}

/** @param rest what stands behind a colon or a dash @param indent of the line */
function readValue(reader: Reader, rest: string, indent: number): unknown {
  if (rest === '') {
    const next = reader.lines[reader.at] ?? '';
    const inner = ' '.repeat(indent + 2);
    if (!next.startsWith(inner)) throw otherwise;
    return next.startsWith(`${inner}-`)
      ? readList(reader, indent + 2)
      : readMembers(reader, indent + 2, false);
  }
  if (!rest.startsWith(' ')) throw otherwise;
  const text = rest.slice(1);
  if (text.startsWith('|')) return readBlock(reader, text, indent + 2);
  if (text === '[]') return [];
  if (text === '{}') return {};
  if (text.startsWith('"')) return JSON.parse(text);
  if (text.startsWith("'")) return text.slice(1, -1).replaceAll("''", "'");
  if (/^(?:true|false|null|-?\d+(?:\.\d+)?)$/.test(text)) return JSON.parse(text);
  return text;
}

function readBlock(reader: Reader, head: string, indent: number): string {
  const blank = ' '.repeat(indent);
  const start = reader.at;
  while (reader.at < reader.lines.length) {
    const line = reader.lines[reader.at] as string;
    if (line !== '' && !line.startsWith(blank)) break;
    reader.at += 1;
  }
  const lines = reader.lines.slice(start, reader.at).map((line) => line.slice(indent));
  const text = lines.join('\n');
  if (head.endsWith('-')) return text;
  return `${text}\n`;
}
