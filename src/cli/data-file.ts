import { mkdirSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import type { Streams } from './streams.ts';
import { systemProblem } from './system-problem.ts';
import { UsageError } from './usage-error.ts';

/** The sandbox's file: the given one, or `tunnelctl/sandbox.db` in the user's data directory, which is made. */
export function dataFile(given: string | undefined, { env, cwd }: Pick<Streams, 'env' | 'cwd'>): string {
  if (given !== undefined) {
    if (given === '') throw new UsageError('--data names no file');
    return resolve(cwd, given);
  }
  const file = join(dataDirectory(env), 'tunnelctl', 'sandbox.db');
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new Error(
      `cannot make the directory of ${file}: ${systemProblem(error)}; name another file with --data`,
    );
  }
  return file;
}

function dataDirectory(env: Streams['env']): string {
  const { XDG_DATA_HOME: data, HOME: home = env.USERPROFILE } = env;
  // The XDG base directory specification: a relative path is to be ignored.
  if (data !== undefined && isAbsolute(data)) return data;
  if (!home) throw new UsageError('no home directory to keep the sandbox in; name a file with --data');
  return join(home, '.local', 'share');
}
