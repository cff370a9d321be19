import { isDestructive } from '../../contract/schema/resource.ts';
import { connectLater } from '../connect/connection.ts';
import type { CommandContext } from '../context.ts';
import { checkBody } from './body-check.ts';
import { warnOfEmpty } from './notices.ts';
import { planResult, previewRun, printResult } from './print.ts';
import { lacksMembers, type Members, readBody, resolveTimes } from './request-body.ts';
import { nameArgument, type OperationRun } from './run.ts';
import { readTargets, requireTargets, type Targets } from './targets.ts';

/**
 * Runs an operation that changes something: reads the input and asks for what is missing, judges it, connects, asks
 * before something is taken away, sends, prints.
 */
export async function runWriting(run: OperationRun, context: CommandContext): Promise<void> {
  const plan = await planResult(run, context);
  const service = connectLater(context);
  const { entry } = run;
  try {
    const { targets, body } = await readInput();
    if (run.input.preview !== undefined) {
      return await previewRun(run, targets, body, context);
    }
    const isAsked = isDestructive(entry.operation) && !run.input.yes;
    const confirmation = isAsked ? await import('./confirm-run.ts') : undefined;
    confirmation?.requireConsent(context);
    const { client } = await service.open();
    await confirmation?.confirmRun(entry, targets.values, client, context);
    for (const guard of run.plugins.guards) await guard(targets.values, run.input, context);
    await warnOfEmpty(entry, body, context.printer);
    await printResult({ run, targets, body, client, plan }, context);
  } catch (error) {
    throw nameArgument(error, entry);
  } finally {
    await service.close();
  }

  async function readInput(): Promise<{ targets: Targets; body: Members }> {
    const { flags, given, input } = run;
    const { operation } = entry;
    let targets = await readTargets(entry, run.args, context.stdin);
    const file = input.fromFile && (await (await import('./body-file.ts')).readBodyFile(input.fromFile));
    const body = await readBody(given, context, file?.members);
    if (targets.missing.length > 0 || lacksMembers(operation, body)) {
      const { askForInput } = await import('./ask-for-input.ts');
      targets = await askForInput(run, targets, body, service, context);
    }
    requireTargets(targets, entry);
    resolveTimes(flags, body, context.streams.clock.now());
    for (const prepare of run.plugins.prepare) prepare(body, context);
    await checkBody(run, body, file);
    return { targets, body };
  }
}
