import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { draftOf } from '../../src/files/leftovers.ts';
import { ownMark } from '../../src/files/process-mark.ts';

/** The mark of a process that has ended. */
export function markOfEnded(): string {
  const { pid } = spawnSync('true');
  return ownMark().replace(/^\d+/, String(pid));
}

/** Puts into a directory what a killed process would leave of a file, and what one that runs is writing. */
export function leaveDrafts(directory: string): { readonly killed: string; readonly running: string } {
  const running = basename(draftOf(join(directory, 'file')));
  const killed = running.replace(ownMark(), markOfEnded());
  // SQLite writes others beside the one that it was given.
  for (const name of [killed, `${killed}-wal`, running])
    writeFileSync(join(directory, name), 'half a secret');
  return { killed, running };
}
