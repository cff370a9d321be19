import type { CommandContext } from '../../context.ts';
import { usageError } from '../../errors/cli-error.ts';
import { printItems } from '../../output/print-items.ts';
import { isForProgram } from '../../output/structured.ts';
import { noticeConsequence, noticeDone } from '../notices.ts';
import { performFor, type ReadyRun } from '../ready-run.ts';
import { runBatch } from './run-batch.ts';
import type { PathValues } from './targets.ts';

/** Runs an operation for many objects: their results are printed as a list, in the order in which they were named. */
export async function printBatch(ready: ReadyRun, context: CommandContext): Promise<void> {
  const { run, targets, plan } = ready;
  const { entry } = run;
  const { printer } = context;
  if (plan?.watch) throw usageError('--watch looks at one object; name one', { field: '--watch' });
  const asObjects = isForProgram(context);
  const isSilent = plan !== undefined || asObjects;
  const batch = {
    entry,
    targets: targets.values,
    asObjects,
    run: (target: PathValues) => performFor(ready, target, context),
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
