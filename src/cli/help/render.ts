import { paint, type Style } from '../terminal/colour.ts';
import type { CommandDocument, ExampleDocument, OptionDocument } from './document.ts';
import { rewrap, wrap } from './wrap.ts';

/** Where help is shown. */
export interface Page {
  /** In columns. */
  readonly width: number;
  readonly hasColour: boolean;
}

/** A term and what it means. */
interface Row {
  readonly term: string;
  readonly text: string;
}

/**
 * The help of a command as text: how it is written, what it does, examples, what it takes, and last what every
 * command takes.
 * @param program what help says of the program as a whole
 */
export function renderHelp(document: CommandDocument, program: CommandDocument, page: Page): string {
  const isProgram = document.command === program.command;
  const tables = [...commandRows(document), ...argumentRows(document), ...optionRows(document)];
  const global = isProgram ? [] : optionRows(program, ({ name }) => name !== '--version');
  const exits = isProgram ? [] : exitRows(document);
  const column = termColumn([...tables, ...global], page);
  const table = ([heading, rows]: [string, Row[]]) => renderTable(heading, rows, column, page);
  const notes = document.notes === '' ? [] : [rewrap(document.notes, page.width)];
  const blocks = [
    renderUsage(document, page),
    ...document.description.split('\n\n').map((text) => wrap(text, page.width).join('\n')),
    ...renderAliases(document, page),
    ...renderExamples(document.examples, page),
    // What is the same everywhere comes last.
    ...(isProgram
      ? [...tables.map(table), ...notes]
      : [...tables.map(table), ...notes, ...exits.map(table), ...global.map(table)]),
  ];
  return `${blocks.filter(Boolean).join('\n\n')}\n`;
}

/** What a topic says, which is laid out already. */
export function renderTopic(text: string, page: Page): string {
  return rewrap(text, page.width)
    .split('\n')
    .map((line) => (/^\S.*:$/.test(line) ? styled(line, 'bold', page) : comment(line, page)))
    .join('\n');
}

function renderUsage({ usage }: CommandDocument, page: Page): string {
  const [first, ...more] = wrap(`Usage: ${usage}`, page.width);
  const line = `${styled('Usage:', 'bold', page)}${first?.slice('Usage:'.length)}`;
  return [line, ...more.map((rest) => `    ${rest}`)].join('\n');
}

function renderAliases({ aliases }: CommandDocument, page: Page): string[] {
  if (aliases.length === 0) return [];
  const [first = '', ...more] = wrap(`Also: ${aliases.join(', ')}`, page.width);
  return [[styled('Also:', 'bold', page) + first.slice('Also:'.length), ...more].join('\n')];
}

/** Examples as lines to paste, each under what it achieves. */
function renderExamples(examples: readonly ExampleDocument[], page: Page): string[] {
  if (examples.length === 0) return [];
  const shown = examples.map(({ summary, command }) => {
    const lines = `  ${command.replaceAll('\n', '\n  ')}`;
    return summary === '' ? lines : `${comment(`  # ${summary}`, page)}\n${lines}`;
  });
  return [`${styled('Examples:', 'bold', page)}\n${shown.join('\n\n')}`];
}

function comment(line: string, page: Page): string {
  return /^ +# /.test(line) ? styled(line, 'dim', page) : line;
}

function commandRows({ commands }: CommandDocument): [string, Row[]][] {
  return grouped(commands.map(({ group, words, summary }) => ({ group, term: words, text: summary })));
}

function argumentRows({ arguments: all }: CommandDocument): [string, Row[]][] {
  const told = all.filter(({ description }) => description !== '');
  return grouped(
    told.map(({ syntax, description }) => ({ group: 'Arguments', term: syntax, text: description })),
  );
}

function optionRows(
  { options }: CommandDocument,
  isShown: (option: OptionDocument) => boolean = () => true,
): [string, Row[]][] {
  return grouped(
    options
      .filter(isShown)
      .map((option) => ({ group: option.group, term: option.flags, text: textOf(option) })),
  );
}

function exitRows({ exit_codes }: CommandDocument): [string, Row[]][] {
  const group = 'Exit codes';
  return grouped(exit_codes.map(({ code, meaning }) => ({ group, term: String(code), text: meaning })));
}

function grouped(rows: readonly (Row & { readonly group: string })[]): [string, Row[]][] {
  const groups = new Map<string, Row[]>();
  for (const { group, ...row } of rows) groups.set(group, [...(groups.get(group) ?? []), row]);
  return [...groups];
}

/** What an option means, with what else is to know of it. */
export function textOf(option: OptionDocument): string {
  const { description, choices, required, repeatable, secret, variable } = option;
  const isTold = choices?.every((choice) => description.includes(choice)) ?? true;
  const facts = [
    required && 'required',
    repeatable && 'repeatable',
    secret && 'secret',
    !isTold && `choices: ${choices?.join(', ')}`,
    option.default !== null && `default: ${option.default}`,
    variable !== null && `env: ${variable}`,
  ].filter(Boolean);
  return [description, ...(facts.length === 0 ? [] : [`(${facts.join('; ')})`])].join(' ').trim();
}

const INDENT = 2;
const GAP = 2;
/** A column of texts that is narrower than this is hard to read: they stand under their terms then. */
const LEAST_TEXT = 30;

/** How wide the column of the terms is, the same in all tables; few long terms do not widen it. */
function termColumn(tables: readonly [string, Row[]][], { width }: Page): number {
  const widths = tables.flatMap(([, rows]) => rows.map(({ term }) => term.length));
  const most = Math.max(0, Math.min(38, width - INDENT - GAP - LEAST_TEXT));
  return Math.max(0, ...widths.filter((length) => length <= most));
}

function renderTable(heading: string, rows: readonly Row[], column: number, page: Page): string {
  const lines = rows.flatMap((row) => renderRow(row, column, page));
  const title = wrap(`${heading}:`, page.width).map((line) => styled(line, 'bold', page));
  return [...title, ...lines].join('\n');
}

function renderRow({ term, text }: Row, column: number, page: Page): string[] {
  const indent = ' '.repeat(INDENT);
  const isNarrow = page.width - INDENT - column - GAP < LEAST_TEXT;
  const left = isNarrow ? 6 : INDENT + column + GAP;
  const [first = '', ...more] = wrap(text, Math.max(page.width - left, 10));
  const shownTerm = styled(term, 'cyan', page);
  const behind = more.map((line) => ' '.repeat(left) + line);
  if (isNarrow || term.length > column) {
    return [indent + shownTerm, `${' '.repeat(left)}${first}`.trimEnd(), ...behind].filter(Boolean);
  }
  const gap = ' '.repeat(column - term.length + GAP);
  return [`${indent}${shownTerm}${first === '' ? '' : gap + first}`, ...behind];
}

function styled(text: string, style: Style, { hasColour }: Page): string {
  return hasColour ? paint(text, style) : text;
}
