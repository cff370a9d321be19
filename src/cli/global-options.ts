import { type Command, Option } from 'commander';
import { quote } from '../contract/rules/rule.ts';
import { type OutputFormat, outputFormats } from './output/print-result.ts';
import { UsageError } from './usage-error.ts';

/** What every command takes, as it was given: nothing here has been looked up in the environment. */
export interface GlobalOptions {
  readonly output: OutputFormat | undefined;
  readonly baseUrl: string | undefined;
  readonly apiKey: string | undefined;
  readonly sandbox: boolean;
  readonly data: string | undefined;
  readonly timeoutMs: number | undefined;
}

/** The heading of global options in help. */
export const globalGroup = 'Global options:';

const definitions = [
  {
    flags: '-o, --output <format>',
    description: `how to print: ${outputFormats.join(', ')} (default: table)`,
  },
  { flags: '--base-url <url>', description: 'where the API is (env: TUNNELCTL_BASE_URL)' },
  { flags: '--api-key <token>', description: 'token of an API key, or @FILE (env: TUNNELCTL_API_KEY)' },
  { flags: '--sandbox', description: 'run against the service in this process: no server, no key' },
  { flags: '--data <file>', description: 'data file of --sandbox and serve; theirs by default' },
  { flags: '--timeout <seconds>', description: 'give up on a request after this long (default: 30)' },
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
    command.addOption(new Option(flags, description).helpGroup(globalGroup));
  }
}

/** The global options wherever they were given; the one furthest to the right counts. */
export function readGlobalOptions(command: Command): GlobalOptions {
  const { output, timeout, sandbox, ...rest } = collect(command);
  return {
    output: output === undefined ? undefined : readFormat(output),
    timeoutMs: timeout === undefined ? undefined : readSeconds(timeout),
    sandbox: sandbox !== undefined,
    baseUrl: rest.baseUrl,
    apiKey: rest.apiKey,
    data: rest.data,
  };
}

function collect(command: Command): Record<string, string | undefined> {
  return { ...(command.parent && collect(command.parent)), ...command.opts() };
}

function readFormat(text: string): OutputFormat {
  const format = outputFormats.find((name) => name === text);
  if (format === undefined)
    throw new UsageError(`--output ${quote(text)} is not one of ${outputFormats.join(', ')}`);
  return format;
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
