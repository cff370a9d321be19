import type { Writable } from 'node:stream';
import { write } from '../../printer.ts';

/** More than a reader that is merely slow leaves behind. */
const mostWaitingBytes = 64 * 1024;

export interface LogWriter {
  /** Takes an entry, without a line break at its end. */
  readonly write: (entry: string) => void;
  /** How many entries were not written: nobody read them, or the disk is full. */
  readonly lost: () => number;
}

/**
 * Writes log entries. Those that cannot be written are counted instead of kept, which is told as soon as something can
 * be written again.
 */
export function logWriter(stderr: Writable): LogWriter {
  let lost = 0;
  let untold = 0;
  const hasRoom = () => stderr.writableLength <= mostWaitingBytes;
  const lose = () => {
    lost += 1;
    untold += 1;
  };
  const tell = () => {
    if (untold === 0 || !hasRoom()) return;
    const told = untold;
    untold = 0;
    const entries = told === 1 ? '1 log entry was' : `${told} log entries were`;
    write(stderr, `${entries} lost: nothing could be written here\n`).catch(() => {
      untold += told;
    });
  };
  return {
    write(entry) {
      if (!hasRoom()) return lose();
      tell();
      write(stderr, `${entry}\n`).then(tell, lose);
    },
    lost: () => lost,
  };
}
