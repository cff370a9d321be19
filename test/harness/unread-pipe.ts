import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { temporaryDirectory } from './temporary-directory.ts';

/** A pipe that nobody reads. */
export interface UnreadPipe {
  /** Its end for a process to write to. */
  readonly end: number;
  /** Leaves no room in it, by empty lines. */
  fill(): void;
  /** Takes out what is in it just now. */
  read(): string;
}

export function unreadPipe(): UnreadPipe {
  const file = join(temporaryDirectory(), 'pipe');
  execFileSync('mkfifo', [file]);
  const own = openSync(file, constants.O_RDWR | constants.O_NONBLOCK);
  // Opened by itself: that we do not wait for it is nothing that a process it is given to shares.
  const end = openSync(file, constants.O_WRONLY);
  onTestFinished(() => [own, end].forEach((descriptor) => void closeSync(descriptor)));
  const untilAgain = (step: () => void) => {
    try {
      for (;;) step();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    }
  };
  return {
    end,
    fill() {
      for (const length of [4096, 1]) untilAgain(() => writeSync(own, '\n'.repeat(length)));
    },
    read() {
      const chunks: string[] = [];
      const room = Buffer.alloc(65_536);
      untilAgain(() => chunks.push(room.toString('latin1', 0, readSync(own, room))));
      return chunks.join('');
    },
  };
}
