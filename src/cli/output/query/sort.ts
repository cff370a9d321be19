import { memberAt } from '../../../contract/schema/member-path.ts';
import type { ObjectSchema } from '../../../contract/schema/schema.ts';
import type { Column } from '../table/column.ts';
import { findColumn, splitNames } from '../table/column-choice.ts';

/** A column to sort by. */
export interface SortKey {
  readonly column: Column;
  readonly descends: boolean;
}

/** Reads `--sort-by column,-column`. Throws a CliError that names the known columns. */
export function readSortKeys(text: string, schema: ObjectSchema): SortKey[] {
  return splitNames('--sort-by', text).map((name) => {
    const descends = name.startsWith('-');
    return { column: findColumn('--sort-by', descends ? name.slice(1) : name, schema), descends };
  });
}

/**
 * Records in order, equal ones as they were: numbers by size, texts (times in UTC and ids among them) character
 * by character, what is not set last in either direction.
 */
export function sortRecords(records: readonly unknown[], keys: readonly SortKey[]): unknown[] {
  const rows = records.map((record) => ({
    record,
    values: keys.map(({ column }) => comparable(memberAt(record, column.path))),
  }));
  rows.sort((a, b) => {
    for (const [i, { descends }] of keys.entries()) {
      const order = compare(a.values[i], b.values[i], descends);
      if (order !== 0) return order;
    }
    return 0;
  });
  return rows.map(({ record }) => record);
}

type Comparable = number | string | undefined;

function comparable(value: unknown): Comparable {
  if (value === null || value === undefined || value === '') return undefined;
  if (typeof value === 'boolean') return Number(value);
  if (typeof value === 'number' || typeof value === 'string') return value;
  const { id } = value as { id?: unknown };
  return typeof id === 'string' ? id : JSON.stringify(value);
}

function compare(a: Comparable, b: Comparable, descends: boolean): number {
  if (a === b) return 0;
  if (a === undefined) return 1;
  if (b === undefined) return -1;
  return (a < b ? -1 : 1) * (descends ? -1 : 1);
}
