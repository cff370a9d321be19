import type { Client } from '../../../client/client.ts';
import type { ManifestKind } from '../../../contract/manifest/kinds.ts';
import { CliError } from '../../errors/cli-error.ts';
import { changesOf } from '../../operation/changes/changes.ts';
import type { Streams } from '../../streams.ts';
import type { HoldingPlace } from '../files/manifest.ts';
import { type AccountIndex, candidatesFor, indexAccount } from '../planning/account-index.ts';
import { ownKeyKept } from '../planning/make-plan.ts';
import type { Action, ChangeAction } from '../planning/plan.ts';
import { addressName, recordKey } from '../planning/record-key.ts';
import { bodyOfPlanned, type PlanFile, type PlannedAction, seenDigest } from './plan-file.ts';

/** A plan that can be carried out as it stands. */
export interface CheckedPlan {
  readonly actions: readonly Action[];
  readonly account: AccountIndex;
  /** Texts that the environment gave, by the reference to each. */
  readonly hidden: ReadonlyMap<string, string>;
}

const mostProblems = 20;

/**
 * Looks whether the account is still what a plan saw of it. Throws a CliError (ACCOUNT_CHANGED) that names every record
 * that is not, and PLAN_REFUSED for what cannot be carried out here at all.
 * @param ownKeyId the API key that it is carried out with
 */
export async function checkPlan(
  client: Client,
  plan: PlanFile,
  {
    streams,
    ownKeyId,
  }: { readonly streams: Pick<Streams, 'env' | 'cwd'>; readonly ownKeyId: string | undefined },
): Promise<CheckedPlan> {
  for (const { action, address, name } of plan.actions) {
    const isOwn = ownKeyId !== undefined && address.id === ownKeyId;
    if (isOwn && (action === 'delete' || action === 'replace'))
      throw new CliError('PLAN_REFUSED', ownKeyKept(name));
  }
  const known = new Map<string, boolean>();
  const hidden = new Map<string, string>();
  const bodies = plan.actions.map((action) => bodyOfPlanned(action, plan, streams, { known, hidden }));
  const kinds = [...new Set(bodies.map(({ kind }) => kind))];
  const problems: string[] = [];
  const holdings = holdingsOf(plan.actions, bodies);
  const account = await indexAccount(client, kinds, holdings, ({ around }) =>
    problems.push(`${Object.values(around).join(' ')} is gone`),
  );
  const byAddress = new Map(
    [...account.values()].flatMap(({ records }) =>
      records.map((present) => [addressName(present.kind, present.address), present]),
    ),
  );
  const actions = plan.actions.flatMap((planned, i): Action[] => {
    const { kind, body, kept } = bodies[i] as (typeof bodies)[number];
    const head = { kind, name: planned.name, place: undefined };
    const label = `${kind.name} ${planned.name}`;
    if (planned.action === 'create') {
      const [there] = candidatesFor(account.get(kind), kind, body, recordKey(kind, body, planned.address));
      if (there !== undefined)
        problems.push(`${label} is there already: ${Object.values(there.address).join(' ')}`);
      const changes = changesOf({ ...kind.create.operation, method: 'PATCH' }, body, undefined);
      return [{ ...head, action: 'create', around: planned.address, body, kept, changes }];
    }
    const present = byAddress.get(addressName(kind, planned.address));
    const ids = Object.values(planned.address).join(' ');
    if (present === undefined) problems.push(`${label} (${ids}) is gone`);
    else if (seenDigest(present.record) !== planned.seen) problems.push(`${label} (${ids}) was changed`);
    if (present === undefined) return [];
    if (planned.action === 'delete') return [{ ...head, action: 'delete', present }];
    return [changeAction(planned.action, head, { body, kept, present })];
  });
  if (problems.length === 0) return { actions, account, hidden };
  const more = problems.length > mostProblems ? `\n… and ${problems.length - mostProblems} more` : '';
  const shown = problems.slice(0, mostProblems).join('\n');
  throw new CliError('ACCOUNT_CHANGED', `the account is not what the plan saw:\n${shown}${more}`);
}

function changeAction(
  action: 'update' | 'replace',
  head: Pick<Action, 'kind' | 'name' | 'place'>,
  { body, kept, present }: Pick<ChangeAction, 'body' | 'kept' | 'present'>,
): Action {
  const changes = changesOf(head.kind.create.operation, body, present.record);
  return { ...head, action, body, kept, present, changes, fixed: [], unknown: [] };
}

function holdingsOf(
  actions: readonly PlannedAction[],
  bodies: readonly { readonly kind: ManifestKind }[],
): HoldingPlace[] {
  const holdings = new Map<string, HoldingPlace>();
  for (const [i, { address }] of actions.entries()) {
    const { kind } = bodies[i] as { kind: ManifestKind };
    if (kind.form.within === undefined) continue;
    const around = Object.fromEntries(
      kind.form.within.map(({ parameter }) => [parameter, address[parameter] ?? '']),
    );
    holdings.set(addressName(kind, around), { kind, around });
  }
  return [...holdings.values()];
}
