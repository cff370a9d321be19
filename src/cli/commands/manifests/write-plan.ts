import { existsSync, statSync } from 'node:fs';
import { readBounded } from '../../../files/read-file.ts';
import { writeWholeFile } from '../../../files/write-file.ts';
import type { Connection } from '../../connect/connection.ts';
import type { CommandContext } from '../../context.ts';
import { fieldError } from '../../errors/cli-error.ts';
import { systemProblem } from '../../errors/system-problem.ts';
import { longest } from '../../input/longest.ts';
import { filePath } from '../../input/named-file.ts';
import { isPlanText, planText } from '../../manifests/plan-files/plan-file.ts';
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
  if (name === '' || name === '-') throw fieldError('--out', 'names no file');
  const path = filePath(name, streams);
  requirePlanOrNothing(name, path);
  const text = planText(plan.actions, await placeOf(connection, context), streams.clock.now());
  try {
    await writeWholeFile(path, text, 0o600);
  } catch (error) {
    throw fieldError('--out', `cannot write ${name}: ${systemProblem(error)}`);
  }
  if (!isForProgram(context))
    await printer.notice(`the plan is in ${name}; carry it out with: tunnelctl apply ${name}`);
}

/** A plan takes the place of an earlier one, and of nothing else. Throws a CliError. */
function requirePlanOrNothing(name: string, path: string): void {
  if (!existsSync(path) || !statSync(path).isFile() || statSync(path).size === 0) return;
  const start = readBounded(path, longest.document).subarray(0, 1024).toString();
  if (!isPlanText(start))
    throw fieldError('--out', `${name} is there already and is no plan; name another file`);
}
