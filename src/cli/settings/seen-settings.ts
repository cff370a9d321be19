import type { Streams } from '../streams.ts';
import { effectiveSettings } from './effective-settings.ts';
import { isSettingValue, type SettingValue, settingVariable } from './known-settings.ts';
import { variable } from './origin.ts';

/** What the command line says about output and profile, as far as that can be seen without parsing it. */
interface SeenOptions {
  output?: string;
  profile?: string;
  sandbox: boolean;
}

/**
 * What a setting comes to by option, environment or profile, for what is said before or without a command that runs:
 * the command line may be one that cannot be parsed, so it is only looked over. Undefined for what cannot be used.
 */
export function seenSetting<N extends 'output' | 'color'>(
  name: N,
  argv: readonly string[],
  streams: Streams,
): SettingValue<N> | undefined {
  const seen = lookOver(argv);
  const given = name === 'output' ? seen.output : undefined;
  const named = given ?? variable(streams.env, settingVariable(name) ?? '')?.value;
  if (named !== undefined) return isSettingValue(name, named) ? named : undefined;
  try {
    return effectiveSettings({ profile: seen.profile, sandbox: seen.sandbox }, streams).get(name)?.value;
  } catch {
    // What is wrong with the settings is itself the error to show, or does not matter.
    return undefined;
  }
}

function lookOver(argv: readonly string[]): SeenOptions {
  const seen: SeenOptions = { sandbox: false };
  for (let i = 0; i < argv.length; i++) {
    const argument = argv[i] as string;
    if (argument === '--') break;
    // `-o json`, `-ojson`, also behind other letters: `-qo json`.
    const [, short] = /^-[a-z]*?o(.*)$/.exec(argument) ?? [];
    const [, name, value] = /^--(output|profile)(?:=(.*))?$/s.exec(argument) ?? [];
    if (short !== undefined) seen.output = short || (argv[++i] ?? '');
    else if (name === 'output') seen.output = value ?? argv[++i] ?? '';
    else if (name === 'profile') seen.profile = value ?? argv[++i] ?? '';
    else if (argument === '--json') seen.output = 'json';
    else if (argument === '--sandbox') seen.sandbox = true;
  }
  return seen;
}
