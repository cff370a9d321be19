import { type Command, Option } from 'commander';
import { quote } from '../../contract/rules/rule.ts';
import { UsageError } from '../errors/usage-error.ts';
import { type OutputFormat, outputFormats } from '../output/formats.ts';
import { didYouMean } from './did-you-mean.ts';

/** What every command takes, as it was given: nothing here has been looked up in the environment. */
export interface GlobalOptions {
  /** Of `--output` or its short form `--json`. */
  readonly output: OutputFormat | undefined;
  /** Errors alone on stderr. */
  readonly quiet: boolean;
  readonly usesPager: boolean;
  /** Never ask, whoever sits there. */
  readonly noInput: boolean;
  /** Tell of each request and response. */
  readonly debug: boolean;
  readonly profile: string | undefined;
  readonly baseUrl: string | undefined;
  readonly apiKey: string | undefined;
  readonly sandbox: boolean;
  readonly data: string | undefined;
  readonly timeoutMs: number | undefined;
  readonly retries: number | undefined;
  /** The name of a file. */
  readonly caCert: string | undefined;
}

/** The heading of global options in help. */
export const globalGroup = 'Global options:';

const definitions = [
  {
    flags: '-o, --output <format>',
    description: `how to print: ${outputFormats.join(', ')} (default: table; env: TUNNELCTL_OUTPUT)`,
  },
  { flags: '--json', description: 'the same as -o json' },
  { flags: '-q, --quiet', description: 'nothing but errors on stderr' },
  { flags: '--no-pager', description: 'never show long output in a pager' },
  { flags: '--no-input', description: 'never ask for anything (env: TUNNELCTL_NO_INPUT)' },
  {
    flags: '--profile <name>',
    description: 'settings and key to use: a profile, or sandbox (env: TUNNELCTL_PROFILE)',
  },
  { flags: '--base-url <url>', description: 'where the API is (env: TUNNELCTL_BASE_URL)' },
  {
    flags: '--api-key <token>',
    description: 'token of an API key, @FILE or env:NAME (env: TUNNELCTL_API_KEY)',
  },
  { flags: '--sandbox', description: 'run against the service in this process: no server, no key' },
  { flags: '--data <file>', description: 'data file of --sandbox and serve; theirs by default' },
  { flags: '--timeout <seconds>', description: 'give up on a request after this long (default: 30)' },
  {
    flags: '--debug',
    description: 'log requests and responses on stderr, without secrets (env: TUNNELCTL_DEBUG)',
  },
  {
    flags: '--retries <number>',
    description: 'send a request again where that is safe (default: 2; 0: never)',
  },
  {
    flags: '--ca-cert <file>',
    description: 'also trust the authorities in a PEM file (env: TUNNELCTL_CA_CERT)',
  },
] as const;

/** Every global option that is followed by a value, in all its spellings. */
export const globalOptionsWithValue: ReadonlySet<string> = new Set(
  definitions
    .filter(({ flags }) => flags.includes('<'))
    .flatMap(({ flags }) => flags.split(/[ ,]+/).filter((part) => part.startsWith('-'))),
);

/** Offers the global options at this place of the command line. */
export function addGlobalOptions(command: Command): void {
  for (const { flags, description } of definitions) {
    const option = new Option(flags, description).helpGroup(globalGroup);
    // A command may mean something of its own by a name, as `wait` does by --timeout.
    if (!command.options.some(({ long }) => long === option.long)) command.addOption(option);
  }
}

/** The global options wherever they were given; the one furthest to the right counts. */
export function readGlobalOptions(command: Command): GlobalOptions {
  const { output, json, quiet, pager, input, debug, timeout, sandbox, ...rest } = collect(command);
  return {
    output: readFormat(output, json !== undefined),
    quiet: quiet !== undefined,
    usesPager: pager === undefined,
    noInput: input !== undefined,
    debug: debug !== undefined,
    timeoutMs: timeout === undefined ? undefined : readSeconds(timeout),
    sandbox: sandbox !== undefined,
    profile: rest.profile,
    baseUrl: rest.baseUrl,
    apiKey: rest.apiKey,
    data: rest.data,
    retries: rest.retries === undefined ? undefined : readRetries(rest.retries),
    caCert: rest.caCert,
  };
}

function collect(command: Command): Record<string, string | undefined> {
  // What was not given there (`--no-pager` counts as on until it is) must not hide what was given further left.
  const given = Object.entries(command.opts()).filter(
    ([name]) => command.getOptionValueSource(name) !== 'default',
  );
  return { ...(command.parent && collect(command.parent)), ...Object.fromEntries(given) };
}

function readFormat(text: string | undefined, isJson: boolean): OutputFormat | undefined {
  if (text === undefined) return isJson ? 'json' : undefined;
  if (isJson) throw new UsageError('--json and --output both say how to print; give one');
  const format = outputFormats.find((name) => name === text);
  if (format === undefined)
    throw new UsageError(
      `--output ${quote(text)} is not one of ${outputFormats.join(', ')}${didYouMean(text, outputFormats)}`,
    );
  return format;
}

const MOST_RETRIES = 10;

function readRetries(text: string): number {
  if (/^\d+$/.test(text) && Number(text) <= MOST_RETRIES) return Number(text);
  throw new UsageError(`--retries ${quote(text)} is not a whole number from 0 to ${MOST_RETRIES}`);
}

const LONGEST_TIMEOUT = 86_400;

function readSeconds(text: string): number {
  const seconds = text.trim() === '' ? Number.NaN : Number(text);
  if (!(seconds > 0 && seconds <= LONGEST_TIMEOUT)) {
    throw new UsageError(
      `--timeout ${quote(text)} is not a number of seconds from above 0 to ${LONGEST_TIMEOUT}`,
    );
  }
  return seconds * 1000;
}
