import { manifestKinds } from '../../../contract/manifest/kinds.ts';
import { quote } from '../../../contract/rules/rule.ts';
import { fieldError } from '../../errors/cli-error.ts';
import { orList } from '../../words/did-you-mean.ts';
import type { HoldingPlace } from '../files/manifest.ts';

/** How people name what no operation lists: `esb_…`, `edghts_…/edghtsrt_…`. */
export const includeForms: readonly string[] = [
  ...new Set(manifestKinds.flatMap(({ form }) => formOf(form.within?.map(({ idPrefix }) => idPrefix)) ?? [])),
];

function formOf(prefixes: readonly string[] | undefined): string | undefined {
  return prefixes?.map((prefix) => `${prefix}_…`).join('/');
}

/** What stands around records that an export is to have besides, with each kind that it can hold. Throws a CliError. */
export function readInclude(given: string, flag: string): HoldingPlace[] {
  const ids = given.split('/');
  const found = manifestKinds.flatMap((kind) => {
    const { within = [] } = kind.form;
    const isMeant =
      within.length === ids.length &&
      within.every(({ idPrefix }, i) => new RegExp(`^${idPrefix}_[0-9A-Za-z]{27}$`).test(ids[i] ?? ''));
    return isMeant
      ? { kind, around: Object.fromEntries(within.map(({ parameter }, i) => [parameter, ids[i] ?? ''])) }
      : [];
  });
  if (found.length > 0) return found;
  throw fieldError(flag, `${quote(given)} is not ${orList(includeForms)}`);
}
