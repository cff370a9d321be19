import type { Client } from '../../../client/client.ts';
import { ApiError } from '../../../client/errors.ts';
import type { CatalogueEntry } from '../../../contract/index.ts';
import { CliError } from '../../errors/cli-error.ts';
import { interruptible } from '../../input/signals.ts';
import type { Streams } from '../../streams.ts';
import { liveLine, sleepVisibly } from '../../terminal/live-line.ts';
import { sanitizeLine } from '../../terminal/sanitize.ts';
import { commandWords } from '../../words/command-words.ts';
import { type Condition, formatCondition, isMet, shownValue } from './condition.ts';

/** One wait: what for, and how long at most. */
export interface Wait {
  /** The resource's `get`. */
  readonly entry: CatalogueEntry;
  readonly parameters: Readonly<Record<string, string>>;
  readonly condition: Condition;
  readonly timeoutMs: number;
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5000;

/**
 * Gets an object again and again until it is as it should be: its record then, undefined once it is gone. Throws an
 * ApiError when there is no such object (unless that is waited for), a CliError when time is up.
 */
export async function waitFor(wait: Wait, client: Client, streams: Streams): Promise<unknown> {
  const { clock } = streams;
  const line = liveLine(streams);
  const end = clock.now() + wait.timeoutMs;
  return interruptible(streams, async (signal) => {
    try {
      for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(Math.round(pause * 1.5), LONGEST_PAUSE_MS)) {
        const record = await look(wait, client);
        if (isMet(wait.condition, record)) return record;
        const left = end - clock.now();
        if (left <= 0) throw timedOut(wait, record);
        const waitsFor = `waiting for ${formatCondition(wait.condition)}; ${nowIs(wait, record)}`;
        const describe = () => `${waitsFor}, ${Math.ceil((end - clock.now()) / 1000)} s left`;
        await sleepVisibly(line, Math.min(pause, left), { clock, signal, describe });
      }
    } finally {
      line.clear();
    }
  });
}

async function look({ entry, parameters, condition }: Wait, client: Client): Promise<unknown> {
  try {
    return await client.send(entry.operation, parameters);
  } catch (error) {
    // A member of what is not there never gets a value; only these two wait for it to come or go.
    if (!(error instanceof ApiError && error.status === 404) || condition.kind === 'member') throw error;
    return undefined;
  }
}

function timedOut(wait: Wait, record: unknown): CliError {
  const { entry, parameters, condition, timeoutMs } = wait;
  const name = sanitizeLine(Object.values(parameters).at(-1) ?? '');
  const message = `${name} is not ${formatCondition(condition)} after ${timeoutMs / 1000} s: ${nowIs(wait, record)}`;
  const next = [[commandWords(entry), ...Object.values(parameters)].join(' ')];
  return new CliError('WAIT_TIMED_OUT', message, { hint: 'allow more with --wait-timeout', next });
}

function nowIs({ condition }: Wait, record: unknown): string {
  if (condition.kind !== 'member') return record === undefined ? 'it does not exist' : 'it still exists';
  return `now ${condition.path.join('.')} is ${shownValue(condition, record)}`;
}
