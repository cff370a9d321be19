import { closeSync, existsSync, openSync } from 'node:fs';
import type { Checksum } from './wal-checksum.ts';
import {
  bytesAt,
  type Frame,
  frameHeaderBytes,
  framesOf,
  headerBytes,
  isHeadInOneSector,
  readHeader,
  sumAt,
} from './wal-frames.ts';
import { readWalIndex, type WalIndex } from './wal-index.ts';

// https://www.sqlite.org/fileformat2.html#walformat

/** A write-ahead log as far as it holds what was committed. */
export interface WalReading {
  /** Where the content of a page stands in the log, by page number. */
  readonly places: ReadonlyMap<number, number>;
  /** How many pages the file has with it; undefined where it holds no commit. */
  readonly pageCount: number | undefined;
  /**
   * Why what was committed is not all there, in words. SQLite would pass over it in silence: it takes the log to end
   * before the first frame that is wrong, as it has to be taken after a power cut.
   */
  readonly damage: string | undefined;
  /** Pages of which the log held the newest content, and no longer does. */
  readonly lostPages: ReadonlySet<number>;
  /** With damage: the data file has all that was committed to the log. */
  readonly isInFile: boolean;
}

const noWal: WalReading = {
  places: new Map(),
  pageCount: undefined,
  damage: undefined,
  lostPages: new Set(),
  isInFile: false,
};

/**
 * Reads the log of the data file at `path`.
 *
 * After a power cut the last commit, which was not yet synced, may be there in part: that is how SQLite knows that it
 * was not acknowledged, and is no damage. Nothing follows a commit, though, before it is synced. So a wrong frame is
 * damage where a commit behind it is followed by another frame that continues its checksum, and where the index says
 * that more was committed. What an aborted or rejected commit leaves behind fits neither: another has taken its place in
 * part, and nothing continues it.
 *
 * @param readMain the page in the data file itself, for a log whose own header cannot be read
 */
