import type { Connection } from '../../connect/connection.ts';
import type { CommandContext } from '../../context.ts';
import { CliError, usageError } from '../../errors/cli-error.ts';
import { hiding } from '../../manifests/files/hidden-texts.ts';
import type { Manifest } from '../../manifests/files/manifest.ts';
import { readManifests } from '../../manifests/files/read-manifests.ts';
import type { AccountRecord } from '../../manifests/planning/account.ts';
import type { AccountIndex } from '../../manifests/planning/account-index.ts';
import { type AppliedSecrets, openAppliedSecrets } from '../../manifests/planning/applied-secrets.ts';
import { makePlan, type PlanOptions } from '../../manifests/planning/make-plan.ts';
import type { Plan } from '../../manifests/planning/plan.ts';
import { isForProgram } from '../../output/formats.ts';
import { keyIdOf } from '../../settings/keys-file.ts';
import { type ManifestChoices, manifestFiles, readPruning } from './manifest-options.ts';

/** More patient than a command that asks once: thousands of requests meet what one hardly ever does. */
export const patientRetries = 8;

/** What makes the account like the manifests of a command line. */
export interface Prepared {
  readonly manifest: Manifest;
  readonly plan: Plan;
  readonly applied: AppliedSecrets;
  /** What was there. */
  readonly account: AccountIndex;
}

/**
 * Reads the manifests, then the account, and plans. Throws a CliError, among others where more would be deleted than may
 * be; nothing was changed then.
 */
export async function prepare(
  choices: ManifestChoices,
  context: CommandContext,
  open: () => Promise<Connection>,
): Promise<Prepared> {
  const pruning = await readPruning(choices);
  const manifest = await readManifests(manifestFiles(choices), context);
  const isTold = !isForProgram(context);
  for (const list of isTold ? manifest.leftAlone : [])
    await context.printer.notice(`note: ${list}: not managed by the API, left alone`);
  for (const { name, form } of pruning?.kinds ?? []) {
    const isNamed = [...manifest.kinds].some((kind) => kind.name === name);
    const isHeld = manifest.holdings.some(({ kind }) => kind.name === name && kind.list === undefined);
    if (isNamed || isHeld) continue;
    throw usageError(`--prune ${name}: no manifest has a list of them, so all of them would go`, {
      field: '--prune',
      hint: `write ${form.member}: [] if that is meant`,
    });
  }
  const { client } = await open();
  const applied = openAppliedSecrets(context.streams);
  const options: PlanOptions = {
    rotate: choices.rotate,
    appliedBefore: applied.before,
    ownKeyId: ownKeyId(context),
    ...(pruning && {
      prunedKinds: pruning.kinds,
      isPruned: (present) =>
        pruning.kinds.includes(present.kind) &&
        saysMore(manifest, present) &&
        pruning.isChosen(present.record),
    }),
  };
  const { account, ...plan } = await makePlan(client, manifest, options).catch((error: unknown) => {
    if (error instanceof CliError) error.message = hiding(manifest.hidden)(error.message);
    throw error;
  });
  requireWithinLimit(plan, pruning?.limit ?? 0);
  return { manifest, plan, applied, account };
}

/**
 * Whether a manifest says which records there are where this one is. A module cannot be said to be none: what names its
 * edge says it by leaving it out.
 */
function saysMore({ holdings }: Manifest, { kind, address }: AccountRecord): boolean {
  const { within } = kind.form;
  if (within === undefined || kind.list === undefined) return true;
  const holding = holdings.find(
    (one) =>
      one.kind === kind && within.every(({ parameter }) => one.around[parameter] === address[parameter]),
  );
  return holding?.isSaid === true;
}

/** The API key that requests are made with; undefined as long as none was used, and where its id does not show. */
export function ownKeyId({ usedKey }: Pick<CommandContext, 'usedKey'>): string | undefined {
  return usedKey && keyIdOf(usedKey.value);
}

function requireWithinLimit({ actions }: Plan, limit: number): void {
  const count = actions.filter(({ action }) => action === 'delete').length;
  if (count <= limit) return;
  throw usageError(`${count} records would be deleted, and --prune-limit is ${limit}; nothing was changed`, {
    field: '--prune-limit',
    hint: `look at them with a narrower --prune-where, or say --prune-limit ${count} if all are meant to go`,
  });
}
