import { escapeOnLine } from '../../../contract/rules/sanitize.ts';
import { memberAt } from '../../../contract/schema/member-path.ts';
import { valueText } from './cell.ts';
import type { Column } from './column.ts';

/** The head of a table as GitHub Flavored Markdown has it. */
export function markdownHead(columns: readonly Column[]): string {
  return markdownLine(columns.map(({ name }) => markdownText(name))) + markdownLine(columns.map(() => '---'));
}

/** A record as a row of that table. */
export function markdownRow(record: unknown, columns: readonly Column[]): string {
  return markdownLine(
    columns.map(({ path }) => markdownText(valueText(memberAt(record, path), escapeOnLine))),
  );
}

function markdownLine(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |\n`;
}

/** A text on one line that Markdown shows as it is: nothing in it is markup, a link, or the name of somebody. */
export function markdownText(text: string): string {
  return (
    text
      // An underscore within a word is none that emphasises.
      .replace(/[\\`*{}[\]<>#|~&!]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/g, (mark) => `&#${mark.charCodeAt(0)};`)
      .replaceAll('@', '&#64;')
      .replaceAll('://', ':&#47;&#47;')
      .replace(/\r?\n/g, '<br>')
  );
}
