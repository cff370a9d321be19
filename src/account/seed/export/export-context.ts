import { formatTimestamp } from '../../../contract/rules/time.ts';
import type { RowData, Snapshot } from '../../../store/store.ts';
import type { Stored } from '../../records/collection.ts';
import { timeOfId } from '../../records/identifiers.ts';
import type { Vault } from '../../records/vault.ts';

/** What showing an account may use. */
export interface ExportContext {
  readonly snapshot: Snapshot;
  readonly vault: Vault;
  readonly withSecrets: boolean;
}

/** A list of a seed, as it is made from an account: `SeedKind` the other way round. */
export interface ExportList<Item> {
  readonly collection: string;
  /** The item of a row; undefined for a row that another list shows. */
  readonly toItem: (
    row: RowData,
    showing: ExportContext,
    id: string,
  ) => Item | undefined | Promise<Item | undefined>;
}

/** A row of a resource of the API. */
export function stored<Record, Hidden>(row: RowData): Stored<Record, Hidden> {
  return row as unknown as Stored<Record, Hidden>;
}

/** Members that say something: texts and lists that are empty are what a seed has without them. */
export function omitEmpty<Members extends object>(members: Members): Partial<Members> {
  const entries = Object.entries(members).filter(([, value]) => !isNothing(value));
  return Object.fromEntries(entries) as Partial<Members>;
}

function isNothing(value: unknown): boolean {
  if (value === undefined || value === null || value === '' || value === false) return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

/** `created_at`, where it is not the time in the id. */
export function createdAt({ id, created_at }: { id: string; created_at: string }): { created_at?: string } {
  return created_at === formatTimestamp(timeOfId(id)) ? {} : { created_at };
}

/** `started_at`, likewise. */
export function startedAt({ id, started_at }: { id: string; started_at: string }): { started_at?: string } {
  return started_at === formatTimestamp(timeOfId(id)) ? {} : { started_at };
}

/** `updated_at`, where it is not the time of the creation. */
export function updatedAt(record: { created_at: string; updated_at: string }): { updated_at?: string } {
  return record.updated_at === record.created_at ? {} : { updated_at: record.updated_at };
}
