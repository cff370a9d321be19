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

function textOf(
  { create, form: _form }: ManifestKind,
  members: Members,
  names: readonly string[],
): string | undefined {
  const values = names.map((name) => {
    const path = name.split('.');
    const value = memberAt(members, path);
    if (typeof value !== 'string' || value === '') return '';
    return canonicalText(schemaAt(create.operation.body, path)?.format, value) ?? value;
  });
  return values.every((value) => value === '') ? undefined : JSON.stringify(values);
}
