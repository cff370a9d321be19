import type { ManifestKind } from '../../../contract/manifest/kinds.ts';
import type { Members } from '../../operation/body/request-body.ts';
import type { HideTexts } from '../files/hidden-texts.ts';
import { countsOf, type Plan, type PlanCounts } from '../planning/plan.ts';
import { idOf } from './shown-plan.ts';

/** What is to be done, `2 to create, 1 to delete`; `no differences` where nothing is. */
export function doings({ create, update, replace, delete: gone }: PlanCounts): string {
  const parts: readonly [count: number, what: string][] = [
    [create, 'to create'],
    [update, 'to change'],
    [replace, 'to replace'],
    [gone, 'to delete'],
  ];
  const told = parts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  return told.join(', ') || 'no differences';
}

/** What stays as it is: `5 as they should be; 3 unmanaged`; empty where nothing is. */
export function stays({ unchanged, unmanaged }: PlanCounts): string {
  const told: string[] = [];
  if (unchanged > 0) told.push(`${unchanged} as ${unchanged === 1 ? 'it' : 'they'} should be`);
  if (unmanaged > 0) told.push(`${unmanaged} unmanaged`);
  return told.join('; ');
}

/** `2 to create, 1 to change; 5 as they should be; 3 unmanaged` */
export function summaryOf(plan: Plan): string {
  const counts = countsOf(plan);
  return [doings(counts), stays(counts)].filter((part) => part !== '').join('; ');
}

/** Why a record is made anew. @param fixed the members that cannot be changed in place, where they are known */
export function whyAnew(fixed: readonly string[]): string {
  const what = fixed.join(', ') || 'this';
  return `the API cannot change ${what} in place; --replace deletes it and makes it anew, under another id`;
}

/** `edges tcp ip-restriction`, as commands have it. */
export function kindWords({ name }: ManifestKind): string {
  return name.replaceAll('.', ' ');
}

/** Records of a kind that stay although no manifest has them. */
export interface UnmanagedOfKind {
  readonly kind: ManifestKind;
  readonly records: readonly { readonly id: string | undefined; readonly name: string }[];
}

/** Those of one kind together, in the order of the plan. */
export function unmanagedByKind({ unmanaged }: Plan, hide: HideTexts): UnmanagedOfKind[] {
  const kinds = new Map<ManifestKind, { id: string | undefined; name: string }[]>();
  for (const { present, name } of unmanaged) {
    const one = { id: idOf(present.record as Members), name: hide(name) };
    const others = kinds.get(present.kind);
    if (others === undefined) kinds.set(present.kind, [one]);
    else others.push(one);
  }
  return [...kinds].map(([kind, records]) => ({ kind, records }));
}

/** So many names are told of each kind. */
const mostNames = 3;

/** `endpoints: 5 that no file has stay: a, b, c and 2 more` @param show what makes a name fit for where it goes */
export function unmanagedLine({ kind, records }: UnmanagedOfKind, show: (name: string) => string): string {
  const names = records.slice(0, mostNames).map(({ name }) => show(name));
  const more = records.length > mostNames ? ` and ${records.length - mostNames} more` : '';
  const stay = records.length === 1 ? 'stays' : 'stay';
  return `${kindWords(kind)}: ${records.length} that no file has ${stay}: ${names.join(', ')}${more}`;
}
