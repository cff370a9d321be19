import { sanitizeJson, sanitizeLine } from '../../../contract/rules/sanitize.ts';
import type { ObjectSchema } from '../../../contract/schema/schema.ts';
import { paint } from '../../terminal/colour.ts';
import { valueText } from '../table/cell.ts';
import { compareSequences, type Step } from './sequence-diff.ts';

/** A member that changes. */
export interface Change {
  /** Dots reach into members. */
  readonly name: string;
  readonly schema: ObjectSchema;
  /** Undefined where there is nothing. */
  readonly old: unknown;
  readonly new: unknown;
}

/** Longer texts are compared line by line, as those of several lines are. */
const LONGEST_ON_LINE = 60;
/** Unchanged lines that are shown around a change. */
const AROUND = 2;

/** A change as it is shown: on one line, or line by line. */
export type ShownChange = { readonly name: string } & (
  | { readonly secret: string }
  /** Undefined where there is nothing. */
  | { readonly old: string | undefined; readonly new: string | undefined }
  /** Undefined for what is left out between them. */
  | { readonly steps: readonly (Step | undefined)[] }
);

/** What is shown of a change, without anything that a terminal obeys. */
export function showChange(change: Change): ShownChange {
  const name = sanitizeLine(change.name);
  if (change.schema['x-secret']) return { name, secret: secretText(change) };
  const parts = partsOf(change);
  return parts === undefined
    ? { name, old: shortText(change.old), new: shortText(change.new) }
    : { name, steps: nearChanges(parts) };
}

/** Changes for a person: short values as `old -> new`, lists by item and long texts by line, with `-` and `+`. */
export function formatChanges(changes: readonly Change[], isColoured: boolean): string[] {
  return changes.flatMap((change) =>
    linesOfChange(change, isColoured, ({ old = nothing, new: fresh = nothing }) => {
      return `${colour(old, 'old', isColoured)} -> ${colour(fresh, 'new', isColoured)}`;
    }),
  );
}

/** The members of what comes or goes as a whole: of each the only side that it has. */
export function formatMembers(changes: readonly Change[], isColoured: boolean): string[] {
  return changes.flatMap((change) =>
    linesOfChange(change, isColoured, ({ old, new: fresh }) =>
      fresh === undefined ? colour(old ?? nothing, 'old', isColoured) : colour(fresh, 'new', isColoured),
    ),
  );
}

type ShortChange = Extract<ShownChange, { old: unknown }>;

function linesOfChange(
  change: Change,
  isColoured: boolean,
  onLine: (change: ShortChange) => string,
): string[] {
  const shown = showChange(change);
  if ('secret' in shown) return [`  ${shown.name}: ${shown.secret}`];
  if ('old' in shown) return [`  ${shown.name}: ${onLine(shown)}`];
  return [`  ${shown.name}:`, ...shown.steps.map((step) => lineOf(step, isColoured))];
}

const nothing = '(nothing)';

function secretText({ old }: Change): string {
  return old === undefined ? 'a secret comes' : 'another secret comes';
}

/** The lines or items of both sides, compared; undefined for values that have room on one line. */
function partsOf({ old, new: fresh, schema }: Change): Step[] | undefined {
  if ([old, fresh].some((value) => typeof value === 'object' && value !== null)) {
    return compareSequences(itemsOf(old, schema), itemsOf(fresh, schema));
  }
  const isLong = (value: unknown) =>
    typeof value === 'string' && (value.length > LONGEST_ON_LINE || value.includes('\n'));
  if (!isLong(old) && !isLong(fresh)) return undefined;
  const [before, after] = [linesOf(old), linesOf(fresh)];
  // What ends the last line is told only where both have one and differ in it.
  if (before.length === 0 || after.length === 0 || before.at(-1) === after.at(-1)) {
    for (const lines of [before, after]) if (isEnd(lines.at(-1))) lines.pop();
  }
  return compareSequences(before, after);
}

function itemsOf(value: unknown, { 'x-empty': empty }: ObjectSchema): string[] {
  if (Array.isArray(value)) {
    if (value.length === 0 && empty !== undefined) return [`(${empty.means})`];
    return value.map((item) => valueText(item, sanitizeLine));
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value)
    .filter(([, member]) => member !== null)
    .map(([name, member]) => `${sanitizeLine(name)}=${valueText(member, sanitizeLine)}`);
}

const openEnd = '(no line break at the end)';

function linesOf(value: unknown): string[] {
  if (typeof value !== 'string' || value === '') return [];
  const lines = value.split('\n');
  return lines.at(-1) === '' ? lines : [...lines, openEnd];
}

function isEnd(line: string | undefined): boolean {
  return line === '' || line === openEnd;
}

/** What changes with a little around it; `…` stands for what is left out. */
function nearChanges(steps: readonly Step[]): (Step | undefined)[] {
  const isNear = (position: number) =>
    steps.slice(Math.max(0, position - AROUND), position + AROUND + 1).some(({ kind }) => kind !== 'same');
  const shown = steps.map((step, position) => (isNear(position) ? step : undefined));
  return shown.filter((step, i) => step !== undefined || i === 0 || shown[i - 1] !== undefined);
}

const marks = { same: ' ', old: '-', new: '+' } as const;

function lineOf(step: Step | undefined, isColoured: boolean): string {
  if (step === undefined) return '    …';
  return colour(`    ${marks[step.kind]} ${sanitizeLine(step.text)}`.trimEnd(), step.kind, isColoured);
}

function colour(text: string, kind: Step['kind'], isColoured: boolean): string {
  if (!isColoured || kind === 'same') return text;
  return paint(text, kind === 'old' ? 'red' : 'green');
}

function shortText(value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  return typeof value === 'string' ? sanitizeJson(JSON.stringify(value)) : valueText(value, sanitizeLine);
}
