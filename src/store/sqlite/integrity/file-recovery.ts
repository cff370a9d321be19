import { closeSync, linkSync, openSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { syncFile, syncNames } from '../../../files/directories.ts';
import { besides, draftOf, removeLeftDrafts } from '../../../files/leftovers.ts';
import type { Tick } from '../../store.ts';
import { openForWriting } from '../database-file.ts';
import { migrate, migrations } from '../schema.ts';
import { holeAt, rowsForHoles } from './holes.ts';
import { type LostRows, MissingRows } from './lost-rows.ts';
import { type LookedThrough, lookThrough } from './open-pages.ts';
import { CheckedCopy, type Copy, UncheckedCopy } from './recovered-tables.ts';
import { Surveyor } from './survey.ts';
import { firstWithChecksums, type RecordRow } from './table-shapes.ts';

/** What a recovery saved, and what it could not. */
export interface RecoveryReport {
  /** Of both files: the new one is brought up to date when it is opened. */
  readonly schemaVersion: number;
  /** Whether checksums prove that what was saved is what was written: a file of an earlier version has none. */
  readonly isProven: boolean;
  /** Rows by collection. */
  readonly saved: Readonly<Record<string, number>>;
  readonly lost: readonly LostRows[];
  readonly logEntries: number;
  readonly isLogDamaged: boolean;
  /** The newest changes are lost: a row may be as it was before them, or be one that was deleted since. */
  readonly mayBeOutdated: boolean;
  /** What is wrong with the old file, in words, the first hundred of them, and how many there are. */
  readonly problems: readonly string[];
  readonly problemCount: number;
}

/** When something was made, by what it holds: the clock of the new file goes on after it. */
export interface Dates {
  row(row: RecordRow): Tick | undefined;
  entry(entry: unknown): Tick | undefined;
}

/**
 * Saves the sound rows of the data file `from` into the new file `to`, which appears whole or not at all.
 * @throws StoreFileError when `from` is no data file of ours, the system's error (EEXIST) when something stands at `to`
 */
export async function recoverFile(from: string, to: string, dates: Dates): Promise<RecoveryReport> {
  const opened = await lookThrough(from, false);
  removeLeftDrafts(dirname(to));
  const draft = draftOf(to);
  try {
    closeSync(openSync(draft, 'wx', 0o600));
    const report = await saveInto(draft, opened, dates);
    publish(draft, to);
    return report;
  } finally {
    opened.close();
    for (const suffix of ['', ...besides]) rmSync(draft + suffix, { force: true });
  }
}

async function saveInto(
  draft: string,
  { file, version }: LookedThrough,
  dates: Dates,
): Promise<RecoveryReport> {
  const connection = openForWriting(draft);
  try {
    // Nobody sees the draft before it is whole.
    connection.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN');
    migrate(connection, 0, migrations.slice(0, version));
    const isProven = version >= firstWithChecksums;
    const copy: Copy = isProven ? new CheckedCopy(connection) : new UncheckedCopy(connection, version);
    const missing = new MissingRows();
    const clock = new LatestTick();
    const saved: Record<string, number> = {};
    const keep = (row: RecordRow, by: number) => {
      clock.add(dates.row(row));
      saved[row.collection] = (saved[row.collection] ?? 0) + by;
    };
    const surveyor = new Surveyor(file, version, migrations, {
      row(row) {
        copy.add(row);
        keep(row, 1);
      },
      key(key, holes) {
        const isOfLostRow = holeAt(holes, key) !== undefined;
        if (isOfLostRow) missing.add(key);
        copy.addKey(key, isOfLostRow);
      },
      log(row) {
        for (const entry of JSON.parse(row.text) as unknown[]) clock.add(dates.entry(entry));
        copy.addLog(row);
      },
      clock: (tick) => clock.add(tick),
    });
    const survey = await surveyor.survey();
    for (const row of rowsForHoles(file, survey)) {
      const by = copy.addStray(row);
      if (by !== 0) keep(row, by);
      if (by === 1) missing.delete(row);
      else if (by === -1) missing.add(row);
    }
    const isTailLost = survey.logHoles.some(({ before }) => before === undefined);
    const logEntries = copy.end(clock.tick, isTailLost);
    connection.exec('COMMIT');
    connection.exec('PRAGMA journal_mode = WAL');
    return {
      schemaVersion: version,
      isProven,
      saved: Object.fromEntries(Object.entries(saved).filter(([, count]) => count > 0)),
      lost: missing.report(survey.holes),
      logEntries,
      isLogDamaged: survey.logHoles.length > 0,
      mayBeOutdated: file.wal.damage !== undefined && !file.wal.isInFile,
      problems: survey.problems,
      problemCount: survey.problemCount,
    };
  } finally {
    connection.close();
  }
}

/** Gives a finished draft its name, unless something has that already. */
function publish(draft: string, to: string): void {
  syncFile(draft);
  linkSync(draft, to);
  syncNames(dirname(to));
}

class LatestTick {
  tick: Tick = { milliseconds: 0, counter: 0 };

  add(tick: Tick | undefined): void {
    if (tick === undefined || tick.milliseconds < this.tick.milliseconds) return;
    const isLater = tick.milliseconds > this.tick.milliseconds || tick.counter > this.tick.counter;
    if (isLater) this.tick = tick;
  }
}
