import { type Command, Option } from 'commander';
import { ProblemError, quote } from '../../../contract/rules/rule.ts';
import { parseTimestamp } from '../../../contract/rules/time.ts';
import type { ServeOptions } from '../../../hosting/serve.ts';
import { UsageError } from '../../errors/usage-error.ts';

/** What `serve` does wrong on purpose, and which time it believes in. */
export type FaultChoice = Pick<ServeOptions, 'faultInjection' | 'clock'>;

interface Given {
  readonly fault?: readonly string[];
  readonly faultSeed?: string;
  readonly rateLimit?: string;
  readonly clock?: string;
  readonly timeScale?: string;
}

const group = 'Going wrong on purpose:';

/** Offers what `readFaultOptions` reads. */
export function addFaultOptions(command: Command): void {
  const options = [
    new Option(
      '--fault <parts>',
      'let requests meet a fault, such as operation=endpoints.create,status=503,rate=0.2; may be repeated ' +
        '(sandbox faults add --help has all parts)',
    ).argParser((text: string, texts: readonly string[] = []) => [...texts, text]),
    new Option('--fault-seed <number>', 'let the same requests meet the same faults in every run'),
    new Option(
      '--rate-limit <requests/time>',
      'answer 429 to what an API key sends above it, such as 120/60s',
    ),
    new Option(
      '--clock <time>',
      "start the service's clock at a time, RFC 3339; best with --ephemeral: the times of a data file never go back",
    ),
    new Option('--time-scale <number>', 'let its clock run so many times faster; 0 stops it'),
  ];
  for (const option of options) command.addOption(option.helpGroup(group));
}

/** @throws UsageError; faults and rate are read by the service */
export function readFaultOptions(given: Given): FaultChoice {
  const { fault, faultSeed, rateLimit, clock, timeScale } = given;
  return {
    faultInjection: {
      faults: fault,
      faultSeed: faultSeed === undefined ? undefined : readSeed(faultSeed),
      rateLimit,
    },
    clock: {
      startMs: clock === undefined ? undefined : readClock(clock),
      scale: timeScale === undefined ? undefined : readScale(timeScale),
    },
  };
}

function readSeed(text: string): number {
  if (/^\d{1,10}$/.test(text) && Number(text) < 2 ** 32) return Number(text);
  throw new UsageError(`--fault-seed ${quote(text)} is not a whole number from 0 to ${2 ** 32 - 1}`);
}

/** What ids can hold, with room to go on. */
const [firstTime, lastTime] = ['2015-01-01T00:00:00Z', '2100-01-01T00:00:00Z'];

function readClock(text: string): number {
  try {
    const time = parseTimestamp(text);
    if (time >= Date.parse(firstTime) && time <= Date.parse(lastTime)) return time;
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    throw new UsageError(`--clock: ${error.message}`);
  }
  throw new UsageError(`--clock ${quote(text)} is not a time from ${firstTime} to ${lastTime}`);
}

function readScale(text: string): number {
  const scale = /^\d{1,5}(\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN;
  if (scale <= 86_400) return scale;
  throw new UsageError(
    `--time-scale ${quote(text)} is not a number from 0 to 86400; 60 makes a minute of a second`,
  );
}
