import { spawnSync } from 'node:child_process';

/**
 * Whether strace is here and may be used, which some containers do not allow (`ptrace`). What needs it is left out
 * elsewhere, and says so.
 */
export function mayTrace(): boolean {
  const { status } = spawnSync('strace', ['-qq', '-o', '/dev/null', 'true'], { stdio: 'ignore' });
  if (status !== 0) console.warn('strace is missing or may not be used here: what needs it is not shown');
  return status === 0;
}
