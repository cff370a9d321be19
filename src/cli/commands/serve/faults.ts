import { ProblemError, quote } from '../../../contract/rules/rule.ts';
import { parseTimestamp } from '../../../contract/rules/time.ts';
import type { ServeOptions } from '../../../hosting/serve.ts';
import { type OptionDefinitions, option, repeatable, type ValuesOf } from '../../parser/options.ts';
import { decimalNumber, parsed, text, wholeNumber } from '../../parser/value-types.ts';

const place = { group: 'Going wrong on purpose:' };

/** What ids can hold, with room to go on. */
const [firstTime, lastTime] = ['2015-01-01T00:00:00Z', '2100-01-01T00:00:00Z'];

/** What `serve` does wrong on purpose, and which time it believes in. Faults and rate are read by the service. */
export const faultOptions = {
  faults: repeatable(
    '--fault <parts>',
    'let requests meet a fault, such as operation=endpoints.create,status=503,rate=0.2; may be repeated ' +
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
export type FaultChoice = Pick<ServeOptions, 'faultInjection' | 'clock'>;

export function readFaults(given: ValuesOf<typeof faultOptions>): FaultChoice {
  const { faults, faultSeed, rateLimit, clock, timeScale } = given;
  return {
    faultInjection: { faults, faultSeed, rateLimit },
    clock: { startMs: clock, scale: timeScale },
  };
}

/** Milliseconds since 1970. Throws a ProblemError. */
function parseClock(given: string): number {
  const time = parseTimestamp(given);
  if (time >= Date.parse(firstTime) && time <= Date.parse(lastTime)) return time;
  throw new ProblemError(`${quote(given)} is not a time from ${firstTime} to ${lastTime}`);
}
