import { usageError } from '../../errors/cli-error.ts';
import { formats } from '../formats.ts';
import type { OutputPlan } from '../output-plan.ts';

/** How a result is looked at again and again. */
export interface WatchPlan {
  readonly intervalMs: number;
  /** Redraws a terminal; otherwise what is new or changed is printed below what was. */
  readonly redraws: boolean;
}

/** What is watched, as those who show it need it. */
export interface Watched extends WatchPlan {
  readonly plan: OutputPlan;
  readonly isList: boolean;
  /** The command that shows it once. */
  readonly words: string;
  /** How many items are shown at most. */
  readonly limit: number;
}

const DEFAULT_SECONDS = 2;

/** @param interval seconds between two looks. Throws a CliError where the format cannot show changes. */
export function planWatch(plan: OutputPlan, interval = DEFAULT_SECONDS): WatchPlan {
  const redraws = plan.isForTerminal && !formats[plan.format].appends;
  if (!redraws && (plan.format === 'json' || plan.format === 'yaml')) {
    throw usageError(
      `--watch makes no single ${plan.format === 'json' ? 'JSON' : 'YAML'} document; choose --output jsonl, an event a line`,
      { field: '--watch' },
    );
  }
  if (!redraws && plan.query !== undefined) {
    throw usageError(
      '--query looks at whole results, and --watch prints changes here; leave one of them out',
      { field: '--query' },
    );
  }
  return { intervalMs: interval * 1000, redraws };
}
