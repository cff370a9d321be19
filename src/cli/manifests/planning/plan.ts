import type { ManifestKind } from '../../../contract/manifest/kinds.ts';
import type { Members } from '../../operation/body/request-body.ts';
import type { PathValues } from '../../operation/targets.ts';
import type { Change } from '../../output/changes/format-changes.ts';
import type { AccountRecord } from './account.ts';

/** What every action has. */
interface ActionHead {
  readonly kind: ManifestKind;
  /** What people know the record by. */
  readonly name: string;
  /** Where the manifest has it, `account.yml:12`, looked up when it is asked for; undefined for what only the account has. */
  readonly place: (() => string) | undefined;
}

/** A record that is made, with the whole body of its creation. */
export interface CreateAction extends ActionHead {
  readonly action: 'create';
  readonly around: PathValues;
  readonly body: Members;
  /** The item as a plan keeps it. */
  readonly kept: Members;
  readonly changes: readonly Change[];
}

/** A record that is changed in place, or deleted and made anew where the API has no other way. */
export interface ChangeAction extends ActionHead {
  readonly action: 'update' | 'replace';
  readonly present: AccountRecord;
  /** The members that change, or the whole body of the creation. */
  readonly body: Members;
  /** The item as a plan keeps it: of each of its values in `body`, this stands in a file. */
  readonly kept: Members;
  readonly changes: readonly Change[];
  /** The members that can only be set by making it anew. */
  readonly fixed: readonly string[];
  /** Members whose value cannot be compared, and stays. */
  readonly unknown: readonly string[];
}

/** A record that is deleted because no manifest has it. */
export interface DeleteAction extends ActionHead {
  readonly action: 'delete';
  readonly present: AccountRecord;
}

export type Action = CreateAction | ChangeAction | DeleteAction;

/** Whether it is what policies of others forward to: they come first. */
export function isInternal({ name }: Pick<Action, 'name'>): boolean {
  return /\.internal\b/.test(name);
}

/** What makes an account like a manifest. */
export interface Plan {
  /** In the order in which they are carried out. */
  readonly actions: readonly Action[];
  /** Records of the manifest's kinds that it does not have, and that stay. */
  readonly unmanaged: readonly { readonly present: AccountRecord; readonly name: string }[];
  /** How many records are as the manifest has them. */
  readonly unchanged: number;
  /** What the reader of the plan should know, a sentence each. */
  readonly notes: readonly string[];
}

export const actionNames = ['create', 'update', 'replace', 'delete'] as const;

export type PlanCounts = Readonly<Record<(typeof actionNames)[number] | 'unchanged' | 'unmanaged', number>>;

export function countsOf({ actions, unchanged, unmanaged }: Plan): PlanCounts {
  const count = (name: string) => actions.filter(({ action }) => action === name).length;
  return {
    create: count('create'),
    update: count('update'),
    replace: count('replace'),
    delete: count('delete'),
    unchanged,
    unmanaged: unmanaged.length,
  };
}
