import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

const MiB = 2 ** 20;

/** What is read at once of something whose length nobody knows: a pipe, a device, a file of /proc. */
const CHUNK = 256 * 1024;

/**
 * All that a file holds, however it is read: a regular file, a pipe, a device. Throws the system's error, and one with
 * the code EFBIG for what is longer than it may be, as soon as that is known: a stream that never ends is read no
 * further.
 * @param file its path, or a descriptor, which stays open
 * @param most in bytes
 */
export function readBounded(file: string | number, most: number): Buffer {
  if (typeof file === 'number') return readDescriptor(file, most);
  const descriptor = openSync(file, 'r');
  try {
    return readDescriptor(descriptor, most);
  } finally {
    closeSync(descriptor);
  }
}

function readDescriptor(descriptor: number, most: number): Buffer {
  const stat = fstatSync(descriptor);
  if (stat.isFile() && stat.size > most) throw tooLong(most);
  const chunks: Buffer[] = [];
  let length = 0;
  for (;;) {
    // The end of a regular file is found with the first byte that is not there.
    const chunk = Buffer.allocUnsafe(stat.isFile() ? Math.max(stat.size - length + 1, 4096) : CHUNK);
    const count = readSync(descriptor, chunk);
    if (count === 0) return chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, length);
    length += count;
    if (length > most) throw tooLong(most);
    chunks.push(chunk.subarray(0, count));
  }
}

/** The same of a stream, which is destroyed where it is cut. */
export async function readBoundedStream(
  stream: AsyncIterable<string | Uint8Array>,
  most: number,
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of stream) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    length += bytes.length;
    if (length > most) throw tooLong(most);
    chunks.push(bytes);
  }
  return Buffer.concat(chunks, length);
}

function tooLong(most: number): NodeJS.ErrnoException {
  return Object.assign(new Error(`it is longer than ${most / MiB} MiB`), { code: 'EFBIG' });
}
