import { closeSync, openSync, readSync } from 'node:fs';
import { endianness } from 'node:os';
import { continueChecksum, isSame } from './wal-checksum.ts';

// https://www.sqlite.org/walformat.html#the_wal_index_file_format

/** What the processes that had a file open knew of its write-ahead log. */
export interface WalIndex {
  /** How many frames are committed. They were on disk before this was written. */
  readonly frames: number;
  /** How many of them stand in the data file as well, and are not needed any more. */
  readonly copied: number;
  /** Which generation of the log they are of: the salts as they stand in its header. */
  readonly salts: Buffer;
}

const headerBytes = 48;
const isMachineBigEndian = endianness() === 'BE';

/**
 * Reads the index of the write-ahead log, `<file>-shm`, which a process that was killed leaves as it was. After a power
 * cut it is gone or older than the log, never ahead of it. Undefined where there is none that can be trusted.
 */
export function readWalIndex(path: string): WalIndex | undefined {
  const bytes = Buffer.alloc(2 * headerBytes + 4);
  try {
    const descriptor = openSync(path, 'r');
    try {
      if (readSync(descriptor, bytes, 0, bytes.length, 0) < bytes.length) return undefined;
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return undefined;
  }
  const header = bytes.subarray(0, headerBytes);
  const word = (at: number) => (isMachineBigEndian ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at));
  const copy = bytes.subarray(headerBytes, 2 * headerBytes);
  if (!header.equals(copy) || word(0) !== 3_007_000 || header[12] !== 1) return undefined;
  const sum = continueChecksum(header.subarray(0, 40), isMachineBigEndian, [0, 0]);
  if (!isSame(sum, [word(40), word(44)])) return undefined;
  return { frames: word(16), copied: word(2 * headerBytes), salts: Buffer.from(header.subarray(32, 40)) };
}
