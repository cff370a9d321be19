// As wide as the texts were written; where a line was broken, its next word had no room within this.
const WRITTEN_WIDTH = 80;

/**
 * Words in lines of at most so many columns; a word that is longer has a line of its own.
 * @param first columns of the first line, where it has others
 */
export function wrap(text: string, width: number, first = width): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const isFirst = line === '';
    if (!isFirst && line.length + 1 + word.length > (lines.length === 0 ? first : width)) {
      lines.push(line);
      line = word;
    } else line = isFirst ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

/**
 * A text that is laid out already, for a terminal that is too narrow for it: sentences are broken anew, behind the
 * columns in front of them. Commands to paste stay as they are.
 */
export function rewrap(text: string, width: number): string {
  const lines = text.split('\n');
  if (lines.every((line) => line.length <= width)) return text;
  return blocksOf(lines)
    .flatMap((block) => breakAnew(block, width))
    .join('\n');
}

/** Lines that were broken only for the width, together. */
function blocksOf(lines: readonly string[]): string[][] {
  const blocks: string[][] = [];
  let before = '';
  for (const line of lines) {
    const [word = ''] = line.trimStart().split(' ');
    const wasBroken = before !== '' && before.length <= WRITTEN_WIDTH;
    const hadNoRoom = before.length + 1 + word.length > WRITTEN_WIDTH;
    const continues =
      wasBroken && hadNoRoom && word !== '' && indentOf(line) >= indentOf(before) && !isCommand(before);
    if (continues) blocks.at(-1)?.push(line);
    else blocks.push([line]);
    before = line;
  }
  return blocks;
}

function breakAnew([first = '', ...more]: readonly string[], width: number): string[] {
  if (isCommand(first) || (more.length === 0 && first.length <= width)) return [first, ...more];
  // A term, and what it means in a column of its own.
  const [, term = ' '.repeat(indentOf(first)), rest = ''] = /^( *\S.*? {2,})(\S.*)$/.exec(first) ?? [
    undefined,
    undefined,
    first.trimStart(),
  ];
  const [second] = more;
  const hanging = second === undefined ? Math.min(term.length, width >> 1) : indentOf(second);
  const indent = Math.min(hanging, width >> 1);
  const text = [rest, ...more.map((line) => line.trimStart())].join(' ');
  const [head = '', ...tail] = wrap(text, width - indent, Math.max(width - term.length, width >> 2));
  return [term + head, ...tail.map((line) => ' '.repeat(indent) + line)];
}

function isCommand(line: string): boolean {
  return /^ +(tunnelctl |\$ |#)/.test(line);
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
