import { isAbsolute, join, resolve } from 'node:path';
import { UsageError } from '../errors/usage-error.ts';
import type { Streams } from '../streams.ts';

type Surroundings = Pick<Streams, 'env' | 'cwd'>;

/**
 * Where settings and keys are: `TUNNELCTL_CONFIG_DIR`, or `tunnelctl` in the user's configuration directory
 * (XDG base directory specification; on Windows in APPDATA). Undefined where there is no home.
 */
export function settingsDirectory(surroundings: Surroundings): string | undefined {
  const { env } = surroundings;
  if (env.TUNNELCTL_CONFIG_DIR) return resolve(surroundings.cwd, env.TUNNELCTL_CONFIG_DIR);
  const { XDG_CONFIG_HOME: config, APPDATA: appData, HOME: home = env.USERPROFILE } = env;
  // The specification: a relative path is to be ignored.
  if (config && isAbsolute(config)) return join(config, 'tunnelctl');
  if (process.platform === 'win32' && appData) return join(appData, 'tunnelctl');
  return home ? join(home, '.config', 'tunnelctl') : undefined;
}

/** The same for a command that writes there. Throws a UsageError where there is no place. */
export function writableDirectory(surroundings: Surroundings): string {
  const directory = settingsDirectory(surroundings);
  if (directory !== undefined) return directory;
  throw new UsageError('no home directory to keep settings in; name a directory in TUNNELCTL_CONFIG_DIR');
}
