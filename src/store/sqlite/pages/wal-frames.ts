import { fstatSync, readSync } from 'node:fs';
import { type Checksum, continueChecksum, isSame } from './wal-checksum.ts';

// https://www.sqlite.org/fileformat2.html#walformat

export const headerBytes = 32;
export const frameHeaderBytes = 24;
const sectorBytes = 512;
const framesAtOnce = 128;

/** One frame of a write-ahead log, judged by the checksum that the frame before it holds. */
export interface Frame {
  readonly page: number;
  /** Pages in the file after this commit; 0 within one. */
  readonly commit: number;
  readonly isOfLog: boolean;
  readonly isSound: boolean;
  /** Where its page begins in the log. */
  readonly place: number;
}

/** What is checked of the log's own header. */
export interface Header {
  readonly isBigEndian: boolean;
  readonly salts: Buffer;
  readonly sum: Checksum;
}

/** The header of a log; undefined where it is wrong. */
export function readHeader(bytes: Buffer, pageSize: number): Header | undefined {
  const magic = bytes.readUInt32BE(0);
  if (magic !== 0x377f0682 && magic !== 0x377f0683) return undefined;
  const isBigEndian = magic === 0x377f0683;
  const sum = sumAt(bytes, 24);
  const isSound = isSame(continueChecksum(bytes.subarray(0, 24), isBigEndian, [0, 0]), sum);
  if (!isSound || bytes.readUInt32BE(8) !== pageSize) return undefined;
  return { isBigEndian, salts: bytes.subarray(16, 24), sum };
}

/** Every frame that the file has room for, in order. @param header its salts tell what is of this log */
export function* framesOf(descriptor: number, pageSize: number, header: Header): Generator<Frame> {
  const frameBytes = frameHeaderBytes + pageSize;
  const count = Math.floor((fstatSync(descriptor).size - headerBytes) / frameBytes);
  let stored = header.sum;
  let computed = header.sum;
  for (let first = 0; first < count; first += framesAtOnce) {
    const start = headerBytes + first * frameBytes;
    const chunk = bytesAt(descriptor, start, Math.min(framesAtOnce, count - first) * frameBytes);
    for (let at = 0; at + frameBytes <= chunk.length; at += frameBytes) {
      const page = chunk.readUInt32BE(at);
      const isOfLog = page > 0 && header.salts.equals(chunk.subarray(at + 8, at + 16));
      const sum = sumAt(chunk, at + 16);
      const from = (before: Checksum) => {
        const head = continueChecksum(chunk.subarray(at, at + 8), header.isBigEndian, before);
        return continueChecksum(
          chunk.subarray(at + frameHeaderBytes, at + frameBytes),
          header.isBigEndian,
          head,
        );
      };
      let isSound = false;
      if (isOfLog) {
        const expected = from(stored);
        isSound = isSame(expected, sum);
        // Where only the checksum of the frame before is wrong, its content goes on.
        if (!isSound && !isSame(stored, computed)) isSound = isSame(from(computed), sum);
        computed = isSound ? sum : expected;
      }
      stored = sum;
      const place = start + at + frameHeaderBytes;
      yield { page, commit: chunk.readUInt32BE(at + 4), isOfLog, isSound, place };
    }
  }
}

/** Whether the page number, commit mark and checksum of a frame were written at once, whatever was torn. */
export function isHeadInOneSector(start: number): boolean {
  return Math.floor(start / sectorBytes) === Math.floor((start + frameHeaderBytes - 1) / sectorBytes);
}

/** A checksum as it stands in a log. */
export function sumAt(bytes: Buffer, at: number): Checksum {
  return [bytes.readUInt32BE(at), bytes.readUInt32BE(at + 4)];
}

/** The bytes that are there from a position on, so many at most. */
export function bytesAt(descriptor: number, position: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  return bytes.subarray(0, readSync(descriptor, bytes, 0, length, position));
}
