import type { CatalogueEntry } from '../../contract/index.ts';
import { quote } from '../../contract/rules/rule.ts';
import { sanitizeLine } from '../../contract/rules/sanitize.ts';
import { pathParameters } from '../../contract/schema/resource.ts';
import type { ObjectSchema, Schema } from '../../contract/schema/schema.ts';
import type { Printer } from '../printer.ts';
import { resourceWords } from '../words/command-words.ts';
import type { GivenFlags } from './body/request-body.ts';
import { flagName } from './flags.ts';
import type { PathValues } from './targets.ts';

/** What came of an operation without a result of its own: the members of its path, and whether it was done. */
export type DoneResult = Readonly<Record<string, unknown>>;

/** @param wasThere false for what was to go and is not there */
export function doneResult({ verb }: CatalogueEntry, target: PathValues, wasThere = true): DoneResult {
  return { ...target, [doneMember(verb)]: wasThere };
}

/** The schema of such results. */
export function doneSchema({ verb, operation }: CatalogueEntry): ObjectSchema {
  const text: ObjectSchema = { type: 'string' };
  const names = pathParameters(operation).map((name) => [name, text]);
  return {
    type: 'object',
    properties: { ...Object.fromEntries(names), [doneMember(verb)]: { type: 'boolean' }, error: {} },
  };
}

function doneMember(verb: string): string {
  return verb === 'delete' ? 'deleted' : `${verb}_requested`;
}

/** Says that an operation without a result is done. */
export async function noticeDone(
  entry: CatalogueEntry,
  target: PathValues,
  result: unknown,
  printer: Printer,
): Promise<void> {
  const { resource, verb, operation } = entry;
  const names = pathParameters(operation).map((name) => target[name]);
  // A path that ends in a name is that of the object itself; one that ends in a word is that of a part of it.
  const isPart = verb === 'delete' && !operation.path.endsWith('}');
  const object = isPart ? `${resourceWords(resource).at(-1)} of ${names.at(-1)}` : names.at(-1);
  const done = verb === 'delete' ? 'deleted' : `${verb} requested:`;
  await printer.notice(`${wasDone(entry, result) ? done : 'not found:'} ${sanitizeLine(object ?? '')}`);
}

/** Whether an operation without a result was done: not where there was nothing to do it to. */
export function wasDone({ verb }: CatalogueEntry, result: unknown): boolean {
  return (result as DoneResult)[doneMember(verb)] === true;
}

/** Says what follows from an operation without a result, as its description has it. */
export async function noticeConsequence({ operation }: CatalogueEntry, printer: Printer): Promise<void> {
  if (operation.description !== undefined) await printer.notice(`note: ${operation.description}`);
}

/**
 * Warns of members that the contract advises not to leave empty: those that a new record lacks, and those that a flag
 * empties in a change. What a file says of a record that is there was said on purpose.
 */
export async function warnOfEmpty(
  { operation: { body: schema, method } }: CatalogueEntry,
  flags: GivenFlags,
  body: Readonly<Record<string, unknown>>,
  printer: Printer,
): Promise<void> {
  for (const [name, member] of Object.entries<Schema>(schema?.properties ?? {})) {
    const warning = typeof member === 'object' ? member['x-warn-empty'] : undefined;
    if (warning === undefined) continue;
    const value = body[name];
    const isEmpty = value === undefined || value === '' || isEmptyList(value);
    const flag = flagName([name]);
    const isGiven = [...flags.keys()].some((one) => one.name === flag);
    if (!isEmpty || (method === 'PATCH' && !isGiven)) continue;
    const given = value === '' ? 'is empty' : 'as given';
    await printer.warn(`${isGiven ? `${flag} ${given}` : `no ${flag}`}: ${warning}`);
  }
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

/**
 * Warns of event types that nothing known has. The request is sent all the same: any type of the right form may be
 * named, and the service may have events that are not known here.
 */
export async function warnOfUnknownEvents(
  { operation }: CatalogueEntry,
  body: Readonly<Record<string, unknown>>,
  printer: Printer,
): Promise<void> {
  for (const [name, member] of Object.entries<Schema>(operation.body?.properties ?? {})) {
    if (typeof member !== 'object' || member['x-refers-to'] !== 'event_types') continue;
    const { eventTypes } = await import('../../contract/events/event-types.ts');
    const given = String(body[name]);
    if (eventTypes.includes(given)) continue;
    const { didYouMean } = await import('../words/did-you-mean.ts');
    const problem = `${flagName([name])} ${quote(given)} is not a known event type`;
    await printer.warn(`${problem}${didYouMean(given, eventTypes)}`);
  }
}
