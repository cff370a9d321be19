import { isAbsolute, join, resolve } from 'node:path';
import type { ObjectSchema } from '../../contract/schema/schema.ts';
import { formatProblem, validate } from '../../contract/schema/validate.ts';
import { readBounded } from '../../files/read-file.ts';
import { CliError, usageError } from '../errors/cli-error.ts';
import { systemProblem } from '../errors/system-problem.ts';
import { longest } from '../input/longest.ts';
import type { Streams } from '../streams.ts';
import { knownSettings, type SettingName, type SettingValues, settingNames } from './known-settings.ts';

/** What the settings file holds; nothing in it is secret. */
export interface StoredSettings {
  /** The profile that commands use when none is named. */
  readonly profile?: string;
  /** What holds whatever the profile, unless the profile says otherwise. */
  readonly settings?: SettingValues;
  readonly profiles?: Readonly<Record<string, SettingValues>>;
}

/** What a profile may be called. `sandbox` is built in: it may hold settings but has no base URL. */
export const profileName = '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$';

function membersOf(names: readonly SettingName[]): ObjectSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, knownSettings[name].schema])),
    // A newer version of the program may have written more.
    additionalProperties: true,
  };
}

/** The form of the settings file: what conf checks when it writes, and we when we read. */
export const settingsSchema = {
  type: 'object',
  properties: {
    profile: { type: 'string' },
    settings: membersOf(settingNames.filter((name) => !knownSettings[name].profileOnly)),
    profiles: { type: 'object', additionalProperties: membersOf(settingNames) },
  },
  additionalProperties: true,
} satisfies ObjectSchema;

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

/** The same for a command that writes there. Throws a CliError where there is no place. */
export function writableDirectory(surroundings: Surroundings): string {
  const directory = settingsDirectory(surroundings);
  if (directory !== undefined) return directory;
  throw usageError('no home directory to keep settings in; name a directory in TUNNELCTL_CONFIG_DIR');
}

export function settingsFile(directory: string): string {
  return join(directory, 'settings.json');
}

/** Reads the settings; without a file there are none. Throws a CliError for a file that is damaged. */
export function readSettingsFile(directory: string | undefined): StoredSettings {
  if (directory === undefined) return {};
  const file = settingsFile(directory);
  const text = readIfThere(file, 'settings file', () => readBounded(file, longest.ownFile).toString());
  if (text === undefined) return {};
  const value = parseJsonFile(file, text);
  const [problem] = validate(settingsSchema, value);
  if (problem === undefined) return value;
  throw damaged(file, formatProblem(problem));
}

/** What reading a file gives; undefined when there is none. Throws a CliError. @param what messages call it */
export function readIfThere<T>(file: string, what: string, read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new CliError('SETTINGS_UNREADABLE', `cannot read the ${what} ${file}: ${systemProblem(error)}`);
  }
}

/** The object that the text of a file is. Throws a CliError; its message never repeats the text. */
export function parseJsonFile(file: string, text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw damaged(file, 'it is not JSON');
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw damaged(file, 'it does not hold a JSON object');
}

export function damaged(file: string, problem: string): CliError {
  return new CliError('SETTINGS_UNREADABLE', `the file ${file} is damaged: ${problem}`, {
    hint: 'correct it, or move it away to start afresh; it was left as it is',
  });
}
