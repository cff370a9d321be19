import { endianness } from 'node:os';

/** The running checksum of a write-ahead log, https://www.sqlite.org/fileformat2.html#checksum_algorithm */
export type Checksum = readonly [number, number];

/** Continues a checksum over whole pairs of 32-bit words. */
export function continueChecksum(bytes: Buffer, isBigEndian: boolean, [first, second]: Checksum): Checksum {
  let a = first;
  let b = second;
  const words = wordsOf(bytes, isBigEndian);
  for (let i = 0; i + 1 < words.length; i += 2) {
    a = (a + (words[i] as number) + b) | 0;
    b = (b + (words[i + 1] as number) + a) | 0;
  }
  return [a >>> 0, b >>> 0];
}

export function isSame([a, b]: Checksum, [c, d]: Checksum): boolean {
  return a === c && b === d;
}

const isMachineBigEndian = endianness() === 'BE';

function wordsOf(bytes: Buffer, isBigEndian: boolean): Uint32Array {
  const isAsItStands = isBigEndian === isMachineBigEndian && bytes.byteOffset % 4 === 0;
  const own = isAsItStands ? bytes : Buffer.from(new Uint8Array(bytes).buffer);
  if (isBigEndian !== isMachineBigEndian) own.swap32();
  return new Uint32Array(own.buffer, own.byteOffset, own.length >> 2);
}
