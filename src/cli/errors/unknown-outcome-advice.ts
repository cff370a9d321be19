import { NetworkError } from '../../client/transport/network-error.ts';
import type { CatalogueEntry } from '../../contract/index.ts';
import { commandWords, shellWord } from '../words/command-words.ts';

/**
 * Says with which command to look where the answer to a change was lost, so that nobody knows whether it was made.
 * @param target members of the path
 */
export function unknownOutcomeAdvice(
  error: unknown,
  { resource, verb }: CatalogueEntry,
  target: Readonly<Record<string, string>>,
): unknown {
  if (!(error instanceof NetworkError) || !error.mayHaveChanged) return error;
  const { list, get } = resource.operations;
  const looksAt = (name: string, values: readonly string[]) =>
    [commandWords({ resource, verb: name }), ...values.map(shellWord)].join(' ');
  const values = Object.values(target);
  const isNew = verb === 'create';
  if (isNew ? list === undefined : get === undefined) return error;
  const command = isNew ? looksAt('list', values) : looksAt('get', values);
  return error.with({ remedy: `see with ${command} whether it was, before you repeat it` });
}
