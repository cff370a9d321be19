import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { damagedFile } from '../medium-errors.ts';
import { PageFile } from '../pages/page-file.ts';
import { applicationId, type Migration } from '../schema.ts';
import { compareSchema, readSchema } from './schema-tables.ts';

const mostTries = 5;
const pauseMs = 20;

/**
 * Looks at what SQLite would act on as soon as it opens the file: header, table of tables, and a write-ahead log that
 * was not finished. Damage there makes it abort the process, or drop commits without a word.
 * @param steps to the newest schema
 * @throws StoreFileError when any of these is damaged
 */
export async function checkBeforeOpening(path: string, steps: readonly Migration[]): Promise<void> {
  for (let tries = 1; ; tries++) {
    const problem = problemOf(path, steps);
    if (problem === undefined) return;
    // Another process may write what is read: then it looks otherwise a moment later.
    const isShared = existsSync(`${path}-shm`);
    if (!isShared || tries === mostTries) throw damagedFile(path, problem);
    await delay(pauseMs);
  }
}

/**
 * Whether a file that does not begin as one of ours is one nevertheless, and damaged: a newer beginning stands in its
 * write-ahead log, or our tables are there.
 * @param newest the schema version up to which files are understood
 */
export function isOursWithin(path: string, newest: number): boolean {
  const file = new PageFile(path);
  try {
    const { header } = file;
    if ((header?.schemaVersion ?? 0) > newest) return false;
    if (header?.applicationId === applicationId) return true;
    return readSchema(file).entries.some(({ name }) => name === 'checked_records');
  } finally {
    file.close();
  }
}

function problemOf(path: string, steps: readonly Migration[]): string | undefined {
  const file = new PageFile(path);
  try {
    const problem = file.wal.damage ?? file.headerProblems[0];
    // A file of a newer version is told as such by whoever looks at its mark.
    const version = file.header?.schemaVersion ?? 0;
    if (problem !== undefined || version > steps.length) return problem;
    return compareSchema(readSchema(file), version, steps)[0];
  } finally {
    file.close();
  }
}
