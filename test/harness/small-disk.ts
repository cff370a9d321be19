import { spawnSync } from 'node:child_process';
import { onTestFinished } from 'vitest';
import { temporaryDirectory } from './temporary-directory.ts';

/** A small disk of its own, or undefined where this user may not mount one. */
export function smallDisk(size: string): string | undefined {
  const directory = temporaryDirectory();
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', directory]).status !== 0)
    return undefined;
  onTestFinished(() => void spawnSync('umount', ['-l', directory]));
  return directory;
}

export const cannotMount = 'mounting a small disk needs root on Linux';
