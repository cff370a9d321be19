import { randomBytes } from 'node:crypto';
import { lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isRunning, ownMark, processMark } from './process-mark.ts';

// A process that is killed leaves its drafts and temporary folders. Their names say whose they are, so that the next
// one that makes some there can tell them from those of a process that still runs, and from what is not ours at all.

/** What SQLite puts beside a file that it writes. */
export const besides = ['-wal', '-shm', '-journal'] as const;

const draftName = new RegExp(`^\\.tunnelctl-(${processMark})-[0-9a-f]{12}\\.part(${besides.join('|')})?$`);
const folderName = new RegExp(`^tunnelctl-(${processMark})-\\w{6}$`);

/** What another machine left in a folder that is shared with it is gone for good after a day. */
const longestForeignMs = 86_400_000;

/** A name for the draft of a file, beside it. */
export function draftOf(path: string): string {
  return join(dirname(path), `.tunnelctl-${ownMark()}-${randomBytes(6).toString('hex')}.part`);
}

/** Removes the drafts that processes left in a directory which run no more. Never throws. */
export function removeLeftDrafts(directory: string): void {
  removeLeft(directory, draftName);
}

/** Makes an empty folder for a run, nobody else's to look into, and removes those of runs that were killed. */
export function temporaryFolder(): string {
  const made = mkdtempSync(join(tmpdir(), `tunnelctl-${ownMark()}-`));
  removeLeft(tmpdir(), folderName);
  return made;
}

function removeLeft(directory: string, pattern: RegExp): void {
  for (const name of namesIn(directory)) {
    const [, mark] = pattern.exec(name) ?? [];
    if (mark !== undefined) removeIfLeft(join(directory, name), mark);
  }
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

function removeIfLeft(path: string, mark: string): void {
  try {
    const { uid, mtimeMs } = lstatSync(path);
    // Whoever may remove everything, as root may, still removes only what is theirs.
    if (process.getuid !== undefined && uid !== process.getuid()) return;
    const runs = isRunning(mark) ?? Date.now() - mtimeMs < longestForeignMs;
    if (!runs) rmSync(path, { recursive: true, force: true });
  } catch {
    // Another one was faster, or may and we may not.
  }
}
