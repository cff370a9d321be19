import { ownEntry } from '../../contract/schema/json-object.ts';
import type { Streams } from '../streams.ts';
import type { GlobalOptions } from './global-options.ts';
import {
  knownSettings,
  readSetting,
  type SettingName,
  type SettingValue,
  settingDefaults,
  settingVariable,
} from './known-settings.ts';
import { type Found, type Origin, variable } from './origin.ts';
import { chosenProfile } from './profile.ts';
import { readSettingsFile, type StoredSettings, settingsDirectory } from './settings-file.ts';

/** The options that choose or override settings. */
type SettingOptions = Pick<GlobalOptions, 'profile' | 'sandbox'> &
  Partial<Pick<GlobalOptions, 'output' | 'baseUrl' | 'timeout' | 'retries' | 'caCert'>>;

/** The settings that hold for one command, each with where it was found. */
export interface EffectiveSettings {
  /** Where the files are; undefined where there is no home. */
  readonly directory: string | undefined;
  readonly stored: StoredSettings;
  readonly profile: Found<string> | undefined;
  /** The value of a setting; undefined when nothing sets it. */
  get<N extends SettingName>(name: N): Found<SettingValue<N>> | undefined;
}

/**
 * Finds what holds for one command: option, environment, profile, settings of all profiles; defaults belong to who
 * asks. A profile that an option names stands above the environment in where to connect: `--profile staging` never
 * calls what the shell happens to export. A profile that does not exist holds nothing; `requireProfile` refuses it.
 * Reads one file. Throws a CliError; `get` throws a CliError for a bad variable.
 */
export function effectiveSettings(options: SettingOptions, streams: Streams): EffectiveSettings {
  const directory = settingsDirectory(streams);
  const stored = readSettingsFile(directory);
  const profile = chosenProfile(options, streams.env, stored);
  const name = profile?.value;
  const ofProfile = name === undefined ? {} : (ownEntry(stored.profiles, name) ?? {});
  const given = settingsOf(options);
  return {
    directory,
    stored,
    profile,
    get(setting) {
      const { profileOnly } = knownSettings[setting];
      const own = name === undefined ? undefined : found(ofProfile, setting, { from: 'profile', name });
      const isPinned = profileOnly && profile?.origin.from === 'option';
      return (
        found(given, setting, { from: 'option', name: `--${setting}` }) ??
        (isPinned ? own : undefined) ??
        fromEnvironment(streams.env, setting) ??
        own ??
        (profileOnly ? undefined : found(stored.settings ?? {}, setting, { from: 'settings' }))
      );
    },
  };
}

/** What holds for a setting, be it by default; undefined where nothing does. Of some setting, whichever it is. */
export function effectiveSetting(
  name: SettingName,
  settings: Pick<EffectiveSettings, 'get'>,
  env: Streams['env'],
): Found<unknown> | undefined {
  if (name === 'pager') return effectivePager(settings, env);
  const preset = settingDefaults[name];
  return (
    settings.get(name) ?? (preset === undefined ? undefined : { value: preset, origin: { from: 'default' } })
  );
}

/** The command that shows long output; an empty variable means none, as `cat` does, which the settings cannot say. */
export function effectivePager(settings: Pick<EffectiveSettings, 'get'>, env: Streams['env']): Found<string> {
  const byVariable = (name: string): Found<string> | undefined => {
    const value = env[name];
    return value === undefined
      ? undefined
      : { value: value.trim() === '' ? 'cat' : value, origin: { from: 'environment', name } };
  };
  return (
    byVariable('TUNNELCTL_PAGER') ??
    settings.get('pager') ??
    byVariable('PAGER') ?? { value: settingDefaults.pager, origin: { from: 'default' } }
  );
}

// What global options already read; other options are their commands' own.
function settingsOf({ output, baseUrl, timeout, retries, caCert }: SettingOptions) {
  return { output, 'base-url': baseUrl, timeout, retries, 'ca-cert': caCert };
}

function found<N extends SettingName>(
  values: Readonly<Partial<Record<SettingName, unknown>>>,
  setting: N,
  origin: Origin,
): Found<SettingValue<N>> | undefined {
  const value = values[setting] as SettingValue<N> | undefined;
  return value === undefined ? undefined : { value, origin };
}

function fromEnvironment<N extends SettingName>(
  env: Streams['env'],
  setting: N,
): Found<SettingValue<N>> | undefined {
  const name = settingVariable(setting);
  const given = name === undefined ? undefined : variable(env, name);
  return given && { value: readSetting(setting, given.value, name as string), origin: given.origin };
}
