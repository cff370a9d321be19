import { dirname, isAbsolute, join } from 'node:path';
import { makeDirectory } from '../../files/directories.ts';
import { fieldError, usageError } from '../errors/cli-error.ts';
import { systemProblem } from '../errors/system-problem.ts';
import { filePath } from '../input/named-file.ts';
import type { GlobalOptions } from '../settings/global-options.ts';
import type { Target } from '../settings/target.ts';
import type { Streams } from '../streams.ts';

type Surroundings = Pick<Streams, 'env' | 'cwd'>;

/** The sandbox's file: the given one, or `tunnelctl/sandbox.db` in the user's data directory, which is made. */
export function dataFile(given: string | undefined, surroundings: Surroundings): string {
  const file = dataFilePath(given, surroundings);
  if (given !== undefined) return file;
  try {
    makeDirectory(dirname(file));
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
  if (given === '') throw fieldError('--data', 'names no file');
  return filePath(given, { env, cwd });
}

function dataDirectory(env: Streams['env']): string {
  const { XDG_DATA_HOME: data, HOME: home = env.USERPROFILE } = env;
  // The XDG base directory specification: a relative path is to be ignored.
  if (data !== undefined && isAbsolute(data)) return data;
  if (!home) throw usageError('no home directory to keep the sandbox in; name a file with --data');
  return join(home, '.local', 'share');
}

/**
 * What completion calls the service that a command runs against: the base URL, the same for all of its spellings, or
 * the sandbox's file.
 */
export function serviceName(
  target: Target,
  { data }: Pick<GlobalOptions, 'data'>,
  streams: Pick<Streams, 'env' | 'cwd'>,
): string {
  if (target.kind === 'sandbox') return `sandbox ${dataFilePath(data, streams)}`;
  const { value } = target.baseUrl;
  return URL.canParse(value) ? new URL(value).href.replace(/\/+$/, '') : value;
}
