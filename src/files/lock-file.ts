import { closeSync, constants, lstatSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { isRunning, ownMark } from './process-mark.ts';

/** Another process holds a lock, and does not give it back. */
export class LockHeldError extends Error {
  override readonly name = 'LockHeldError';
  readonly file: string;
  /** Its process, where the lock says one. */
  readonly pid: string | undefined;

  constructor(file: string, mark: string) {
    const [pid] = mark.split('-');
    super(`${file} is held by ${pid ? `process ${pid}` : 'another process'}`);
    this.file = file;
    this.pid = pid || undefined;
  }
}

interface Clock {
  now(): number;
  sleep(ms: number): Promise<void>;
}

/** What is done under a lock takes milliseconds: one that nobody can be asked about is not held for so long. */
const longestForeignMs = 30_000;
const pauseMs = 5;

/**
 * Does some work, of which only one process at a time does any that is under the same lock: a file that is made where
 * there is none, which every file system does for one process alone (open(2), O_EXCL). What a killed process left of it
 * is no lock. Throws a LockHeldError where one holder keeps it too long, and the system's error where no file can be made.
 * @param work of milliseconds: others wait for it
 * @param longestWaitMs how long one and the same holder is waited for
 */
export async function withLock<T>(
  file: string,
  clock: Clock,
  work: () => T | Promise<T>,
  longestWaitMs = 10_000,
): Promise<T> {
  await acquire(file, clock, longestWaitMs);
  try {
    return await work();
  } finally {
    // Whoever thought us gone has it now.
    if (holderOf(file) === ownMark()) rmSync(file, { force: true });
  }
}

async function acquire(file: string, clock: Clock, longestWaitMs: number): Promise<void> {
  let seen: string | undefined;
  let since = clock.now();
  while (!create(file)) {
    const holder = holderOf(file);
    if (isLeft(file, holder, clock)) {
      await removeLeft(file, holder, clock);
      continue;
    }
    if (holder !== seen) since = clock.now();
    seen = holder;
    if (clock.now() - since >= longestWaitMs) throw new LockHeldError(file, holder);
    // Those who wait do not all come back at once.
    await clock.sleep(pauseMs + Math.random() * 4 * pauseMs);
  }
}

/** Two that both find it left must not remove one another's new one: who removes it holds a lock on that. */
async function removeLeft(file: string, holder: string, clock: Clock): Promise<void> {
  await withLock(`${file}.left`, clock, () => {
    if (holderOf(file) === holder) rmSync(file, { force: true });
  });
}

function create(file: string): boolean {
  let descriptor: number;
  try {
    descriptor = openSync(file, 'wx', 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
  try {
    writeSync(descriptor, ownMark());
    return true;
  } catch (error) {
    // A full disk. What says nobody's name would keep the others waiting.
    rmSync(file, { force: true });
    throw error;
  } finally {
    closeSync(descriptor);
  }
}

/** What a lock says; nothing where there is none any more, or its maker has not yet written, or never will. */
function holderOf(file: string): string {
  let descriptor: number | undefined;
  try {
    // A pipe in its place is not waited for.
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
    return readFileSync(descriptor, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

function isLeft(file: string, holder: string, clock: Clock): boolean {
  const runs = isRunning(holder);
  if (runs !== undefined) return !runs;
  const madeAt = lstatSync(file, { throwIfNoEntry: false })?.mtimeMs;
  // A time ahead is another machine's clock.
  return madeAt !== undefined && Math.abs(clock.now() - madeAt) > longestForeignMs;
}
