import { quote } from '../../../contract/rules/rule.ts';
import { UsageError } from '../../errors/usage-error.ts';
import { formats } from '../formats.ts';
import type { OutputChoices } from '../output-options.ts';
import type { OutputPlan } from '../output-plan.ts';

/** How a result is looked at again and again. */
export interface WatchPlan {
  readonly intervalMs: number;
  /** Redraws a terminal; otherwise what is new or changed is printed below what was. */
  readonly redraws: boolean;
}

const LEAST = 0.5;
const MOST = 86_400;
const DEFAULT = 2;

/** Reads what was said about watching. Throws a UsageError where the format cannot show changes. */
export function planWatch(plan: OutputPlan, { interval }: OutputChoices): WatchPlan {
  const redraws = plan.isForTerminal && !formats[plan.format].appends;
  if (!redraws && (plan.format === 'json' || plan.format === 'yaml')) {
    throw new UsageError(
      `--watch makes no single ${plan.format === 'json' ? 'JSON' : 'YAML'} document; choose --output jsonl, an event a line`,
    );
  }
  if (!redraws && plan.query !== undefined) {
    throw new UsageError(
      '--query looks at whole results, and --watch prints changes here; leave one of them out',
    );
  }
  return { intervalMs: readInterval(interval) * 1000, redraws };
}

function readInterval(text: string | undefined): number {
  if (text === undefined) return DEFAULT;
  const seconds = text.trim() === '' ? Number.NaN : Number(text);
  if (seconds >= LEAST && seconds <= MOST) return seconds;
  throw new UsageError(`--interval ${quote(text)} is not a number of seconds from ${LEAST} to ${MOST}`);
}
