import { createHash } from 'node:crypto';
import Database from 'libsql';
import type { PageFile } from '../pages/page-file.ts';
import { PageUse } from '../pages/page-use.ts';
import { type Column, readLength, readRecord, readVarint } from '../pages/record-format.ts';
import { type TreeShape, TreeWalk } from '../pages/tree-walk.ts';
import { type Migration, migrate, migrations, newestTables } from '../schema.ts';

/** An entry of SQLite's own table of tables. */
export interface SchemaEntry {
  readonly type: string;
  readonly name: string;
  readonly table: string;
  readonly root: number;
  readonly sql: string;
}

/** What page 1 says that there is. */
export interface FoundSchema {
  readonly entries: readonly SchemaEntry[];
  readonly problems: readonly string[];
}

/** Bytes as characters of one byte each: a wrong byte shows as such. */
const textOf = (column: Column | undefined) =>
  column?.kind === 'text' ? column.bytes.toString('latin1') : column?.kind === 'null' ? '' : undefined;

/** One page in no order that matters. */
const schemaShape: TreeShape<SchemaEntry, 0> = {
  kind: 'table',
  keyOf: () => 0,
  compare: () => 1,
  read: readEntry,
};

function readEntry(columns: readonly Column[]): SchemaEntry | undefined {
  const [type, name, table, root, sql] = columns;
  const [typeText, nameText, tableText, sqlText] = [type, name, table, sql].map(textOf);
  if (columns.length !== 5 || root?.kind !== 'integer') return undefined;
  if (typeText === undefined || nameText === undefined || tableText === undefined || sqlText === undefined) {
    return undefined;
  }
  return { type: typeText, name: nameText, table: tableText, root: Number(root.value), sql: sqlText };
}

/**
 * Reads which tables the file says that it has, without SQLite, which would act on whatever stands there.
 * @param use notes the pages that it takes
 */
export function readSchema(file: PageFile, use = new PageUse(file.pageCount)): FoundSchema {
  const entries: SchemaEntry[] = [];
  const problems: string[] = [];
  for (const met of new TreeWalk(file, use, schemaShape).from(1)) {
    if (met.what === 'row') entries.push(met.row);
    else if (met.what !== 'stray') problems.push(met.problem);
  }
  return { entries, problems };
}

/** Compares with the tables that the steps up to `version` make. @returns what is wrong, in words */
export function compareSchema(found: FoundSchema, version: number, steps: readonly Migration[]): string[] {
  const isNewest = steps === migrations && version === steps.length;
  if (isNewest && found.problems.length === 0 && digestOf(found) === newestTables) return [];
  const expected = expectedEntries(version, steps);
  const lines = new Set(found.entries.map(lineOf));
  const wrong = expected
    .filter((entry) => !lines.has(lineOf(entry)))
    .map(({ name }) => `table ${name} is not described`);
  const more = found.entries.length > expected.length ? ['there are more tables than there should be'] : [];
  return [...found.problems, ...wrong, ...more];
}

/** SHA-256 of how the tables are described, in whatever order. */
export function digestOf({ entries }: FoundSchema): string {
  return createHash('sha256').update(entries.map(lineOf).sort().join()).digest('hex');
}

function lineOf({ type, name, table, sql }: SchemaEntry): string {
  return JSON.stringify([type, name, table, sql]);
}

const known = new WeakMap<readonly Migration[], Map<number, SchemaEntry[]>>();

function expectedEntries(version: number, steps: readonly Migration[]): SchemaEntry[] {
  const versions = known.get(steps) ?? new Map<number, SchemaEntry[]>();
  known.set(steps, versions);
  let entries = versions.get(version);
  if (entries === undefined) {
    entries = madeEntries(version, steps);
    versions.set(version, entries);
  }
  return entries;
}

function madeEntries(version: number, steps: readonly Migration[]): SchemaEntry[] {
  const memory = new Database(':memory:');
  try {
    migrate(memory, 0, steps.slice(0, version));
    const rows = memory
      .prepare('SELECT type, name, tbl_name, rootpage, sql FROM sqlite_schema')
      .raw()
      .all([]);
    return (rows as [string, string, string, number, string | null][]).map(
      ([type, name, table, root, sql]) => ({
        type,
        name,
        table,
        root,
        sql: Buffer.from(sql ?? '').toString('latin1'),
      }),
    );
  } finally {
    memory.close();
  }
}

/**
 * The roots of tables by their names, also of a page 1 that is damaged: its entries are looked for byte by byte, and
 * where there are none the tables are where they are in a new file.
 */
export function findRoots(file: PageFile, version: number, steps: readonly Migration[]): Map<string, number> {
  const { entries } = readSchema(file);
  const scattered = entries.length > 0 ? [] : scanEntries(file);
  const found = [...entries, ...scattered];
  const assumed = found.length > 0 ? found : expectedEntries(version, steps);
  return new Map(assumed.map(({ name, root }) => [name, root]));
}

function scanEntries(file: PageFile): SchemaEntry[] {
  const page = file.read(1) ?? Buffer.alloc(0);
  const entries: SchemaEntry[] = [];
  for (let at = 0; at < page.length; at++) {
    const length = readLength(page, at);
    const rowid = length && readVarint(page, length.end);
    if (length === undefined || rowid === undefined || rowid.end + length.value > page.length) continue;
    const columns = readRecord(page.subarray(rowid.end, rowid.end + length.value));
    const entry = columns && readEntry(columns);
    if (entry && (entry.type === 'table' || entry.type === 'index')) entries.push(entry);
  }
  return entries;
}
