import { connectLater } from '../../connect/connection.ts';
import { CliError } from '../../errors/cli-error.ts';
import { exitCodes } from '../../exit-codes.ts';
import { defineCommand } from '../../parser/command-definition.ts';
import { option } from '../../parser/options.ts';
import { hinted } from '../../parser/value-types.ts';
import { OutputClosedError } from '../../printer.ts';
import { manifestOptions, requireOtherFile } from './manifest-options.ts';
import { patientRetries, prepare } from './prepare.ts';
import { printPlan, requirePlanFormat } from './print-plan.ts';

/** `tunnelctl diff`. */
export const command = defineCommand({
  description:
    'Show what apply would do: what is created, changed member by member, deleted, and what no manifest has. It changes ' +
    'nothing.\n\n' +
    'With --out it also keeps the plan in a file, which apply carries out exactly as it was shown, or not at all.\n\n' +
    'tunnelctl help manifests describes manifests.',
  exitCodes: { 0: 'no differences', 1: 'differences', 2: 'or more: it could not be compared' },
  options: {
    ...manifestOptions,
    out: option('--out <plan>', 'keep the plan in this file, for apply', hinted({ path: 'file' })),
  },
  examples: [
    {
      summary: 'What did somebody change since the export?',
      command: 'tunnelctl export endpoints -f account.yml && tunnelctl diff -f account.yml',
    },
    {
      summary: 'A plan to be reviewed, and carried out as it is',
      command:
        "printf 'endpoints:\\n  - url: https://new.example.com\\n' > new.yml\n" +
        'tunnelctl diff -f new.yml --out new.plan || tunnelctl apply new.plan',
    },
    {
      summary: 'For a comment on a pull request',
      command:
        "printf 'endpoints:\\n  - url: https://new.example.com\\n' | tunnelctl diff -f - -o markdown || true",
    },
  ],
  async run({ out, ...choices }, context) {
    requirePlanFormat(context);
    requireOtherFile('--out', out, choices, context);
    const planFile = out === undefined ? undefined : await import('./write-plan.ts');
    if (out !== undefined) planFile?.requirePlaceForPlan(out, context);
    const connection = connectLater(context, patientRetries);
    try {
      const { manifest, plan } = await prepare(choices, context, () => connection.open());
      if (out !== undefined)
        await planFile?.writePlan(
          out,
          { ...plan, hidden: manifest.hidden },
          await connection.open(),
          context,
        );
      context.exitCode = plan.actions.length > 0 ? exitCodes.other : exitCodes.ok;
      await printPlan(plan, manifest.hidden, context);
    } catch (error) {
      throw await notOne(error);
    } finally {
      await connection.close();
    }
  },
});

/** Exit code 1 says that there are differences, and nothing else. */
async function notOne(error: unknown): Promise<unknown> {
  // Whoever reads no further has seen what he wanted.
  if (error instanceof OutputClosedError) return error;
  const { describeFailure } = await import('../../errors/failure.ts');
  const { exitCode, message, hint } = describeFailure(error, 'tunnelctl diff');
  return exitCode === exitCodes.other ? new CliError('COMPARISON_FAILED', message, { hint }) : error;
}
