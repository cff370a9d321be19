import type { CommandContext } from '../context.ts';
import { fieldError } from '../errors/cli-error.ts';
import type { GlobalOptions } from '../settings/global-options.ts';
import {
  knownSettings,
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
    `how to print: ${outputFormats.join(', ')}`,
    setting('output', { words: outputFormats }),
    { ...place, fallback: 'table', variable: 'TUNNELCTL_OUTPUT' },
  ),
  json: toggle('--json', 'the same as -o json', place),
  quiet: toggle('-q, --quiet', 'nothing but errors on stderr', place),
  noPager: toggle('--no-pager', 'never show long output in a pager', place),
  noInput: toggle('--no-input', 'never ask for anything', { ...place, variable: 'TUNNELCTL_NO_INPUT' }),
  exactIds: toggle(
    '--exact-ids',
    'take nothing but whole ids for objects: no URLs, descriptions, beginnings',
    {
      ...place,
      variable: 'TUNNELCTL_EXACT_IDS',
    },
  ),
  profile: option(
    '--profile <name>',
    'settings and key to use: a profile, or sandbox',
    hinted({ source: 'profiles' }),
    { ...place, variable: 'TUNNELCTL_PROFILE' },
  ),
  baseUrl: option('--base-url <url>', 'where the API is', text, {
    ...place,
    variable: 'TUNNELCTL_BASE_URL',
  }),
  apiKey: option('--api-key <token>', 'token of an API key, @FILE or env:NAME', hinted({ path: 'at-file' }), {
    ...place,
    variable: 'TUNNELCTL_API_KEY',
  }),
  sandbox: toggle('--sandbox', 'run against the service in this process: no server, no key', place),
  data: option(
    '--data <file>',
    'data file of --sandbox and serve; theirs by default',
    hinted({ path: 'file' }),
    place,
  ),
  timeout: option('--timeout <seconds>', 'give up on a request after this long', setting('timeout'), {
    ...place,
    fallback: '30',
    variable: 'TUNNELCTL_TIMEOUT',
  }),
  debug: toggle('--debug', 'log requests and responses on stderr, without secrets', {
    ...place,
    variable: 'TUNNELCTL_DEBUG',
  }),
  retries: option(
    '--retries <number>',
    'send a request again where that is safe, so often; 0 for never',
    setting('retries'),
    { ...place, fallback: '2', variable: 'TUNNELCTL_RETRIES' },
  ),
  caCert: option('--ca-cert <file>', 'also trust the authorities in a PEM file', hinted({ path: 'file' }), {
    ...place,
    variable: 'TUNNELCTL_CA_CERT',
  }),
} as const satisfies OptionDefinitions;

/** An option that says what a setting says, judged as the setting is. */
function setting<N extends SettingName>(
  name: N,
  hint?: ValueType<unknown>['hint'],
): ValueType<SettingValue<N>> {
  const { type, enum: choices } = knownSettings[name].schema;
  return {
    hint,
    kind: String(type),
    choices: Array.isArray(choices) ? choices.map(String) : undefined,
    read: (given, flag) => readSetting(name, given, flag),
  };
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
    exactIds: value('exactIds'),
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
