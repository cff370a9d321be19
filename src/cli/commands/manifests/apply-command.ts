import { type Connection, connectLater } from '../../connect/connection.ts';
import { describePlace } from '../../connect/place.ts';
import type { CommandContext } from '../../context.ts';
import { usageError } from '../../errors/cli-error.ts';
import { longest } from '../../input/longest.ts';
import { inputFile, type NamedFile } from '../../input/named-file.ts';
import { confirm, requireConsent } from '../../input/questions.ts';
import { hiding } from '../../manifests/files/hidden-texts.ts';
import { checkPlan } from '../../manifests/plan-files/check-plan.ts';
import { readPlan, requireSamePlace } from '../../manifests/plan-files/plan-file.ts';
import { placeOf } from '../../manifests/plan-files/plan-place.ts';
import { type AccountIndex, knownIdsOf } from '../../manifests/planning/account-index.ts';
import { type AppliedSecrets, openAppliedSecrets } from '../../manifests/planning/applied-secrets.ts';
import { countsOf, type Plan } from '../../manifests/planning/plan.ts';
import { planLines } from '../../manifests/showing/show-plan.ts';
import { yesOption } from '../../operation/request-options.ts';
import { defineCommand } from '../../parser/command-definition.ts';
import { argument, option, toggle } from '../../parser/options.ts';
import { hinted } from '../../parser/value-types.ts';
import { hasColour } from '../../terminal/colour.ts';
import { carryOutPlan } from './carry-out-plan.ts';
import { type ManifestChoices, manifestOptions, requireOtherFile } from './manifest-options.ts';
import { ownKeyId, patientRetries, prepare } from './prepare.ts';
import { printPlan, requirePlanFormat, requireReportFormat } from './print-plan.ts';
import { requirePlaceForTokens } from './token-file.ts';

/** `tunnelctl apply`. */
export const command = defineCommand({
  description:
    'Make the account like manifests: create what is missing, change what differs, leave alone what no manifest has. Or ' +
    'carry out a plan that diff --out wrote: exactly as it was shown, or not at all.\n\n' +
    'Nothing is deleted unless --prune names the kinds. What fails is told at the end; running it again does the rest.\n\n' +
    'tunnelctl help manifests describes manifests.',
  arguments: { plan: argument('[plan]', 'a plan that diff --out wrote, in place of manifests', inputFile) },
  options: {
    ...manifestOptions,
    replace: toggle('--replace', 'delete and make anew what the API cannot change in place'),
    tokensOut: option(
      '--tokens-out <file>',
      'append the tokens of new API keys to this file, for its owner only, a JSON object a line',
      hinted({ path: 'file' }),
    ),
    dryRun: toggle('--dry-run', 'show what would be done, and do nothing'),
    yes: { ...yesOption, group: undefined },
  },
  examples: [
    {
      summary: 'Two endpoints, however often it is run',
      command:
        "printf 'endpoints:\\n  - url: https://a.example.com\\n  - url: https://b.example.com\\n' | tunnelctl apply -f -",
    },
    {
      summary: 'The account exactly as the file has it, as far as endpoints go',
      command:
        'tunnelctl export endpoints -f account.yml && tunnelctl apply -f account.yml --prune endpoints --yes',
    },
    {
      summary: 'A plan that was reviewed',
      command:
        "printf 'endpoints:\\n  - url: https://new.example.com\\n' > new.yml\n" +
        'tunnelctl diff -f new.yml --out new.plan || tunnelctl apply new.plan',
    },
  ],
  async run({ plan: planFile, replace, tokensOut, dryRun, yes, ...choices }, context) {
    requireOne(planFile, choices);
    requireOtherFile('--tokens-out', tokensOut, choices, context);
    if (dryRun) requirePlanFormat(context);
    else requireReportFormat(context);
    const connection = connectLater(context, patientRetries);
    try {
      const { plan, hidden, applied, account } =
        planFile === undefined
          ? await fromManifests(choices, context, () => connection.open())
          : await fromPlan(planFile, context, () => connection.open());
      if (dryRun) return await printPlan(plan, hidden, context);
      if (!replace && planFile === undefined) requireNoReplacement(plan, hidden);
      requirePlaceForTokens(plan, tokensOut, context);
      if (!yes) await askBeforeDeleting(plan, hidden, context);
      const { client } = await connection.open();
      for (const note of plan.notes) await context.printer.notice(hiding(hidden)(`note: ${note}`));
      await carryOutPlan(
        client,
        plan,
        { applied, knownIds: knownIdsOf(account), tokensOut, hidden },
        context,
      );
    } finally {
      await connection.close();
    }
  },
});

