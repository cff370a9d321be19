import { canonicalText } from '../schema/canonical-text.ts';
import { memberAt, schemaAt } from '../schema/member-path.ts';
import type { ManifestKind } from './kinds.ts';

type Members = Readonly<Record<string, unknown>>;

/**
 * What a record is recognised by where no id is given, of a record or of an item of a manifest: the same text for all that
 * mean the same one. Undefined where all of its members are unset: nothing tells it from others.
 */
export function identityOf(kind: ManifestKind, members: Members): string | undefined {
  return textOf(kind, members, kind.form.identity);
}

/** What tells it from others of the same identity; undefined where it has that identity for itself. */
export function sharedIdentityOf(kind: ManifestKind, members: Members): string | undefined {
  const { shared } = kind.form;
  if (shared === undefined || memberAt(members, [shared.where]) !== true) return undefined;
  return textOf(kind, members, shared.by) ?? '';
}

/** The same for people: `https://app.example.com`, `production/tunnel/operator`. */
export function nameOf(kind: ManifestKind, members: Members): string {
  const values = kind.form.identity.map((name) => memberAt(members, name.split('.')));
  const known = values.filter((value) => typeof value === 'string' && value !== '');
  const name = kind.form.identity.length > 1 ? known.join('/') : String(known[0] ?? '');
  const shared = sharedIdentityOf(kind, members);
  return shared === undefined
    ? name
    : `${name} (${String(memberAt(members, [kind.form.shared?.by[0] ?? '']) ?? '')})`;
}

interface Place {
  readonly path: readonly string[];
  readonly format: string | undefined;
}

/** Found once: tens of thousands of records may be asked. */
const places = new WeakMap<readonly string[], readonly Place[]>();

function placesOf({ create }: ManifestKind, names: readonly string[]): readonly Place[] {
  const known = places.get(names);
  if (known !== undefined) return known;
  const found = names.map((name) => {
    const path = name.split('.');
    return { path, format: schemaAt(create.operation.body, path)?.format };
  });
  places.set(names, found);
  return found;
}

function textOf(kind: ManifestKind, members: Members, names: readonly string[]): string | undefined {
  const places = placesOf(kind, names);
  const [only] = places;
  if (only !== undefined && places.length === 1) return partOf(members, only) || undefined;
  const parts = places.map((place) => partOf(members, place));
  return parts.every((part) => part === '') ? undefined : JSON.stringify(parts);
}

function partOf(members: Members, { path, format }: Place): string {
  const value = memberAt(members, path);
  return typeof value === 'string' && value !== '' ? (canonicalText(format, value) ?? value) : '';
}
