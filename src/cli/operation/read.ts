import { pathParameters } from '../../contract/schema/resource.ts';
import { connectLater } from '../connect/connection.ts';
import type { CommandContext } from '../context.ts';
import { planResult, printResult } from './print.ts';
import { nameArgument, type OperationRun } from './run.ts';
import { readTargets, requireTargets, type Targets } from './targets.ts';

/** Runs an operation that only looks: decides what to print and of what, connects, prints what comes. */
export async function runReading(run: OperationRun, context: CommandContext): Promise<void> {
  const plan = await planResult(run, context);
  const service = connectLater(context);
  try {
    const targets = await findTargets(run, context);
    if (run.input.preview !== undefined) {
      const { previewRun } = await import('./preview-run.ts');
      return await previewRun(run, targets, {}, context);
    }
    const { client } = await service.open();
    await printResult({ run, targets, body: {}, client, plan }, context);
  } catch (error) {
    throw nameArgument(error, run.entry);
  } finally {
    await service.close();
  }

  async function findTargets({ entry, args }: OperationRun, context: CommandContext): Promise<Targets> {
    if (pathParameters(entry.operation).length === 0) return { values: [{}], missing: [], isBatch: false };
    const targets = await readTargets(entry, args, context.stdin);
    if (targets.missing.length === 0) return targets;
    const { askForInput } = await import('./ask-for-input.ts');
    const asked = await askForInput(run, targets, {}, service, context);
    requireTargets(asked, entry);
    return asked;
  }
}
