import { sanitizeLine } from '../../../contract/rules/sanitize.ts';
import { type ShownChange, showChange } from '../../output/changes/format-changes.ts';
import { type HiddenTexts, hiding } from '../files/hidden-texts.ts';
import { type Action, countsOf, type Plan } from '../planning/plan.ts';
import { doings, kindWords, stays, unmanagedByKind, unmanagedLine, whyAnew } from './plan-words.ts';
import { cut, shortName } from './short-name.ts';
import { type ShownAction, shownActions } from './shown-plan.ts';

// GitHub takes 65,536 characters for a comment; whoever posts it may have a few words of their own to add.
const longestComment = 64_000;
const longestLine = 1000;
const longestChanges = 16_000;
/** Changes of more lines are folded. */
const mostOpenLines = 24;
const mostNotes = 20;

/** What cannot be taken back comes first. */
const order: readonly Action['action'][] = ['delete', 'replace', 'update', 'create'];
const verbs: Readonly<Record<Action['action'], string>> = {
  create: 'create',
  update: 'change',
  replace: 'replace',
  delete: 'delete',
};

/**
 * A plan as Markdown, ready to be a comment on a pull request of GitHub: short enough for one, what was cut is counted.
 * What came from elsewhere stands in code alone, where it makes no markup, no link and no mention.
 */
export function planMarkdown(plan: Plan, hidden: HiddenTexts): string {
  const hide = hiding(hidden);
  const counts = countsOf(plan);
  const doing = doings(counts);
  const parts = [`### ${doing.charAt(0).toUpperCase()}${doing.slice(1)}`];
  if (stays(counts) !== '') parts.push(stays(counts));
  const after = [
    unmanagedByKind(plan, hide)
      .map((kind) => `- ${unmanagedLine(kind, code)}`)
      .join('\n'),
    notesOf(plan.notes.map(hide)),
  ].filter((part) => part !== '');
  let room = longestComment - [...parts, ...after].join('\n\n').length - longestLine;
  let bare = 0;
  const left: Action[] = [];
  // Of what weighs less, nothing takes the room of what weighs more; of the same weight, all are named first.
  for (const one of order) {
    const actions = plan.actions.filter(({ action }) => action === one);
    const blocks: { action: ShownAction; head: string; changes: string }[] = [];
    for (const action of shownActions({ ...plan, actions }, hide)) {
      const head = headOf(action);
      if (head.length + 2 > room) break;
      room -= head.length + 2;
      blocks.push({ action, head, changes: '' });
    }
    for (const block of blocks) {
      const changes = changesText(block.action);
      if (changes.length + 2 > room) bare += 1;
      else block.changes = changes;
      room -= block.changes === '' ? 0 : changes.length + 2;
    }
    for (const { head, changes } of blocks) parts.push(head, ...(changes === '' ? [] : [changes]));
    for (const action of actions.slice(blocks.length)) left.push(action);
  }
  if (bare + left.length > 0) parts.push(cutLine({ bare, left }));
  return `${[...parts, ...after].join('\n\n')}\n`;
}

function cutLine({ bare, left }: { bare: number; left: readonly Action[] }): string {
  const rest = countsOf({ actions: left, unmanaged: [], unchanged: 0, notes: [] });
  const told = [
    ...(bare > 0 ? [`the changes of ${bare} of these`] : []),
    ...(left.length > 0 ? [`${left.length} more: ${doings(rest)}`] : []),
  ];
  return `**Cut here**, since a comment has no room for it: ${told.join(', and ')}. \`tunnelctl diff\` shows all.`;
}

function headOf({ action, kind, id, name, fixed }: ShownAction): string {
  const shownId = id === undefined || id === name ? '' : ` (${code(id)})`;
  const head = `**${verbs[action]}** ${kindWords(kind)} ${code(name)}${shownId}`;
  return action === 'replace' ? `${head}: ${whyAnew(fixed.map(code))}` : head;
}

/** The changes in a fence, folded where they are many; empty where there are none. */
function changesText({ changes }: ShownAction): string {
  const all = changes.map(showChange).flatMap(diffLines);
  if (all.length === 0) return '';
  const lines: string[] = [];
  let length = 0;
  for (const line of all) {
    const shown = cut(line, longestLine);
    length += shown.length + 1;
    if (length > longestChanges) break;
    lines.push(shown);
  }
  if (lines.length < all.length) lines.push(`  … ${all.length - lines.length} more lines`);
  const text = fenced('diff', lines);
  if (lines.length <= mostOpenLines) return text;
  return `<details><summary>${all.length} lines</summary>\n\n${text}\n\n</details>`;
}

function diffLines(change: ShownChange): string[] {
  const { name } = change;
  if ('secret' in change) return [`! ${name}: ${change.secret}`];
  if ('old' in change) {
    const { old, new: fresh } = change;
    return [
      ...(old === undefined ? [] : [`- ${name}: ${old}`]),
      ...(fresh === undefined ? [] : [`+ ${name}: ${fresh}`]),
    ];
  }
  const marks = { same: ' ', old: '-', new: '+' } as const;
  const steps = change.steps.map((step) =>
    step === undefined ? '    …' : `${marks[step.kind]}   ${sanitizeLine(step.text)}`.trimEnd(),
  );
  return [`  ${name}:`, ...steps];
}

function notesOf(notes: readonly string[]): string {
  if (notes.length === 0) return '';
  const shown = notes.slice(0, mostNotes).map((note) => `note: ${cut(sanitizeLine(note), 300)}`);
  if (notes.length > mostNotes) shown.push(`and ${notes.length - mostNotes} more notes`);
  return fenced('text', shown);
}

/** A block of code that nothing in it ends (CommonMark, "Fenced code blocks"). */
function fenced(language: string, lines: readonly string[]): string {
  const text = lines.join('\n');
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}${language}\n${text}\n${fence}`;
}

/** A text within a line as code that nothing in it ends (CommonMark, "Code spans"). */
function code(text: string): string {
  const line = shortName(text);
  if (line.trim() === '') return '(no name)';
  const fence = '`'.repeat(longestRun(line) + 1);
  const space = /^[` ]|[` ]$/.test(line) ? ' ' : '';
  return `${fence}${space}${line}${space}${fence}`;
}

/** How many backticks stand together at most. */
function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
}
