import { existsSync, statSync } from 'node:fs';
import { StoreFileError } from '../../store.ts';
import { PageFile } from '../pages/page-file.ts';
import { applicationId, type Migration, migrations } from '../schema.ts';
import { type DriverCheck, startDriverCheck } from './driver-check.ts';
import { readSchema } from './schema-tables.ts';

/** A data file, open to be looked through: never written, and as it was at one moment where a service goes on with it. */
export interface LookedThrough {
  readonly file: PageFile;
  readonly version: number;
  /** SQLite's own check; undefined where its write-ahead log is damaged: SQLite must not touch that. */
  readonly driver: DriverCheck | undefined;
  close(): void;
}

/**
 * @param mustCheck let SQLite check the file, too
 * @throws StoreFileError when it is no data file of ours, or a newer one
 */
export async function lookThrough(path: string, mustCheck: boolean): Promise<LookedThrough> {
  if (!statSync(path).isFile()) throw new StoreFileError(`${path} is not a file; choose another with --data`);
  const first = new PageFile(path);
  let version: number;
  try {
    version = versionOf(first, path, migrations);
  } catch (error) {
    first.close();
    throw error;
  }
  const isQuiet = !['-wal', '-shm'].some((suffix) => existsSync(path + suffix));
  if (first.wal.damage !== undefined || (isQuiet && !mustCheck)) {
    return { file: first, version, driver: undefined, close: () => first.close() };
  }
  first.close();
  const driver = startDriverCheck(path, 100, isQuiet);
  await driver.held;
  const file = new PageFile(path);
  return {
    file,
    version,
    driver,
    close() {
      driver.end();
      file.close();
    },
  };
}

/** Which schema the file has: by its tables, since the number may be what is damaged. */
function versionOf(file: PageFile, path: string, steps: readonly Migration[]): number {
  const names = new Set(readSchema(file).entries.map(({ name }) => name));
  const { header } = file;
  if (header !== undefined && header.schemaVersion > steps.length && !names.has('checked_records')) {
    throw new StoreFileError(
      `the data file ${path} was written by a newer tunnelctl (schema ${header.schemaVersion}, this one knows ` +
        `${steps.length}); update tunnelctl, or choose another file with --data`,
    );
  }
  if (names.has('checked_records')) return Math.max(header?.schemaVersion ?? 0, steps.length);
  if (names.has('records')) return names.has('log') ? 2 : 1;
  const isOurs = header === undefined || header.applicationId === applicationId;
  // Without a header nothing tells what it was, unless there is not even room for a table.
  if (!isOurs || file.pageCount < 2 || (header !== undefined && names.size > 0)) {
    throw new StoreFileError(`${path} is not a tunnelctl data file; choose another file with --data`);
  }
  return header === undefined ? steps.length : Math.min(header.schemaVersion || steps.length, steps.length);
}
