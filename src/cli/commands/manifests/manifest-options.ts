import { ProblemError, quote } from '../../../contract/rules/rule.ts';
import type { CommandContext } from '../../context.ts';
import { fieldError, usageError } from '../../errors/cli-error.ts';
import { filePath } from '../../input/named-file.ts';
import type { ManifestFiles } from '../../manifests/files/read-manifests.ts';
import { kindChoices, readKinds } from '../../manifests/kind-names.ts';
import { compileQuery } from '../../output/query/query.ts';
import { type OptionDefinitions, option, repeatable, toggle, type ValuesOf } from '../../parser/options.ts';
import { hinted, parsed, text, wholeNumber } from '../../parser/value-types.ts';

/** How many records are deleted at most where nobody says a number. */
export const defaultPruneLimit = 10;

const pruning = { group: 'Pruning options:' };

/** What diff and apply take of manifests. */
export const manifestOptions = {
  file: repeatable(
    '-f, --file <file>',
    'a manifest, YAML or JSON; a directory of them; - for stdin; several are one',
    hinted({ path: 'file' }),
  ),
  set: repeatable(
    '--set <name=value>',
    `what \${var:name} stands for in the manifests`,
    parsed(readVariable),
  ),
  rotate: toggle('--rotate', 'send secrets and signing requests although nothing shows that they changed'),
  prune: option(
    '--prune <kinds>',
    `delete what no manifest has of these kinds: ${kindChoices.join(', ')}`,
    hinted({ words: kindChoices, isCommaSeparated: true }),
    pruning,
  ),
  pruneWhere: option(
    '--prune-where <expression>',
    'delete of these only records for which a JMESPath expression is true',
    text,
    pruning,
  ),
  pruneLimit: option('--prune-limit <number>', 'delete no more than this many', wholeNumber(0), {
    ...pruning,
    fallback: String(defaultPruneLimit),
  }),
} as const satisfies OptionDefinitions;

export type ManifestChoices = ValuesOf<typeof manifestOptions>;

function readVariable(given: string): readonly [name: string, value: string] {
  const [, name, value = ''] = /^([A-Za-z_][\w.-]*)=(.*)$/s.exec(given) ?? [];
  if (name === undefined) throw new ProblemError(`${quote(given)} is not of the form name=value`);
  if (value === '') throw new ProblemError(`gives ${name} no value: an empty text would stand for it`);
  return [name, value];
}

/** The manifests that were named. Throws a CliError where none are. */
export function manifestFiles({ file, set }: Pick<ManifestChoices, 'file' | 'set'>): ManifestFiles {
  if (file.length === 0)
    throw usageError('no manifest is given', {
      field: '--file',
      hint: 'give -f FILE, -f DIRECTORY, or -f - for stdin',
    });
  return { names: file, variables: new Map(set) };
}

/** Refuses to write to a manifest that is read. @param flag what names the file */
export function requireOtherFile(
  flag: string,
  name: string | undefined,
  { file }: Pick<ManifestChoices, 'file'>,
  { streams }: Pick<CommandContext, 'streams'>,
): void {
  if (name === undefined || !file.some((one) => filePath(one, streams) === filePath(name, streams))) return;
  throw fieldError(flag, `names the manifest ${name} itself; name another file`);
}

/** What may be deleted. Throws a CliError. */
export async function readPruning({ prune, pruneWhere, pruneLimit }: ManifestChoices) {
  if (prune === undefined) {
    if (pruneWhere !== undefined) throw fieldError('--prune-where', 'goes with --prune, which names kinds');
    if (pruneLimit !== undefined) throw fieldError('--prune-limit', 'goes with --prune, which names kinds');
    return undefined;
  }
  const kinds = readKinds('--prune', [prune]);
  const chooses = pruneWhere === undefined ? undefined : await compileQuery(pruneWhere, '--prune-where');
  const isChosen = (record: unknown): boolean => {
    if (chooses === undefined) return true;
    const answer = chooses(record);
    if (typeof answer === 'boolean') return answer;
    throw fieldError(
      '--prune-where',
      `${quote(pruneWhere ?? '')} must be true or false for each record, and is ${quote(JSON.stringify(answer))} for one`,
    );
  };
  return { kinds, isChosen, limit: pruneLimit ?? defaultPruneLimit };
}
