import { type ManifestKind, manifestKinds } from '../../contract/manifest/kinds.ts';
import { quote } from '../../contract/rules/rule.ts';
import { usageError } from '../errors/cli-error.ts';
import { didYouMean } from '../words/did-you-mean.ts';

/** What people choose kinds of records by, in the order of documents: the names of resources. */
export const kindChoices: readonly string[] = manifestKinds.map(({ name }) => name);

/**
 * The kinds that names mean, each once and in the order of documents: `ssh-credentials`, `ssh_credentials`, and what
 * documents call the list, `tcp_edges`; several in one with commas. Throws a CliError for a name that means none.
 * @param given the flag or argument that they were given by, as messages call it
 */
export function readKinds(given: string, names: readonly string[]): ManifestKind[] {
  const words = names.flatMap((name) => name.split(',')).map((name) => name.trim());
  const meant = new Set(words.map((word) => kindOf(given, word)));
  return manifestKinds.filter((kind) => meant.has(kind));
}

function kindOf(given: string, word: string): ManifestKind {
  const found = manifestKinds.find((kind) => namesOf(kind).map(plain).includes(plain(word)));
  if (found !== undefined) return found;
  const near = didYouMean(word, new Set(kindChoices));
  throw usageError(`${given} ${quote(word)} is not one of ${kindChoices.join(', ')}${near}`, {
    field: given,
  });
}

/** By its resource, and by the list of a document that holds it. */
function namesOf({ name, form }: ManifestKind): string[] {
  return [name, form.within?.[0]?.member ?? form.member];
}

function plain(word: string): string {
  return word.toLowerCase().replaceAll('_', '-');
}
