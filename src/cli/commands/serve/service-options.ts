import { ProblemError, quote } from '../../../contract/rules/rule.ts';
import { parseTimestamp } from '../../../contract/rules/time.ts';
import type { LogFormat, LogLevel, ServeOptions } from '../../../hosting/serve.ts';
import { type OptionDefinitions, option, repeatable, type ValuesOf } from '../../parser/options.ts';
import { choice, decimalNumber, parsed, text, wholeNumber } from '../../parser/value-types.ts';
import type { Streams } from '../../streams.ts';

const place = { group: 'Going wrong on purpose:' };

/** What ids can hold, with room to go on. */
const [firstTime, lastTime] = ['2015-01-01T00:00:00Z', '2100-01-01T00:00:00Z'];

/** What `serve` does wrong on purpose, and which time it believes in. Faults and rate are read by the service. */
export const faultOptions = {
  faults: repeatable(
    '--fault <parts>',
    'let requests meet a fault, such as operation=endpoints.create,status=503,rate=0.2 ' +
      '(sandbox faults add --help has all parts)',
    text,
    place,
  ),
  faultSeed: option(
    '--fault-seed <number>',
    'let the same requests meet the same faults in every run',
    wholeNumber(0, 2 ** 32 - 1),
    place,
  ),
  rateLimit: option(
    '--rate-limit <requests/time>',
    'answer 429 to what an API key sends above it, such as 120/60s',
    text,
    place,
  ),
  clock: option(
    '--clock <time>',
    "start the service's clock at a time, RFC 3339; best with --ephemeral: the times of a data file never go back",
    parsed(parseClock),
    place,
  ),
  timeScale: option(
    '--time-scale <number>',
    'let its clock run so many times faster; 0 stops it',
    decimalNumber(0, 86_400, 'a number', '; 60 makes a minute of a second'),
    place,
  ),
} as const satisfies OptionDefinitions;

/** The same as the service takes it. */
export function readFaults(given: ValuesOf<typeof faultOptions>) {
  const { faults, faultSeed, rateLimit, clock, timeScale } = given;
  return {
    faultInjection: { faults, faultSeed, rateLimit },
    clock: { startMs: clock, scale: timeScale },
  } satisfies Partial<ServeOptions>;
}

/** Milliseconds since 1970. Throws a ProblemError. */
function parseClock(given: string): number {
  const time = parseTimestamp(given);
  if (time >= Date.parse(firstTime) && time <= Date.parse(lastTime)) return time;
  throw new ProblemError(`${quote(given)} is not a time from ${firstTime} to ${lastTime}`);
}

const formats = ['text', 'json'] as const satisfies readonly LogFormat[];
const levels = ['error', 'warn', 'info', 'debug', 'off'] as const satisfies readonly LogLevel[];

/** How `serve` tells of the requests that it answers. */
export const logOptions = {
  logFormat: option(
    `--log-format <${formats.join('|')}>`,
    'request log on stderr: text, or json on one line each',
    choice(formats),
  ),
  logLevel: option(
    `--log-level <${levels.join('|')}>`,
    'least that is logged: error, warn (refused callers too), info (every request), debug, off; ' +
      'info on a terminal or with --log-format, else warn',
    choice(levels),
  ),
} as const satisfies OptionDefinitions;

/** The same with its defaults. */
export interface LogChoice {
  readonly format: LogFormat;
  readonly level: LogLevel;
}

export function readLog(
  { logFormat, logLevel }: ValuesOf<typeof logOptions>,
  { stderrIsTTY }: Streams,
): LogChoice {
  const isWanted = stderrIsTTY || logFormat !== undefined;
  return { format: logFormat ?? 'text', level: logLevel ?? (isWanted ? 'info' : 'warn') };
}
