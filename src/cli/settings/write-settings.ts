import { chmodSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ownEntry } from '../../contract/schema/json-object.ts';
import { makeDirectory, syncNames } from '../../files/directories.ts';
import { LockHeldError, withLock } from '../../files/lock-file.ts';
import { CliError } from '../errors/cli-error.ts';
import { isSystemError, systemProblem } from '../errors/system-problem.ts';
import type { Streams } from '../streams.ts';
import { keysFile, keysSchema, readKeysFile, type StoredKey } from './keys-file.ts';
import {
  readSettingsFile,
  type StoredSettings,
  settingsFile,
  settingsSchema,
  writableDirectory,
} from './settings-file.ts';

/** What is stored, while nobody else can change it. Each throws a CliError for a file that is damaged. */
export interface OpenSettings {
  readonly settings: StoredSettings;
  /** The key of a profile, as its own: not what an object inherits. */
  keyOf(profile: string): StoredKey | undefined;
  change(settings: StoredSettings): void;
  /** With undefined it is forgotten. */
  changeKey(profile: string, key: StoredKey | undefined): void;
}

/**
 * Changes settings, keys or both as one: what is there is read, changed and replaced under a lock, so that of several
 * that change them at once none takes another's change back. A damaged file is never overwritten, and a reader sees
 * no half of one. Loads conf. Throws a CliError, or an Error that names the file.
 * @param change short: others wait for it
 */
export async function changeSettings<T>(
  streams: Pick<Streams, 'env' | 'cwd' | 'clock'>,
  change: (stored: OpenSettings) => T,
): Promise<T> {
  const directory = writableDirectory(streams);
  const { default: Conf } = await import('conf');
  const files = { settings: settingsFile(directory), keys: keysFile(directory) };
  const replace = (name: keyof typeof files, schema: object, content: object) =>
    writing(files[name], () => {
      removeLeftDrafts(files[name]);
      const conf = new Conf<Record<string, unknown>>({
        cwd: directory,
        configName: name,
        configFileMode: 0o600,
        // A dot in a profile's name is a part of it.
        accessPropertiesByDotNotation: false,
        rootSchema: { ...schema, properties: undefined },
        schema: (schema as { properties?: Record<string, object> }).properties ?? {},
        serialize: (value) => `${JSON.stringify(value, null, 2)}\n`,
      });
      conf.store = { ...content };
      // What was there before may have had another mode.
      chmodSync(files[name], 0o600);
      // A key may be the only one that still works.
      syncNames(dirname(realPathOf(files[name])));
    });
  const stored: OpenSettings = {
    get settings() {
      return readSettingsFile(directory);
    },
    keyOf: (profile) => ownEntry(readKeysFile(directory), profile),
    change: (settings) => replace('settings', settingsSchema, settings),
    changeKey(profile, key) {
      const { [profile]: _, ...others } = readKeysFile(directory);
      if (key === undefined && stored.keyOf(profile) === undefined) return;
      replace('keys', keysSchema, key === undefined ? others : { ...others, [profile]: key });
    },
  };
  writing(files.settings, () => makeDirectory(directory));
  return withLock(join(directory, 'settings.lock'), streams.clock, () => change(stored)).catch((error) => {
    throw lockProblem(error, files.settings);
  });
}

function writing(file: string, write: () => unknown): void {
  try {
    write();
  } catch (error) {
    throw new Error(`cannot write ${file}: ${systemProblem(error)}`);
  }
}

function lockProblem(error: unknown, settings: string): unknown {
  if (isSystemError(error)) return new Error(`cannot write ${settings}: ${systemProblem(error)}`);
  if (!(error instanceof LockHeldError)) return error;
  const { file, pid } = error;
  const hint =
    pid === undefined
      ? `try again; where nothing else changes settings, remove ${file}`
      : `see what process ${pid} is doing; where it is no tunnelctl, remove ${file}`;
  return new CliError('SETTINGS_LOCKED', `cannot change the settings: the lock ${error.message}`, { hint });
}

/**
 * Removes what conf leaves of a file when it is killed, which for keys holds secrets. Nobody else is writing it: that is
 * what the lock is for.
 */
function removeLeftDrafts(file: string): void {
  const path = realPathOf(file);
  for (const name of readdirSync(dirname(path))) {
    const isDraft = name.startsWith(`${basename(path)}.tmp-`) && /\.tmp-\d{10}[0-9a-f]{6}$/.test(name);
    if (isDraft) rmSync(join(dirname(path), name), { force: true });
  }
}

/** The file that conf writes, which follows a link. */
function realPathOf(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}
