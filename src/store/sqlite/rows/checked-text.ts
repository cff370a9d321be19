import { crc32 } from 'node:zlib';

/** What was read is not what was written. */
export class ChecksumError extends Error {}

/** Hexadecimal digits of a CRC-32. */
const sumLength = 8;

/**
 * A text as it is stored: its CRC-32 before it, in 8 hexadecimal digits. The checksum covers the place, too, so that a
 * text that came to stand under another name is noticed.
 * @param place what the text is stored under, made by `placeOf`
 */
export function withChecksum(place: number, text: string): string {
  return crc32(text, place).toString(16).padStart(sumLength, '0') + text;
}

/** Between the parts of a text, and after each name of its place: no JSON and no id has it. */
export const separator = '\x1f';

/** The place of a text, from the columns that name it. It costs one pass over them: kept where it is used often. */
export function placeOf(...names: (string | number)[]): number {
  return crc32(names.join(separator) + separator);
}

/** The place of a text that names its place itself. */
export const anyPlace = 0;

/**
 * The text of a stored value. Values are read as blobs: the driver checks the encoding of texts, and aborts the
 * process at a wrong byte. The bytes are only decoded once they are known to be those that were written.
 * @throws ChecksumError when they are others
 */
export function checkedText(place: number, stored: unknown): string {
  const bytes = blob(stored);
  return checkedPart(place, bytes, 0, bytes.length);
}

/** The text of the part of a blob from `start` to `end`, in bytes. @throws ChecksumError */
export function checkedPart(place: number, stored: Buffer, start: number, end: number): string {
  checkPart(place, stored, start, end);
  return stored.toString('utf8', start + sumLength, end);
}

/** @throws ChecksumError when the part of a blob is not a text with its checksum */
export function checkPart(place: number, stored: Buffer, start: number, end: number): void {
  const from = start + sumLength;
  const sum = Number.parseInt(stored.toString('latin1', start, from), 16);
  if (from > end || crc32(stored.subarray(from, end), place) !== sum) {
    throw new ChecksumError('a checksum does not match');
  }
}

/** The stored value itself. @throws ChecksumError when it is no blob, as which all are read */
export function blob(stored: unknown): Buffer {
  if (Buffer.isBuffer(stored)) return stored;
  throw new ChecksumError('a value is not of the kind that was written');
}
