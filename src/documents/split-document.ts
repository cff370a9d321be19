// A document of many megabytes, read whole, takes fifty times its size in memory. Ours are a few lists of items that
// stand on lines of their own, so they can be taken apart at these lines and read a few hundred items at a time.

/** A part of a document's text: some items of one of its lists, or one of its members as a whole. */
export interface DocumentPart {
  /** What it is a part of. */
  readonly member: string;
  /** Position in the list of the first item; undefined for a member as a whole. */
  readonly first: number | undefined;
  /** Its lines of the document, each of which ends. */
  readonly lines: readonly string[];
  /** Makes of them a document of its own: a list of items, or an object with the one member. */
  readonly text: () => string;
  /** Whether it is JSON. Then its text begins a line before its lines, with the bracket around them. */
  readonly isJson: boolean;
  /** How many lines of the document stand before it. */
  readonly linesBefore: number;
}

const itemsInPart = 250;

/**
 * Takes a document apart, YAML in block style or JSON as `JSON.stringify` indents it by two; undefined where it is written
 * in another way, or where a member comes twice, which the parser of the whole refuses.
 */
export function splitDocument(text: string): DocumentPart[] | undefined {
  const lines = text.split('\n');
  const last = lines.pop() ?? '';
  // Readers differ in whether such a line, cut short, belongs to the text before it.
  if (/^\s+$/.test(last)) return undefined;
  if (last !== '') lines.push(last);
  const sections = /^\s*\{/.test(text) ? jsonSections(lines) : yamlSections(lines);
  if (sections === undefined) return undefined;
  const members = new Set(sections.map(({ member }) => member));
  const isTakenApart = sections.length > 0 && members.size === sections.length;
  return isTakenApart ? sections.flatMap((section) => partsOf(lines, section)) : undefined;
}

/** The lines of one member of the document. */
interface Section {
  readonly member: string;
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
  /** The lines at which items of the list start; undefined for what is no list. */
  readonly items: readonly number[] | undefined;
  /** From where on the items go; after the last line of the last item. */
  readonly itemsEnd: number;
  readonly isJson: boolean;
  readonly toText: (lines: readonly string[], isList: boolean) => string;
}

function partsOf(
  lines: readonly string[],
  { member, from, to, items, itemsEnd, isJson, toText }: Section,
): DocumentPart[] {
  const partOf = (first: number | undefined, start: number, end: number): DocumentPart => {
    const own = lines.slice(start, end);
    const text = () => toText(own, first !== undefined);
    return { member, first, lines: own, text, isJson, linesBefore: start };
  };
  if (items === undefined) return [partOf(undefined, from, to)];
  const parts: DocumentPart[] = [];
  for (let first = 0; first < items.length; first += itemsInPart) {
    const start = items[first] ?? from;
    const end = items[first + itemsInPart] ?? itemsEnd;
    parts.push(partOf(first, start, end));
  }
  return parts;
}

const isEmpty = (line: string) => /^\s*(?:#.*)?$/.test(line);

function yamlSections(lines: readonly string[]): Section[] | undefined {
  const starts: { member: string; line: number }[] = [];
  for (let line = 0; line < lines.length; line++) {
    const text = lines[line] as string;
    // Most lines are of an item of some list.
    if (starts.length > 0 && text.startsWith(' ')) continue;
    const member = /^(\$?[a-z_]+):(?:\s|$)/.exec(text)?.[1];
    if (member !== undefined) starts.push({ member, line });
    // What stands at the margin belongs to a member, or is something that only the whole document explains.
    else if (/^[^\s#-]|^---|^-(?!\s)/.test(text) || (starts.length === 0 && !isEmpty(text))) return undefined;
  }
  return starts.map(({ member, line: from }, i) => {
    const to = starts[i + 1]?.line ?? lines.length;
    let firstLine = from + 1;
    while (firstLine < to && isEmpty(lines[firstLine] as string)) firstLine += 1;
    const indent = firstLine < to ? /^ *(?=- )/.exec(lines[firstLine] as string)?.[0] : undefined;
    const isList = indent !== undefined;
    const mark = `${indent}- `;
    const items: number[] = [];
    if (isList)
      for (let line = firstLine; line < to; line++) if (lines[line]?.startsWith(mark)) items.push(line);
    return {
      member,
      from,
      to,
      items: isList ? items : undefined,
      itemsEnd: to,
      isJson: false,
      toText: (part) => `${part.join('\n')}\n`,
    };
  });
}

function jsonSections(lines: readonly string[]): Section[] | undefined {
  const last = lines.findLastIndex((line) => line !== '');
  if (lines[0] !== '{' || lines[last] !== '}') return undefined;
  const sections: Section[] = [];
  const toText = (part: readonly string[], isList: boolean) => {
    const text = part.join('\n').replace(/,\s*$/, '');
    return isList ? `[\n${text}\n]` : `{\n${text}\n}`;
  };
  for (let from = 1; from < last; ) {
    const [, member, opening] = /^ {2}"(\$?[a-z_]+)": (.*)$/.exec(lines[from] ?? '') ?? [];
    if (member === undefined || opening === undefined) return undefined;
    const closing = { '[': '  ]', '{': '  }' }[opening];
    const end =
      closing === undefined ? from : lines.findIndex((line, i) => i > from && line.startsWith(closing));
    if (end < 0) return undefined;
    const items: number[] = [];
    if (opening === '[')
      for (let line = from + 1; line < end; line++) if (lines[line] === '    {') items.push(line);
    const isList = opening === '[' && items[0] === from + 1;
    sections.push({
      member,
      from,
      to: end + 1,
      items: isList ? items : undefined,
      itemsEnd: end,
      isJson: true,
      toText,
    });
    from = end + 1;
  }
  return sections;
}
