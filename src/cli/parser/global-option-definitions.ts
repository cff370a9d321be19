import type { CommandContext } from '../context.ts';
import { fieldError } from '../errors/cli-error.ts';
import type { GlobalOptions } from '../settings/global-options.ts';
import {
  outputFormats,
  readSetting,
  type SettingName,
  type SettingValue,
} from '../settings/known-settings.ts';
import type { GivenOptions } from './given-options.ts';
import { type OptionDefinition, type OptionDefinitions, option, toggle, type ValueType } from './options.ts';
import { hinted, text } from './value-types.ts';

/** The heading of global options in help. */
export const globalGroup = 'Global options:';

const place = { group: globalGroup };

/** What every command takes, anywhere on the command line. Defaults are the settings'. */
export const globalOptions = {
  output: option(
    '-o, --output <format>',
    `how to print: ${outputFormats.join(', ')} (default: table; env: TUNNELCTL_OUTPUT)`,
    setting('output', { words: outputFormats }),
    place,
  ),
  json: toggle('--json', 'the same as -o json', place),
  quiet: toggle('-q, --quiet', 'nothing but errors on stderr', place),
  noPager: toggle('--no-pager', 'never show long output in a pager', place),
  noInput: toggle('--no-input', 'never ask for anything (env: TUNNELCTL_NO_INPUT)', place),
  profile: option(
    '--profile <name>',
    'settings and key to use: a profile, or sandbox (env: TUNNELCTL_PROFILE)',
    hinted({ source: 'profiles' }),
    place,
  ),
  baseUrl: option('--base-url <url>', 'where the API is (env: TUNNELCTL_BASE_URL)', text, place),
  apiKey: option(
    '--api-key <token>',
    'token of an API key, @FILE or env:NAME (env: TUNNELCTL_API_KEY)',
    hinted({ path: 'at-file' }),
    place,
  ),
  sandbox: toggle('--sandbox', 'run against the service in this process: no server, no key', place),
  data: option(
    '--data <file>',
    'data file of --sandbox and serve; theirs by default',
    hinted({ path: 'file' }),
    place,
  ),
  timeout: option(
    '--timeout <seconds>',
    'give up on a request after this long (default: 30)',
    setting('timeout'),
    place,
  ),
  debug: toggle(
    '--debug',
    'log requests and responses on stderr, without secrets (env: TUNNELCTL_DEBUG)',
    place,
  ),
  retries: option(
    '--retries <number>',
    'send a request again where that is safe (default: 2; 0: never)',
    setting('retries'),
    place,
  ),
  caCert: option(
    '--ca-cert <file>',
    'also trust the authorities in a PEM file (env: TUNNELCTL_CA_CERT)',
    hinted({ path: 'file' }),
    place,
  ),
} as const satisfies OptionDefinitions;

/** An option that says what a setting says, judged as the setting is. */
function setting<N extends SettingName>(
  name: N,
  hint?: ValueType<unknown>['hint'],
): ValueType<SettingValue<N>> {
  return { hint, read: (given, flag) => readSetting(name, given, flag) };
}

/** Every global option that is followed by a value, in all its spellings. */
export const globalOptionsWithValue: ReadonlySet<string> = new Set(
  Object.values(globalOptions)
    .filter(({ flags }) => flags.includes('<'))
    .flatMap(({ flags }) => flags.split(/[ ,]+/).filter((part) => part.startsWith('-'))),
);

/** Reads them. Throws a CliError. */
export function readGlobalOptions(given: GivenOptions): GlobalOptions {
  // None of them reads anything but its own text.
  const context = undefined as unknown as CommandContext;
  const value = <N extends keyof typeof globalOptions>(name: N) =>
    given.readOne(globalOptions[name], context) as ReadValue<(typeof globalOptions)[N]>;
  const output = value('output');
  if (output !== undefined && value('json')) {
    throw fieldError('--json', 'and --output both say how to print; give one');
  }
  return {
    output: output ?? (value('json') ? 'json' : undefined),
    quiet: value('quiet'),
    usesPager: !value('noPager'),
    noInput: value('noInput'),
    debug: value('debug'),
    profile: value('profile'),
    baseUrl: value('baseUrl'),
    apiKey: value('apiKey'),
    sandbox: value('sandbox'),
    data: value('data'),
    timeout: value('timeout'),
    retries: value('retries'),
    caCert: value('caCert'),
  };
}

type ReadValue<D> = D extends OptionDefinition<infer T> ? T : never;
