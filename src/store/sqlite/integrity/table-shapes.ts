import { isUtf8 } from 'node:buffer';
import type { RowKeys } from '../../store.ts';
import type { Column } from '../pages/record-format.ts';
import type { TreeShape } from '../pages/tree-walk.ts';
import { checkedText, placeOf, withChecksum } from '../rows/checked-text.ts';
import { placeOfClock } from '../rows/row-writing.ts';
import { readRow } from '../rows/stored-row.ts';

export interface RecordRow {
  readonly collection: string;
  readonly id: string;
  /** Its content as JSON. */
  readonly text: string;
  /** Undefined where they stand in a table of their own alone, as before schema 3. */
  readonly keys: RowKeys | undefined;
}

export interface KeyRow {
  readonly collection: string;
  readonly name: string;
  readonly value: string;
  readonly id: string;
}

export interface LogRow {
  readonly last: bigint;
  /** JSON: the entries of one commit. */
  readonly text: string;
}

export interface ClockRow {
  readonly milliseconds: number;
  readonly counter: number;
}

type Shape<Row> = TreeShape<Row, string[]>;

/** The tables of one schema version, by what they hold: their names in the file, and how to read them. */
export interface Tables {
  readonly records: { readonly name: string; readonly shape: Shape<RecordRow> };
  readonly keys: { readonly name: string; readonly shape: Shape<KeyRow> };
  /** An index of the same keys in another order. */
  readonly keysOfRow?: { readonly name: string; readonly shape: Shape<KeyRow> };
  readonly clock: { readonly name: string; readonly shape: TreeShape<ClockRow, bigint> };
  readonly log?: { readonly name: string; readonly shape: TreeShape<LogRow, bigint> };
}

/** From this version on every text has a checksum. Before, nothing proves that a row is what was written. */
export const firstWithChecksums = 3;

/** @param version of the schema */
export function tablesOf(version: number): Tables {
  if (version >= firstWithChecksums) return checked;
  const { log, ...first } = unchecked;
  return version === 1 ? first : { ...first, log };
}

const recordOrder = {
  keyOf: ({ collection, id }: RecordRow) => [collection, id],
  compare: compareTexts,
};
const keyOrder = {
  keyOf: ({ collection, name, value, id }: KeyRow) => [collection, name, value, id],
  compare: compareTexts,
};
const byRowid = { compare: (a: bigint, b: bigint) => (a < b ? -1 : a > b ? 1 : 0) };

const checked: Tables = {
  records: {
    name: 'checked_records',
    shape: {
      kind: 'index',
      ...recordOrder,
      read: (columns) =>
        ifSound(() => {
          const [collection, id] = texts(columns.slice(0, 2), 2);
          const row = readRow(collection, bytesOf(columns, 2, 3));
          JSON.parse(row.text);
          return row.id === id ? { collection, id, text: row.text, keys: row.keys } : undefined;
        }),
    },
  },
  keys: {
    name: 'checked_keys',
    shape: {
      kind: 'index',
      ...keyOrder,
      read: (columns) =>
        ifSound(() => {
          const [collection, name, value, id, sum] = texts(columns, 5);
          const isSound = withChecksum(placeOf(collection, name, value), id) === sum + id;
          return isSound ? { collection, name, value, id } : undefined;
        }),
    },
  },
  clock: {
    name: 'checked_clock',
    shape: {
      kind: 'table',
      ...byRowid,
      keyOf: () => 1n,
      read: (columns) =>
        ifSound(() => {
          const text = checkedText(placeOfClock, bytesOf(columns, 1, 2));
          const [milliseconds = 0, counter = 0] = text.split(' ').map(Number);
          return { milliseconds, counter };
        }),
    },
  },
  log: {
    name: 'checked_log',
    shape: {
      kind: 'table',
      ...byRowid,
      keyOf: ({ last }) => last,
      read: (columns, last) =>
        ifSound(() => ({
          last: last as bigint,
          text: json(checkedText(placeOf('log', Number(last)), bytesOf(columns, 1, 2))),
        })),
    },
  },
};

const unchecked = {
  records: {
    name: 'records',
    shape: {
      kind: 'index',
      ...recordOrder,
      read: (columns: readonly Column[]) =>
        ifSound(() => {
          const [collection, id, text] = texts(columns, 3);
          return { collection, id, text: json(text), keys: undefined };
        }),
    },
  },
  keys: {
    name: 'keys',
    shape: {
      kind: 'index',
      ...keyOrder,
      read: (columns: readonly Column[]) =>
        ifSound(() => {
          const [collection, name, value, id] = texts(columns, 4);
          return { collection, name, value, id };
        }),
    },
  },
  keysOfRow: {
    name: 'keys_of_row',
    shape: {
      kind: 'index',
      compare: compareTexts,
      keyOf: ({ collection, id, name, value }: KeyRow) => [collection, id, name, value],
      read: (columns: readonly Column[]) =>
        ifSound(() => {
          const [collection, id, name, value] = texts(columns, 4);
          return { collection, name, value, id };
        }),
    },
  },
  clock: {
    name: 'clock',
    shape: {
      kind: 'table',
      ...byRowid,
      keyOf: () => 1n,
      read: (columns: readonly Column[]) => {
        const [, milliseconds, counter] = columns;
        if (columns.length !== 3 || milliseconds?.kind !== 'integer' || counter?.kind !== 'integer')
          return undefined;
        return { milliseconds: Number(milliseconds.value), counter: Number(counter.value) };
      },
    },
  },
  log: {
    name: 'log',
    shape: {
      kind: 'table',
      ...byRowid,
      keyOf: ({ last }: LogRow) => last,
      read: (columns: readonly Column[], last: bigint | undefined) =>
        ifSound(() => ({ last: last as bigint, text: json(textOf(bytesOf(columns, 1, 2))) })),
    },
  },
} satisfies Tables;

/** What `read` finds, or undefined where what it reads is not what was written. */
function ifSound<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

function bytesOf(columns: readonly Column[], place: number, count: number): Buffer {
  const column = columns[place];
  if (columns.length !== count || column?.kind !== 'text') throw new TypeError('this is another table');
  return column.bytes;
}

function texts(columns: readonly Column[], count: number): [string, string, string, string, string] {
  const all = columns.map((_, i) => textOf(bytesOf(columns, i, count)));
  return all as [string, string, string, string, string];
}

function textOf(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new TypeError('this is no text');
  return bytes.toString();
}

function json(text: string): string {
  JSON.parse(text);
  return text;
}

/** SQLite compares texts by their bytes, column by column. */
function compareTexts(a: readonly string[], b: readonly string[]): number {
  for (let i = 0; i < a.length; i++) {
    if (a[i] !== b[i]) return Buffer.compare(Buffer.from(a[i] as string), Buffer.from(b[i] as string));
  }
  return 0;
}
