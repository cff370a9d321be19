import type { Client } from '../../client/client.ts';
import type { CommandContext } from '../context.ts';
import type { OutputPlan } from '../output/output-plan.ts';
import type { WatchPlan } from '../output/watch/watch-plan.ts';
import { perform } from './perform.ts';
import type { OperationRun } from './run.ts';
import type { PathValues, Targets } from './targets.ts';

/** How the result of an operation is printed, and whether it is looked at again and again. */
export interface ResultPlan extends OutputPlan {
  readonly watch?: WatchPlan | undefined;
}

/** An operation with all that it needs. */
export interface ReadyRun {
  readonly run: OperationRun;
  readonly targets: Targets;
  readonly body: Readonly<Record<string, unknown>>;
  readonly client: Client;
  /** Undefined where the operation answers nothing. */
  readonly plan: ResultPlan | undefined;
}

/** Sends the request for one target, with what the command line asks for beyond it. */
export function performFor(
  { run: { plugins }, body, client }: ReadyRun,
  target: PathValues,
  context: CommandContext,
): Promise<unknown> {
  return perform({ entry: plugins.sent, target, body, client, context }, plugins.middlewares);
}
