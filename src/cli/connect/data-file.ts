import { mkdirSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { systemProblem } from '../errors/system-problem.ts';
import { UsageError } from '../errors/usage-error.ts';
import type { Streams } from '../streams.ts';

type Surroundings = Pick<Streams, 'env' | 'cwd'>;

/** The sandbox's file: the given one, or `tunnelctl/sandbox.db` in the user's data directory, which is made. */
export function dataFile(given: string | undefined, surroundings: Surroundings): string {
  const file = dataFilePath(given, surroundings);
  if (given !== undefined) return file;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new Error(
      `cannot make the directory of ${file}: ${systemProblem(error)}; name another file with --data`,
    );
  }
  return file;
}

/** Where the sandbox's file is or would be; nothing is made. */
export function dataFilePath(given: string | undefined, { env, cwd }: Surroundings): string {
  if (given === undefined) return join(dataDirectory(env), 'tunnelctl', 'sandbox.db');
  if (given === '') throw new UsageError('--data names no file');
  return resolve(cwd, given);
}

function dataDirectory(env: Streams['env']): string {
  const { XDG_DATA_HOME: data, HOME: home = env.USERPROFILE } = env;
  // The XDG base directory specification: a relative path is to be ignored.
  if (data !== undefined && isAbsolute(data)) return data;
  if (!home) throw new UsageError('no home directory to keep the sandbox in; name a file with --data');
  return join(home, '.local', 'share');
}
