import { escapeOnLine, sanitizeLine } from '../../../contract/rules/sanitize.ts';
import { memberAt } from '../../../contract/schema/member-path.ts';
import type { Column } from './column.ts';

type Members = Readonly<Record<string, unknown>>;
type ShowText = (text: string) => string;

/** Stands for what is not set, where people read. */
export const nothing = '-';

/**
 * A value of a record as one text: Refs by their id, lists joined by `, `, maps as `key=value`; empty when it is
 * not set.
 * @param show what makes the texts in it fit for where they go
 */
export function valueText(value: unknown, show: ShowText): string {
  if (value === null || value === undefined || value === '') return '';
  if (Array.isArray(value)) return value.map((item) => itemText(item, show)).join(', ');
  if (typeof value === 'object') return objectText(value as Members, ', ', show);
  return show(String(value));
}

/** The same on one line, to be read: `-` when it is not set. */
export function cellText(value: unknown): string {
  return valueText(value, sanitizeLine) || nothing;
}

function itemText(item: unknown, show: ShowText): string {
  return typeof item === 'object' && item !== null
    ? objectText(item as Members, ' ', show)
    : show(String(item));
}

function objectText(value: Members, separator: string, show: ShowText): string {
  if (isRef(value)) return show(value.id);
  const chosen = chosenMember(value);
  if (chosen !== undefined) return chosen;
  return Object.entries(value)
    .map(([name, member]) => `${show(name)}=${member === '' ? '' : itemText(member, show)}`)
    .join(separator);
}

/** Whether it is a reference to another resource (contract/README.md "Conventions"). */
export function isRef(value: unknown): value is { id: string; uri: string } {
  if (typeof value !== 'object' || value === null || Object.keys(value).length !== 2) return false;
  const { id, uri } = value as Members;
  return typeof id === 'string' && typeof uri === 'string';
}

// Of an object that is one of several kinds, the others null, the kind is what a table has room for.
function chosenMember(value: Members): string | undefined {
  const chosen = Object.keys(value).filter((name) => value[name] !== null);
  return chosen.length === 1 && Object.keys(value).length > 1 ? chosen[0] : undefined;
}

/** Gives a cell a colour where colours are forced on a pipe. */
type Decorate = (text: string, value: unknown, column: Column) => string;

/** A record as one line for `cut`, `awk` and `while read`: nothing cut, empty where it is not set. */
export function tabSeparated(
  record: unknown,
  columns: readonly Column[],
  decorate: Decorate = (text) => text,
): string {
  const cells = columns.map((column) => {
    const value = memberAt(record, column.path);
    return decorate(valueText(value, escapeOnLine), value, column);
  });
  return `${cells.join('\t')}\n`;
}
