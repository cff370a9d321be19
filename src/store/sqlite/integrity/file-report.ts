import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { migrations } from '../schema.ts';
import { holeAt, rowsForHoles } from './holes.ts';
import { type LostRows, MissingRows } from './lost-rows.ts';
import { lookThrough } from './open-pages.ts';
import { Surveyor } from './survey.ts';
import { firstWithChecksums, type KeyRow, type RecordRow } from './table-shapes.ts';

/** What a look at everything in a data file found. */
export interface FileReport {
  readonly bytes: number;
  readonly pages: number;
  readonly schemaVersion: number;
  /** Whether checksums prove that what is there is what was written: a file of an earlier version has none. */
  readonly isProven: boolean;
  /** Sound rows by collection. */
  readonly rows: Readonly<Record<string, number>>;
  /** Sound rows that nothing leads to, which a recovery brings back. */
  readonly strayRows: number;
  readonly lost: readonly LostRows[];
  /** Entries of the log are lost. */
  readonly isLogDamaged: boolean;
  /** The newest changes are lost: a row may be as it was before them, or be one that was deleted since. */
  readonly mayBeOutdated: boolean;
  /** In words, the first hundred of them, and how many there are. Nothing in a sound file. */
  readonly problems: readonly string[];
  readonly problemCount: number;
}

/** Hears of rows as they are read, to look into them. */
export type RowJudge = (row: RecordRow) => string | undefined;

/**
 * Reads everything in the data file and changes nothing, also while a service has it open.
 * @param judge answers what is wrong with the content of a sound row
 * @throws StoreFileError when it is no data file of ours, or a newer one
 */
export async function reportOn(path: string, judge: RowJudge = () => undefined): Promise<FileReport> {
  for (let tries = 1; ; tries++) {
    const before = logHeader(path);
    const report = await reportOnce(path, judge);
    // A service may begin its log anew although it is read: then what was read is of no one moment.
    const isOfOneMoment = logHeader(path) === before;
    if (report.problemCount === 0 || isOfOneMoment || tries === mostTries) return report;
  }
}

const mostTries = 10;

/** What changes when a write-ahead log is begun anew. */
function logHeader(path: string): string {
  try {
    const descriptor = openSync(`${path}-wal`, 'r');
    try {
      const bytes = Buffer.alloc(32);
      readSync(descriptor, bytes, 0, 32, 0);
      return bytes.toString('hex');
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return '';
  }
}

async function reportOnce(path: string, judge: RowJudge): Promise<FileReport> {
  const { file, version, driver, close } = await lookThrough(path, true);
  try {
    const counts: Record<string, number> = {};
    const problems: string[] = [];
    const expected = new Tally();
    const found = new Tally();
    const missing = new MissingRows();
    const isProven = version >= firstWithChecksums;
    const surveyor = new Surveyor(file, version, migrations, {
      row(row) {
        counts[row.collection] = (counts[row.collection] ?? 0) + 1;
        for (const key of keysOf(row)) expected.add(key);
        const problem = judge(row);
        if (problem !== undefined) problems.push(problem);
      },
      key(row, holes) {
        if (holeAt(holes, row) === undefined) found.add(row);
        else missing.add(row);
      },
      keyOfRow: (row) => expected.add(row),
    });
    const survey = await surveyor.survey();
    const { header } = file;
    if (header !== undefined && header.schemaVersion !== version)
      problems.push(`it says schema ${header.schemaVersion} and has ${version}`);
    const isKeyTableSound = survey.keyHoles.length === 0 && (isProven || survey.holes.length === 0);
    if (isKeyTableSound && !expected.equals(found))
      problems.push('its look-up keys are not those of its rows');
    let strayRows = 0;
    for (const row of rowsForHoles(file, survey)) {
      strayRows++;
      missing.delete(row);
    }
    const said = await driver?.outcome;
    if (said?.kind === 'run') problems.push(...said.problems.map((text) => `SQLite: ${text}`));
    else if (said) problems.push(`SQLite could not check it: ${said.reason}`);
    const all = [...survey.problems, ...problems];
    return {
      bytes: file.bytes,
      pages: file.pageCount,
      schemaVersion: version,
      isProven,
      rows: counts,
      strayRows,
      lost: missing.report(survey.holes),
      isLogDamaged: survey.logHoles.length > 0,
      mayBeOutdated: file.wal.damage !== undefined && !file.wal.isInFile,
      problems: all.slice(0, 100),
      problemCount: survey.problemCount + problems.length,
    };
  } finally {
    close();
  }
}

/** The look-up keys that a row says it has, each once. */
export function keysOf({ collection, id, keys = {} }: RecordRow): KeyRow[] {
  return Object.entries(keys).flatMap(([name, values]) =>
    [...new Set(values)].map((value) => ({ collection, name, value, id })),
  );
}

/** Keys in whatever order, so that two sets of them can be compared however many there are. */
class Tally {
  #count = 0;
  readonly #sum = new BigUint64Array(2);

  add({ collection, name, value, id }: KeyRow): void {
    const digest = createHash('sha256').update(`${collection}\0${name}\0${value}\0${id}`).digest();
    this.#count++;
    for (const half of [0, 1]) {
      this.#sum[half] = (this.#sum[half] as bigint) + digest.readBigUInt64LE(8 * half);
    }
  }

  equals(other: Tally): boolean {
    return this.#count === other.#count && this.#sum.every((part, i) => part === other.#sum[i]);
  }
}
