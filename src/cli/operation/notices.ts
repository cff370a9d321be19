import type { CatalogueEntry } from '../../contract/index.ts';
import { sanitizeLine } from '../../contract/rules/sanitize.ts';
import type { Schema } from '../../contract/schema/schema.ts';
import type { Printer } from '../printer.ts';
import { resourceWords } from '../words/command-words.ts';
import { flagName } from './flags.ts';

const done: Record<string, string> = {
  delete: 'deleted',
  restart: 'restart requested:',
  stop: 'stop requested:',
  update: 'update requested:',
};

/** Says that an operation without a result is done. */
export async function noticeDone(
  { resource, verb, operation }: CatalogueEntry,
  parameters: Readonly<Record<string, string>>,
  printer: Printer,
): Promise<void> {
  const names = Object.values(parameters);
  // A path that ends in a name is that of the object itself; one that ends in a word is that of a part of it.
  const isPart = verb === 'delete' && !operation.path.endsWith('}');
  const object = isPart ? `${resourceWords(resource).at(-1)} of ${names.at(-1)}` : names.at(-1);
  await printer.notice(`${done[verb] ?? `${verb} done:`} ${sanitizeLine(object ?? '')}`);
}

/** Says what follows from an operation without a result, as its description has it. */
export async function noticeConsequence({ operation }: CatalogueEntry, printer: Printer): Promise<void> {
  if (operation.description !== undefined) await printer.notice(`note: ${operation.description}`);
}

/** Warns of members that the contract advises not to leave empty. */
export async function warnOfEmpty(
  { operation }: CatalogueEntry,
  body: Readonly<Record<string, unknown>>,
  printer: Printer,
): Promise<void> {
  for (const [name, member] of Object.entries<Schema>(operation.body?.properties ?? {})) {
    const warning = typeof member === 'object' ? member['x-warn-empty'] : undefined;
    const value = body[name];
    const isEmpty = value === undefined || (Array.isArray(value) && value.length === 0);
    if (warning !== undefined && isEmpty) await printer.notice(`warning: no ${flagName([name])}: ${warning}`);
  }
}
