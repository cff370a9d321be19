import { identityOf } from '../../../contract/manifest/identity.ts';
import type { ManifestKind } from '../../../contract/manifest/kinds.ts';
import type { Members } from '../../operation/body/request-body.ts';
import type { PathValues } from '../../operation/targets.ts';

/**
 * What a record is found by among those of its kind: of what lies within something else, that too; empty where nothing
 * identifies it. The same for a record and for an item of a manifest that means it.
 */
export function recordKey(kind: ManifestKind, members: Members, address: PathValues): string {
  const identity = identityOf(kind, members) ?? '';
  const { within } = kind.form;
  // Ids hold no spaces.
  return within === undefined
    ? identity
    : `${within.map(({ parameter }) => address[parameter]).join(' ')} ${identity}`;
}

/** One text for a record of a kind, or for a place that holds some: what its secrets are remembered by, too. */
export function addressName(kind: ManifestKind, address: PathValues): string {
  return [kind.name, ...Object.values(address)].join(' ');
}
