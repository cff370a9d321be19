import { effectiveSettings } from '../settings/effective-settings.ts';
import type { OutputFormat } from '../settings/known-settings.ts';
import { variable } from '../settings/origin.ts';
import type { Streams } from '../streams.ts';
import { formats } from './formats.ts';

/** What the command line says about output and profile, as far as that can be seen without parsing it. */
interface SeenOptions {
  output?: string;
  profile?: string;
  sandbox: boolean;
}

/**
 * Whether errors are for a program: the output is json, jsonl or yaml, by option, environment or profile. It holds for
 * command lines that cannot be parsed too, so they are only looked over; a format that does not exist means text.
 */
export function wantsErrorObject(argv: readonly string[], streams: Streams): boolean {
  const seen = lookOver(argv);
  const named =
    seen.output ?? variable(streams.env, 'TUNNELCTL_OUTPUT')?.value ?? outputOfSettings(seen, streams);
  return named !== undefined && Object.hasOwn(formats, named) && formats[named as OutputFormat].isStructured;
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

function outputOfSettings({ profile, sandbox }: SeenOptions, streams: Streams): string | undefined {
  try {
    return effectiveSettings({ profile, sandbox }, streams).get('output')?.value;
  } catch {
    // What is wrong with the settings is itself the error to show, or does not matter.
    return undefined;
  }
}
