// STUB until the real one lands
import { formatChanges } from '../output/changes/format-changes.ts';
import { countsOf, type Plan } from './plan.ts';
export function planLines(
  plan: Plan,
  { isColoured }: { isColoured: boolean; hidden: ReadonlyMap<string, string> },
): string[] {
  return [
    ...plan.actions.flatMap((a) => [
      `${a.action} ${a.kind.name} ${a.name}`,
      ...('changes' in a ? formatChanges(a.changes, isColoured) : []),
    ]),
    JSON.stringify(countsOf(plan)),
    ...plan.notes,
  ];
}
export function planRecord(plan: Plan, _hidden: ReadonlyMap<string, string>): Record<string, unknown> {
  return {
    summary: countsOf(plan),
    actions: plan.actions.map((a) => ({ action: a.action, kind: a.kind.name, name: a.name })),
  };
}
