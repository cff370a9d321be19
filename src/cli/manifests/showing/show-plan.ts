import { sanitizeLine } from '../../../contract/rules/sanitize.ts';
import { formatChanges, formatMembers } from '../../output/changes/format-changes.ts';
import { paint, type Style } from '../../terminal/colour.ts';
import { type HiddenTexts, hiding } from '../files/hidden-texts.ts';
import { type Action, countsOf, type Plan, type PlanCounts } from '../planning/plan.ts';
import { kindWords, summaryOf, unmanagedByKind, unmanagedLine, whyAnew } from './plan-words.ts';
import { shortName } from './short-name.ts';
import { type ShownAction, shownActions } from './shown-plan.ts';

const signs: Readonly<Record<Action['action'], readonly [sign: string, style: Style]>> = {
  create: ['+', 'green'],
  update: ['~', 'yellow'],
  replace: ['-/+', 'magenta'],
  delete: ['-', 'red'],
};

/**
 * A plan for people: a block for each action, what no manifest has, notes, and what it comes to. Nothing that came from
 * elsewhere moves the cursor, and nothing secret is in it.
 */
export function planLines(
  plan: Plan,
  { isColoured, hidden }: { isColoured: boolean; hidden: HiddenTexts },
): string[] {
  const hide = hiding(hidden);
  const lines: string[] = [];
  for (const action of shownActions(plan, hide)) {
    for (const line of blockOf(action, isColoured)) lines.push(line);
    lines.push('');
  }
  const unmanaged = unmanagedByKind(plan, hide).map((kind) => unmanagedLine(kind, shortName));
  const notes = plan.notes.map((note) => `note: ${sanitizeLine(hide(note))}`);
  const rest = [...unmanaged, ...notes];
  for (const line of rest) lines.push(line);
  if (rest.length > 0) lines.push('');
  const summary = summaryOf(plan);
  lines.push(isColoured ? paint(summary, 'bold') : summary);
  return lines;
}

function blockOf(action: ShownAction, isColoured: boolean): string[] {
  const { kind, id, name, changes, fixed } = action;
  const [sign, style] = signs[action.action];
  const shownId = id === undefined || id === name ? '' : ` (${sanitizeLine(id)})`;
  const head = `${sign} ${kindWords(kind)} ${shortName(name)}${shownId}`;
  const isWhole = action.action === 'create' || action.action === 'delete';
  return [
    isColoured ? paint(head, style) : head,
    ...(action.action === 'replace' ? [`  ${whyAnew(fixed.map(sanitizeLine))}`] : []),
    ...(isWhole ? formatMembers(changes, isColoured) : formatChanges(changes, isColoured)),
  ];
}

/** A plan for programs. */
export type PlanRecord = {
  readonly summary: PlanCounts;
  readonly actions: readonly PlanRecordAction[];
  readonly unmanaged: readonly { readonly kind: string; readonly id: string | null; readonly name: string }[];
  readonly notes: readonly string[];
};

type PlanRecordAction = {
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
};

/** A plan for programs, without anything secret: as people see it, and nothing left out. */
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
