import { printableLine } from './printable.ts';

type Members = Readonly<Record<string, unknown>>;

/** Stands for what is not set. */
export const nothing = '-';

/** A value of a record on one line: Refs by their id, lists joined by `, `, maps as `key=value`. */
export function cellText(value: unknown): string {
  if (value === null || value === undefined || value === '') return nothing;
  if (Array.isArray(value)) return value.map(itemText).join(', ') || nothing;
  if (typeof value === 'object') return objectText(value as Members, ', ') || nothing;
  return printableLine(String(value));
}

function itemText(item: unknown): string {
  return typeof item === 'object' && item !== null
    ? objectText(item as Members, ' ')
    : printableLine(String(item));
}

function objectText(value: Members, separator: string): string {
  if (isRef(value)) return printableLine(value.id);
  const chosen = chosenMember(value);
  if (chosen !== undefined) return chosen;
  return Object.entries(value)
    .map(([name, member]) => `${printableLine(name)}=${member === '' ? '' : itemText(member)}`)
    .join(separator);
}

/** Whether it is a reference to another resource (api.md section 1, point 8). */
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

/** The value at a dotted path: `identity_provider.name`. */
export function valueAt(record: unknown, path: string): unknown {
  let value = record;
  for (const step of path.split('.')) {
    value = typeof value === 'object' && value !== null ? (value as Members)[step] : undefined;
  }
  return value;
}
