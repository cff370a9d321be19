import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

// What is kept to be quicker, or of use: nobody misses it, so anything that is wrong with it is as if it were not there.

/** More than anything that is kept. */
const mostBytes = 16 * 1024 * 1024;

/** The text of a file that keeps a value: a digest in front tells damage from what was written. */
export function cacheText(value: unknown): string {
  const text = JSON.stringify(value);
  return `${digest(text)} ${text}`;
}

/**
 * The value that a file keeps. Undefined where it is none of ours: damaged, another user's or open to others, endless, no
 * file at all. Never throws, and never waits.
 */
export function readCacheFile(file: string): unknown {
  try {
    const text = readOwn(file);
    const [sum = ''] = text.split(' ', 1);
    const value = text.slice(sum.length + 1);
    return digest(value) === sum ? JSON.parse(value) : undefined;
  } catch {
    return undefined;
  }
}

function readOwn(file: string): string {
  // A pipe is not waited for.
  const descriptor = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stat = fstatSync(descriptor);
    const isOurs =
      process.getuid === undefined || (stat.uid === process.getuid() && (stat.mode & 0o022) === 0);
    return isOurs && stat.isFile() && stat.size <= mostBytes ? readFileSync(descriptor, 'utf8') : '';
  } finally {
    closeSync(descriptor);
  }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
