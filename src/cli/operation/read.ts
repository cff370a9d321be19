import { connectLater } from '../connect/connection.ts';
import type { CommandContext } from '../context.ts';
import { planResult, previewRun, printResult } from './print.ts';
import { nameArgument, type OperationRun } from './run.ts';
import { readTargets, requireTargets } from './targets.ts';

/** Runs an operation that only looks: decides what to print and of what, connects, prints what comes. */
export async function runReading(run: OperationRun, context: CommandContext): Promise<void> {
  const plan = await planResult(run, context);
  const service = connectLater(context);
  try {
    let targets = await readTargets(run.entry, run.args, context.stdin);
    if (targets.missing.length > 0) {
      const { askForInput } = await import('./ask-for-input.ts');
      targets = await askForInput(run, targets, {}, service, context);
      requireTargets(targets, run.entry);
    }
    if (run.input.preview !== undefined) {
      return await previewRun(run, targets, {}, context);
    }
    const { client } = await service.open();
    await printResult({ run, targets, body: {}, client, plan }, context);
  } catch (error) {
    throw nameArgument(error, run.entry);
  } finally {
    await service.close();
  }
}
