import { closeSync, fsyncSync, mkdirSync, openSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** What a file system answers that has no way to put names on the disk at once, or a directory that cannot be read. */
const cannot = new Set(['EACCES', 'EINVAL', 'EISDIR', 'ENOTSUP', 'EPERM']);

/** Has the disk know what is in a file of ours. Throws the system's error. */
export function syncFile(file: string): void {
  // Windows syncs only what may be written.
  const descriptor = openSync(file, 'r+');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Has the disk know the names in a directory, as far as the system does that: fsync(2) of a file does not save its name
 * from a power cut. Throws the system's error where the disk fails.
 */
export function syncNames(directory: string): void {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(directory, 'r');
    fsyncSync(descriptor);
  } catch (error) {
    if (!cannot.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** Makes a directory, and those above it that are missing, so that a power cut takes none of them. Only its owner may enter. */
export function makeDirectory(directory: string): void {
  const first = mkdirSync(directory, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  const top = dirname(resolve(first));
  for (let made = resolve(directory); made !== top; made = dirname(made)) syncNames(dirname(made));
}