interface Ready {
  readonly plan: Plan;
  readonly hidden: ReadonlyMap<string, string>;
  readonly applied: AppliedSecrets;
  /** What was there before. */
  readonly account: AccountIndex;
}

function requireOne(plan: NamedFile | undefined, given: ManifestChoices): void {
  const { file, set, rotate, prune, pruneWhere, pruneLimit } = given;
  if (plan === undefined) return;
  const [other] = [
    ...(file.length > 0 ? ['--file'] : []),
    ...(set.length > 0 ? ['--set'] : []),
    ...(rotate ? ['--rotate'] : []),
    ...(prune !== undefined ? ['--prune'] : []),
    ...(pruneWhere !== undefined ? ['--prune-where'] : []),
    ...(pruneLimit !== undefined ? ['--prune-limit'] : []),
  ];
  if (other !== undefined)
    throw usageError(`${other} has no say in what a plan does; leave it out`, { field: other });
}

async function fromManifests(
  choices: ManifestChoices,
  context: CommandContext,
  open: () => Promise<Connection>,
): Promise<Ready> {
  const { manifest, ...prepared } = await prepare(choices, context, open);
  return { ...prepared, hidden: manifest.hidden };
}

async function fromPlan(
  file: NamedFile,
  context: CommandContext,
  open: () => Promise<Connection>,
): Promise<Ready> {
  const kept = readPlan(file.name, await file.text(longest.document));
  const connection = await open();
  requireSamePlace(file.name, kept.place, await placeOf(connection, context));
  const { actions, account, hidden } = await checkPlan(connection.client, kept, {
    streams: context.streams,
    ownKeyId: ownKeyId(context),
  });
  const plan: Plan = { actions, unmanaged: [], unchanged: 0, notes: [] };
  return { plan, hidden, applied: openAppliedSecrets(context.streams), account };
}

function requireNoReplacement(plan: Plan, hidden: ReadonlyMap<string, string>): void {
  const replaced = plan.actions.filter(({ action }) => action === 'replace');
  if (replaced.length === 0) return;
  const lines = planLines(
    { actions: replaced, unmanaged: [], unchanged: 0, notes: [] },
    { isColoured: false, hidden },
  );
  throw usageError(
    `${replaced.length} of the records can only be deleted and made anew; nothing was changed\n${lines.join('\n')}`,
    {
      field: '--replace',
      hint: 'add --replace if that is meant: they get new ids',
    },
  );
}

async function askBeforeDeleting(
  plan: Plan,
  hidden: ReadonlyMap<string, string>,
  context: CommandContext,
): Promise<void> {
  const going = plan.actions.filter(({ action }) => action === 'delete' || action === 'replace');
  if (going.length === 0) return;
  requireConsent(context);
  const { streams, settings } = context;
  const isColoured = hasColour(streams.env, streams.stderrIsTTY, settings.get('color')?.value);
  const lines = planLines({ ...plan, actions: going, unmanaged: [], notes: [] }, { isColoured, hidden });
  const { delete: deleted, replace: replaced } = countsOf(plan);
  const parts = [
    ...(deleted > 0 ? [`delete ${counted(deleted)}`] : []),
    ...(replaced > 0 ? [`make ${counted(replaced)} anew`] : []),
  ].join(' and ');
  const question = `${parts.charAt(0).toUpperCase()}${parts.slice(1)}?`;
  await confirm(question, [`At ${describePlace(context)}:`, ...lines], context);
}

function counted(count: number): string {
  return count === 1 ? 'one record' : `${count} records`;
}
