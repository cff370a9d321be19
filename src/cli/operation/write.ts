import { isDestructive } from '../../contract/schema/resource.ts';
import { connectLater } from '../connect/connection.ts';
import type { CommandContext } from '../context.ts';
import { takeKnownNames } from '../id-lookup/known-names.ts';
import { checkBody } from './body-check.ts';
import type { BodyFile } from './body-file.ts';
import { warnOfEmpty } from './notices.ts';
import { planResult, previewRun, printResult } from './print.ts';
import { nameRefusedMember } from './refused-member.ts';
import { lacksMembers, type Members, readBody, resolveTimes } from './request-body.ts';
import { nameArgument, type OperationRun } from './run.ts';
import { serviceNow } from './service-time.ts';
import { readTargets, requireTargets, type Targets } from './targets.ts';

/**
 * Runs an operation that changes something: reads the input and asks for what is missing, judges it, connects, asks
 * before something is taken away, sends, prints.
 */
export async function runWriting(run: OperationRun, context: CommandContext): Promise<void> {
  const plan = await planResult(run, context);
  const service = connectLater(context);
  const { entry } = run;
  let file: BodyFile | undefined;
  try {
    const { targets, body, timed } = await readInput();
    if (run.input.preview !== undefined) {
      return await previewRun(run, targets, body, context);
    }
    const isAsked = isDestructive(entry.operation) && !run.input.yes;
    const confirmation = isAsked ? await import('./confirm-run.ts') : undefined;
    confirmation?.requireConsent(context);
    const guard = async (guarded: Targets['values']) => {
      for (const one of run.plugins.guards) await one(guarded, run.input, context);
    };
    const { client: asked } = await service.open();
    const client = takeKnownNames(asked, entry, context, (target) => guard([target]));
    await confirmation?.confirmRun(entry, targets.values, client, context);
    await guard(targets.values);
    await warnOfEmpty(entry, body, context.printer);
    const sent = timed === undefined ? body : timed(await serviceNow(entry, client, context));
    await printResult({ run, targets, body: sent, client, plan }, context);
  } catch (error) {
    throw nameArgument(nameRefusedMember(error, run, file), entry);
  } finally {
    await service.close();
  }

  async function readInput(): Promise<Input> {
    const { given: texts, input } = run;
    const { operation } = entry;
    let targets = await readTargets(entry, run.args, context.stdin);
    file = input.fromFile && (await (await import('./body-file.ts')).readBodyFile(input.fromFile));
    const body = await readBody(texts, context, file?.members);
    if (targets.missing.length > 0 || lacksMembers(operation, body)) {
      const { askForInput } = await import('./ask-for-input.ts');
      targets = await askForInput(run, targets, body, service, context);
    }
    requireTargets(targets, entry);
    const given = structuredClone(body);
    const timed = (time: number) => withTimes(given, run, () => time);
    let isTimed = false as boolean;
    const checked = withTimes(body, run, () => {
      isTimed = true;
      return context.streams.clock.now();
    });
    await checkBody(run, checked, file);
    return { targets, body: checked, ...(isTimed && { timed }) };
  }
}

interface Input {
  readonly targets: Targets;
  readonly body: Members;
  /** The body again, by another time; present where some of it counts from now. */
  readonly timed?: (now: number) => Members;
}

/** The body with times in the place of what counts from now. */
function withTimes(body: Members, { flags, plugins }: OperationRun, now: () => number): Members {
  resolveTimes(flags, body, now);
  for (const prepare of plugins.prepare) prepare(body, now);
  return body;
}
