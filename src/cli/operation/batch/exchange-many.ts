import type { Client } from '../../../client/client.ts';
import type { CommandContext } from '../../context.ts';
import { UsageError } from '../../errors/usage-error.ts';
import type { Input } from '../../input/read-input.ts';
import { isForProgram } from '../../output/for-program.ts';
import { printItems, type ResultPlan } from '../../output/print-result.ts';
import { noticeConsequence, noticeDone } from '../notices.ts';
import type { OperationRun } from '../run-operation.ts';
import { runBatch } from './run-batch.ts';
import type { PathValues } from './targets.ts';

/** Runs an operation for many objects: their results are printed as a list, in the order in which they were named. */
export async function exchangeMany(
  { entry, options }: OperationRun,
  { targets, body }: Input,
  plan: ResultPlan | undefined,
  client: Client,
  context: CommandContext,
): Promise<void> {
  const { operation } = entry;
  const { printer, streams } = context;
  if (plan?.watch) throw new UsageError('--watch looks at one object; name one');
  const asObjects = isForProgram(options, streams);
  const isSilent = plan !== undefined || asObjects;
  const batch = {
    entry,
    targets: targets.values,
    asObjects,
    run: (target: PathValues) => client.send(operation, target, operation.body && body),
    ...(!isSilent && { done: (target: PathValues) => noticeDone(entry, target, printer) }),
  };
  const results = runBatch(batch, context);
  if (plan) return printItems(plan, results, context);
  let count = 0;
  for await (const _ of results) count += 1;
  if (isSilent) return;
  if (count > 0) await noticeConsequence(entry, printer);
  else if (targets.values.length === 0) await printer.notice('no ids on stdin; nothing to do');
}
