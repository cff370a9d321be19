import { countsOf, type Plan, type PlanCounts } from './plan.ts';
import { unmanagedByKind } from './plan-words.ts';
import { type HiddenTexts, hiding, shownActions } from './shown-plan.ts';

/** A plan for programs. */
export interface PlanRecord {
  readonly summary: PlanCounts;
  readonly actions: readonly PlanRecordAction[];
  readonly unmanaged: readonly { readonly kind: string; readonly id: string | null; readonly name: string }[];
  readonly notes: readonly string[];
}

interface PlanRecordAction {
  readonly action: string;
  readonly kind: string;
  readonly id: string | null;
  /** The ids that lead to it besides, by their names in the path. */
  readonly around: Readonly<Record<string, string>>;
  readonly name: string;
  /** `account.yml:12`; null for what only the account has. */
  readonly place: string | null;
  /** With null for nothing. */
  readonly changes: readonly { readonly member: string; readonly old: unknown; readonly new: unknown }[];
  readonly fixed?: readonly string[];
  readonly unknown?: readonly string[];
}

/** A plan for programs, without anything secret: as `planLines` has it, and nothing left out. */
export function planRecord(plan: Plan, hidden: HiddenTexts): PlanRecord {
  const hide = hiding(hidden);
  const shown = [...shownActions(plan, hide)];
  return {
    summary: countsOf(plan),
    actions: plan.actions.map(({ place }, i) => {
      const {
        action,
        kind,
        id = null,
        around,
        name,
        changes,
        fixed,
        unknown,
      } = shown[i] as (typeof shown)[0];
      return {
        action,
        kind: kind.name,
        id,
        around,
        name,
        place: place?.() ?? null,
        changes: changes.map(({ name: member, old = null, new: fresh = null }) => ({
          member,
          old,
          new: fresh,
        })),
        ...(fixed.length > 0 && { fixed }),
        ...(unknown.length > 0 && { unknown }),
      };
    }),
    unmanaged: unmanagedByKind(plan, hide).flatMap(({ kind, records }) =>
      records.map(({ id = null, name }) => ({ kind: kind.name, id, name })),
    ),
    notes: plan.notes.map(hide),
  };
}
