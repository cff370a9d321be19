import { writeWholeFile } from '../../../files/write-file.ts';
import type { Connection } from '../../connect/connection.ts';
import type { CommandContext } from '../../context.ts';
import { fieldError } from '../../errors/cli-error.ts';
import { systemProblem } from '../../errors/system-problem.ts';
import { filePath } from '../../input/named-file.ts';
import { planText } from '../../manifests/plan-files/plan-file.ts';
import { placeOf } from '../../manifests/plan-files/plan-place.ts';
import type { Plan } from '../../manifests/planning/plan.ts';
import { isForProgram } from '../../output/formats.ts';

/** Keeps a plan in a file, for `tunnelctl apply`. Throws a CliError where it cannot be written. @param name as given */
export async function writePlan(
  name: string,
  plan: Plan,
  connection: Connection,
  context: CommandContext,
): Promise<void> {
  const { streams, printer } = context;
  const text = planText(plan.actions, await placeOf(connection, context), streams.clock.now());
  try {
    await writeWholeFile(filePath(name, streams), text, 0o600);
  } catch (error) {
    throw fieldError('--out', `cannot write ${name}: ${systemProblem(error)}`);
  }
  if (!isForProgram(context))
    await printer.notice(`the plan is in ${name}; carry it out with: tunnelctl apply ${name}`);
}
