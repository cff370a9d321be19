import { statSync } from 'node:fs';
import { readBounded } from '../../../files/read-file.ts';
import { writeWholeFile } from '../../../files/write-file.ts';
import type { Connection } from '../../connect/connection.ts';
import type { CommandContext } from '../../context.ts';
import { fieldError } from '../../errors/cli-error.ts';
import { systemProblem } from '../../errors/system-problem.ts';
import { longest } from '../../input/longest.ts';
import { filePath } from '../../input/named-file.ts';
import type { HiddenTexts } from '../../manifests/files/hidden-texts.ts';
import { isPlanText, planText } from '../../manifests/plan-files/plan-file.ts';
import { placeOf } from '../../manifests/plan-files/plan-place.ts';
import type { Plan } from '../../manifests/planning/plan.ts';
import { isForProgram } from '../../output/formats.ts';

/**
 * Refuses a place that no plan goes to, before anything is asked: a plan takes the place of an earlier one, and of nothing
 * else. Throws a CliError.
 */
export function requirePlaceForPlan(name: string, { streams }: Pick<CommandContext, 'streams'>): void {
  if (name === '' || name === '-') throw fieldError('--out', 'names no file');
  const path = filePath(name, streams);
  let before: string;
  try {
    if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return;
    before = readBounded(path, longest.document).toString();
  } catch (error) {
    throw fieldError('--out', `cannot write ${name}: ${systemProblem(error)}`);
  }
  if (before !== '' && !isPlanText(before))
    throw fieldError('--out', `${name} is there already and is no plan; name another file`);
}

/** Keeps a plan in a file, for `tunnelctl apply`. Throws a CliError where it cannot be written. @param name as given */
export async function writePlan(
  name: string,
  plan: Pick<Plan, 'actions'> & { readonly hidden: HiddenTexts },
  connection: Connection,
  context: CommandContext,
): Promise<void> {
  const { streams, printer } = context;
  const text = planText(plan, await placeOf(connection, context), streams.clock.now());
  try {
    await writeWholeFile(filePath(name, streams), text, 0o600);
  } catch (error) {
    throw fieldError('--out', `cannot write ${name}: ${systemProblem(error)}`);
  }
  if (!isForProgram(context))
    await printer.notice(`the plan is in ${name}; carry it out with: tunnelctl apply ${name}`);
}
