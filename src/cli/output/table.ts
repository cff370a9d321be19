import { cellText, valueAt } from './cell.ts';

const GAP = '  ';
const ASCII = /^[\x20-\x7e]*$/;

/** Records as columns that line up under a head, and nothing else: to be read, grepped and pasted. */
export async function formatTable(records: readonly unknown[], columns: readonly string[]): Promise<string> {
  const rows = [
    columns.map((column) => column.toUpperCase()),
    ...records.map((record) => columns.map((column) => cellText(valueAt(record, column)))),
  ];
  // In ASCII a character is a column. All else, wide or combining, is left to a library, which takes 15 ms.
  const isAscii = rows.every((row) => row.every((cell) => ASCII.test(cell)));
  const lines = isAscii ? align(rows) : await alignUnicode(rows);
  return lines.map((line) => `${line.trimEnd()}\n`).join('');
}

function align(rows: readonly (readonly string[])[]): string[] {
  const widths = rows.reduce<number[]>(
    (widest, row) => row.map((cell, i) => Math.max(cell.length, widest[i] ?? 0)),
    [],
  );
  return rows.map((row) => row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(GAP));
}

const frame = [
  ...['top', 'top-mid', 'top-left', 'top-right', 'bottom', 'bottom-mid', 'bottom-left', 'bottom-right'],
  ...['left', 'left-mid', 'mid', 'mid-mid', 'right', 'right-mid'],
];

/** The same for cells in any script. */
async function alignUnicode(rows: readonly (readonly string[])[]): Promise<string[]> {
  const { default: Table } = await import('cli-table3');
  const table = new Table({
    chars: { ...Object.fromEntries(frame.map((part) => [part, ''])), middle: GAP },
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0, compact: true },
  });
  for (const row of rows) table.push([...row]);
  return table.toString().split('\n');
}
