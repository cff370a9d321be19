import type { ManifestKind } from '../../../contract/manifest/kinds.ts';
import type { ValuePath } from '../../../contract/schema/validate.ts';
import type { Members } from '../../operation/body/request-body.ts';
import type { PathValues } from '../../operation/targets.ts';

/** One record as a manifest has it. */
export interface ManifestEntry {
  readonly kind: ManifestKind;
  /** Of a record that is meant by its id. */
  readonly id: string | undefined;
  /** What its record is found by, unless an id says it: `recordKey`. */
  readonly key: string;
  /** What its address needs besides, where the API has it within something else. */
  readonly around: PathValues;
  /** What its creation takes, with what references stand for. */
  readonly body: Members;
  /** The same as a plan keeps it: without what must not stand in a file. */
  readonly kept: Members;
  /** `account.yml:12`: where a member of it stands. */
  placeOf(path: ValuePath): string;
}

/** Where records are that the API lists only within something else. */
export interface HoldingPlace {
  readonly kind: ManifestKind;
  readonly around: PathValues;
}

/** One that a manifest names. */
export interface ManifestHolding extends HoldingPlace {
  /** Whether it has them there, be it an empty list; where not, it says nothing of them. */
  readonly isSaid: boolean;
}

/** What the files of one command say of an account. */
export interface Manifest {
  readonly entries: readonly ManifestEntry[];
  readonly holdings: readonly ManifestHolding[];
  /** The kinds of which it has a list, be it empty. */
  readonly kinds: ReadonlySet<ManifestKind>;
  /** Texts that the environment gave, by the reference to each: no output repeats them. */
  readonly hidden: ReadonlyMap<string, string>;
  /** What the files hold that the API does not manage: names of lists. */
  readonly leftAlone: readonly string[];
}

/** The schema of documents, as a manifest beside it names it for editors. */
export const schemaFile = './tunnelctl.schema.json';

/** Whether a file of a directory is a manifest, by its name. The schema may lie beside them. */
export function isManifestFile(name: string): boolean {
  return /\.(ya?ml|json)$/i.test(name) && !/\.schema\.json$/i.test(name);
}