export function readWal(
  path: string,
  pageSize: number,
  readMain: (page: number) => Buffer | undefined,
): WalReading {
  let descriptor: number;
  try {
    descriptor = openSync(`${path}-wal`, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    const reading = readWithoutLog(path);
    // Another process may have made both since.
    return existsSync(`${path}-wal`) ? readWal(path, pageSize, readMain) : reading;
  }
  try {
    for (let tries = 0; ; tries++) {
      const index = readWalIndex(`${path}-shm`);
      const before = bytesAt(descriptor, 0, headerBytes);
      // SQLite cuts a log to nothing when all of it stands in the file. A power cut then may leave an index from before.
      if (before.length === 0) return noWal;
      if (before.length < headerBytes) return readWithoutLog(path);
      const header = readHeader(before, pageSize);
      const reading = header
        ? judge(framesOf(descriptor, pageSize, header), index?.salts.equals(header.salts) ? index : undefined)
        : judgeHeadless(descriptor, pageSize, sumAt(before, 24), readMain);
      // Another process may begin the log anew meanwhile.
      if (reading.damage === undefined || tries === 5) return reading;
      if (bytesAt(descriptor, 0, headerBytes).equals(before) && tries > 0) return reading;
    }
  } finally {
    closeSync(descriptor);
  }
}

/**
 * A log that is gone, or has no room for a commit. SQLite removes the index before the log, so that no power cut leaves an
 * index without one.
 */
function readWithoutLog(path: string): WalReading {
  const index = readWalIndex(`${path}-shm`);
  if (index === undefined || index.frames <= index.copied) return noWal;
  return {
    ...noWal,
    damage: `its write-ahead log is gone: none of ${index.frames} frames are there`,
  };
}

/** @param index what it knows of these frames: how many were committed, at least */
function judge(frames: Iterable<Frame>, index: WalIndex | undefined): WalReading {
  const known = index?.frames ?? 0;
  const taken = new Collected();
  let isWhole = true;
  let firstWrong = 0;
  let isProven = false;
  let last = 0;
  // Whether the frames that go on from each other up to here hold a commit.
  let hasCommit = false;
  let number = 0;
  for (const frame of frames) {
    number++;
    if (frame.isOfLog) last = number;
    if (isWhole && frame.isSound) {
      taken.add(frame);
      continue;
    }
    if (isWhole) {
      isWhole = false;
      firstWrong = number;
      taken.endWhole();
    }
    if (!frame.isOfLog && number > known) {
      hasCommit = false;
      continue;
    }
    if (frame.isSound) {
      if (hasCommit) isProven = true;
      hasCommit ||= frame.commit > 0;
    } else {
      hasCommit = frame.commit > 0 && isHeadInOneSector(frame.place - frameHeaderBytes);
    }
    taken.add(frame);
  }
  const committed = taken.wholeFrames(isWhole);
  if (committed < known) isProven = true;
  if (!isProven) return taken.whole(isWhole);
  const what =
    isWhole || firstWrong > number
      ? `${committed} of ${known} frames are there`
      : `frame ${firstWrong} of its write-ahead log is wrong, and more was committed after it`;
  const damage = isWhole ? `its write-ahead log was cut short: ${what}` : what;
  // Unless others wrote after the index was, of which nothing may be left but the log.
  const isInFile = index !== undefined && index.copied >= known && last <= known;
  return isInFile ? { ...noWal, damage, isInFile } : { ...taken.all(), damage, isInFile };
}

/** Collects the newest content of each page, commit by commit. */
class Collected {
  #committed = new Map<number, number>();
  #pageCount: number | undefined;
  #committedFrames = 0;
  #open: Frame[] = [];
  #added = 0;
  #atFirstWrong: { places: Map<number, number>; pageCount: number | undefined; frames: number } | undefined;
  readonly #lost = new Set<number>();

  add(frame: Frame): void {
    this.#added++;
    this.#open.push(frame);
    if (frame.commit === 0 || !frame.isSound) return;
    for (const { page, place, isSound } of this.#open.splice(0)) {
      if (isSound) {
        this.#committed.set(page, place);
        this.#lost.delete(page);
      } else {
        // An older page 1 still tells where the tables are.
        if (page !== 1) this.#committed.delete(page);
        this.#lost.add(page);
      }
    }
    this.#pageCount = frame.commit;
    this.#committedFrames = this.#added;
  }

  /** Notes how it was before the first frame that is wrong. */
  endWhole(): void {
    this.#atFirstWrong = {
      places: new Map(this.#committed),
      pageCount: this.#pageCount,
      frames: this.#committedFrames,
    };
  }

  wholeFrames(isWhole: boolean): number {
    return isWhole ? this.#committedFrames : (this.#atFirstWrong?.frames ?? 0);
  }

  whole(isWhole: boolean): WalReading {
    const { places, pageCount } = isWhole
      ? { places: this.#committed, pageCount: this.#pageCount }
      : (this.#atFirstWrong ?? { places: new Map<number, number>(), pageCount: undefined });
    return { ...noWal, places, pageCount };
  }

  all() {
    return { places: this.#committed, pageCount: this.#pageCount, lostPages: this.#lost };
  }
}

/**
 * A log whose header is wrong is one that SQLite passes over. It is damage where its frames hold commits that the data
 * file does not have already; those of a log that was written into the file and is to be begun anew, it has.
 */
function judgeHeadless(
  descriptor: number,
  pageSize: number,
  sum: Checksum,
  readMain: (page: number) => Buffer | undefined,
): WalReading {
  // By the second frame where there is one: damage to the header may have taken the first one with it.
  const salts = [1, 0]
    .map((frame) => bytesAt(descriptor, headerBytes + frame * (frameHeaderBytes + pageSize) + 8, 8))
    .find(({ length }) => length === 8);
  if (salts === undefined) return noWal;
  for (const isBigEndian of [false, true]) {
    const header = { isBigEndian, salts, sum };
    const taken = new Collected();
    for (const frame of framesOf(descriptor, pageSize, header)) if (frame.isOfLog) taken.add(frame);
    const { places, pageCount, lostPages } = taken.all();
    const isMissing = ([page, place]: [number, number]) =>
      !readMain(page)?.equals(bytesAt(descriptor, place, pageSize));
    if (pageCount === undefined || ![...places].some(isMissing)) continue;
    const damage = 'the header of its write-ahead log is wrong, and there are commits in it';
    return { places, pageCount, damage, lostPages, isInFile: false };
  }
  return noWal;
}
