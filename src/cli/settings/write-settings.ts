import { chmodSync, mkdirSync } from 'node:fs';
import { systemProblem } from '../errors/system-problem.ts';
import { ownEntry } from './effective-settings.ts';
import { keysFile, keysSchema, readKeysFile, type StoredKey, type StoredKeys } from './keys-file.ts';
import { readSettingsFile, type StoredSettings, settingsFile, settingsSchema } from './settings-file.ts';

/**
 * Changes the settings file: read again right before, checked, and replaced as a whole, so that a damaged file is never
 * overwritten and a reader never sees half of one. Loads conf. Throws a CliError or an Error naming the file.
 */
export async function changeSettings(
  directory: string,
  change: (stored: StoredSettings) => StoredSettings,
): Promise<StoredSettings> {
  const write = await openFile(directory, 'settings', settingsSchema);
  const stored = change(readSettingsFile(directory));
  write(settingsFile(directory), stored);
  return stored;
}

/** Keeps the key of a profile, or with undefined forgets it. Says whether there was one before. */
export async function changeKey(
  directory: string,
  profile: string,
  key: StoredKey | undefined,
): Promise<boolean> {
  const write = await openFile(directory, 'keys', keysSchema);
  const stored = readKeysFile(directory);
  const before = ownEntry(stored, profile);
  const others: StoredKeys = Object.fromEntries(Object.entries(stored).filter(([name]) => name !== profile));
  if (before === undefined && key === undefined) return false;
  write(keysFile(directory), key === undefined ? others : { ...others, [profile]: key });
  return before !== undefined;
}

async function openFile(directory: string, name: string, schema: object) {
  const { default: Conf } = await import('conf');
  return (file: string, content: object) => {
    try {
      mkdirSync(directory, { recursive: true, mode: 0o700 });
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
      chmodSync(file, 0o600);
    } catch (error) {
      throw new Error(`cannot write ${file}: ${systemProblem(error)}`);
    }
  };
}
