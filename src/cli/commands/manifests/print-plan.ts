import type { CommandContext } from '../../context.ts';
import { fieldError } from '../../errors/cli-error.ts';
import type { Plan } from '../../manifests/planning/plan.ts';
import { planLines, planRecord } from '../../manifests/showing/show-plan.ts';
import { isForProgram, isTable, outputFormat } from '../../output/formats.ts';
import { showRecord } from '../../output/show.ts';
import { hasColour } from '../../terminal/colour.ts';

/** Throws a CliError for a format that has no place for a plan, before anything is asked or done. */
export function requirePlanFormat(context: CommandContext): void {
  const format = outputFormat(context);
  if (format === 'markdown' || hasPlace(context)) return;
  throw fieldError('--output', `${format} cannot show a plan; use table, json, yaml or markdown`);
}

/** The same for what was done of a plan, which is told one by one. */
export function requireReportFormat(context: CommandContext): void {
  if (hasPlace(context)) return;
  const format = outputFormat(context);
  throw fieldError('--output', `${format} cannot show what is done; use table, json or yaml`);
}

function hasPlace(context: CommandContext): boolean {
  const format = outputFormat(context);
  return isTable(format) || isForProgram(context) || format === 'none';
}

/** Prints a plan in the format that holds. @param hidden texts that the environment gave, by the reference to each */
export async function printPlan(
  plan: Plan,
  hidden: ReadonlyMap<string, string>,
  context: CommandContext,
): Promise<void> {
  const { streams, settings, printer } = context;
  const format = outputFormat(context);
  if (format === 'none') return;
  if (format === 'markdown') {
    const { planMarkdown } = await import('../../manifests/showing/plan-markdown.ts');
    return printer.data(planMarkdown(plan, hidden));
  }
  if (isForProgram(context)) return showRecord(planRecord(plan, hidden), context);
  const isColoured = hasColour(streams.env, streams.stdoutIsTTY, settings.get('color')?.value);
  await printer.data(`${planLines(plan, { isColoured, hidden }).join('\n')}\n`);
}
