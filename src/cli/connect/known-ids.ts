import type { Client } from '../../client/client.ts';
import { readResponse } from '../../client/response.ts';
import { catalogue, listOf } from '../../contract/index.ts';
import { sanitizeLine } from '../../contract/rules/sanitize.ts';
import { itemSchema, memberAt } from '../../contract/schema/member-path.ts';
import { type Operation, pathParameters, type Resource } from '../../contract/schema/resource.ts';
import type { Schema } from '../../contract/schema/schema.ts';
import type { CommandContext } from '../context.ts';
import { cellText, isRef, nothing } from '../output/table/cell.ts';
import { allColumns, type Column, isIdColumn } from '../output/table/column.ts';
import type { Answer } from './answer-cache.ts';
import { seenIds } from './seen-ids.ts';

// Which ids there are to choose from, where a person has to name one: in completion, and in questions.

/** Tells from the number of records that were looked through whether that is enough. */
export type IsEnough = (count: number) => boolean;

/**
 * The values that a source has, each with what tells a person which one it is: the records that an operation lists; or,
 * where none does, those that other records name, and all of them where the service is one of ours, or those that this
 * machine has used. Throws where nobody answered.
 * @param source path of a collection without its leading slash, as `x-refers-to` has it
 * @param given values of the path's own members, in order
 */
export async function knownIds(
  source: string,
  given: readonly string[],
  client: Client,
  isEnough: IsEnough,
  context: CommandContext,
): Promise<Answer[]> {
  const own = ownList(source);
  if (own !== undefined) return listAnswers(own, source, given, client, isEnough);
  const [all, ...named] = await Promise.allSettled([
    unlistedIds(source, given, client),
    ...placesThatName(source).map((place) => listAnswers(place, source, given, client, isEnough)),
  ]);
  if ([all, ...named].every(({ status }) => status === 'rejected'))
    throw (all as PromiseRejectedResult).reason;
  const answers = [all, ...named].flatMap(
    (outcome) => (outcome.status === 'fulfilled' ? outcome.value : []) ?? [],
  );
  const isKnown = all.status === 'fulfilled' && all.value !== undefined;
  const seen = isKnown ? [] : seenIds(source, given, context);
  const known = new Map<string, string>();
  // What is said first of a record says the most.
  for (const [id, description] of [...answers, ...seen]) known.set(id, known.get(id) || description);
  return [...known];
}

/** A list in which values of a source stand. */
interface Place {
  readonly operation: Operation;
  /** Whose records they are. */
  readonly resource: Resource;
  /** The member that holds the value, or a reference to it. */
  readonly member: string;
}

const listings = catalogue.filter(({ operation }) => operation.list !== undefined);

function ownList(source: string): Place | undefined {
  const own = listOf(source);
  const properties = own?.operation.list?.item.properties ?? {};
  return own && { ...own, member: 'id' in properties ? 'id' : 'type' };
}

/** The lists whose records name such values: the owners that somebody may give are those that keys have. */
function placesThatName(source: string): Place[] {
  // A list inside of another record would need that one's id.
  const open = listings.filter(({ operation }) => pathParameters(operation).length === 0);
  return open.flatMap(({ operation, resource }) => {
    const inBodies = membersThatName(source, resource);
    return Object.entries<Schema>(operation.list?.item.properties ?? {})
      .filter(([name, schema]) => inBodies.includes(name) || refersTo(schema, source))
      .map(([member]) => ({ operation, resource, member }));
  });
}

function membersThatName(source: string, { operations }: Resource): string[] {
  const bodies = Object.values(operations).flatMap(({ body }) =>
    Object.entries<Schema>(body?.properties ?? {}),
  );
  return bodies.filter(([, schema]) => refersTo(schema, source)).map(([name]) => name);
}

/** Whether a member is said to hold ids of a source, or references into a collection around it. */
function refersTo(schema: Schema, source: string): boolean {
  const target = typeof schema === 'object' ? schema['x-refers-to'] : undefined;
  return target !== undefined && `${source}/`.startsWith(`${target}/`);
}

async function listAnswers(
  { operation, resource, member }: Place,
  source: string,
  given: readonly string[],
  client: Client,
  isEnough: IsEnough,
): Promise<Answer[]> {
  const parameters = Object.fromEntries(pathParameters(operation).map((name, i) => [name, given[i] ?? '']));
  const isOwn = member === 'id' || member === 'type';
  const schema: Schema | undefined = operation.list?.item.properties?.[member];
  const records = new Map<string, unknown[]>();
  let count = 0;
  for await (const record of client.listAll(operation, parameters)) {
    const value = idIn((record as Record<string, unknown>)[member], schema, source);
    if (value !== undefined) records.set(value, [...(records.get(value) ?? []), record]);
    count += 1;
    // What a page brought is kept, and the next one is not waited for.
    if (isEnough(count)) break;
  }
  return [...records].map(([value, found]) => [
    value,
    isOwn ? describeItem(found[0], resource, member) : describeAsNamed(found, resource, member),
  ]);
}

/** The id that a member holds: itself, or that of a reference, where its URL is not in another collection around. */
function idIn(value: unknown, schema: Schema | undefined, source: string): string | undefined {
  if (typeof value === 'string') return value;
  if (!isRef(value)) return undefined;
  const isExact = typeof schema === 'object' && schema['x-refers-to'] === source;
  return isExact || value.uri.endsWith(`/${source}/${value.id}`) ? value.id : undefined;
}

/**
 * What a service of ours has beside the API: the ids of what no operation lists. Undefined where it does not say.
 * @param given the record around, if there is one
 */
async function unlistedIds(
  source: string,
  given: readonly string[],
  client: Client,
): Promise<Answer[] | undefined> {
  const { adminOperations } = await import('../../hosting/admin-api.ts');
  const operation: Operation = adminOperations.listUnlistedIds;
  const query = new URLSearchParams({ of: source });
  const [around] = given;
  if (/\{\w+\}/.test(source) && around !== undefined) query.set('within', around);
  const target = `${operation.path}?${query}`;
  const response = await client.sendRaw({ method: operation.method, target });
  if (response.status !== 200) return undefined;
  const answer = readResponse(operation, target, response, 'of the sandbox');
  const { ids } = answer as { ids: { id: string; description: string }[] };
  return ids.map(({ id, description }) => [id, shorten(sanitizeLine(description))]);
}

/** As much as fits beside an id on most terminals. */
const longest = 80;

/** What tells a record from others of its kind: the first two of its columns that are not one of a few words. */
function describeItem(record: unknown, { columns, record: schema }: Resource, member: string): string {
  const known = new Map(allColumns(schema).map((column) => [column.name, column]));
  const cells = columns
    .filter((name) => name !== member && tells(known.get(name)))
    .map((name) => cellText(memberAt(record, name.split('.'))))
    .filter((cell) => cell !== nothing);
  return shorten(cells.slice(0, 2).join('  '));
}

/** What tells something apart that is only known by who names it: `in api keys: nightly deployment and 2 more`. */
function describeAsNamed(records: readonly unknown[], resource: Resource, member: string): string {
  const words = resource.name.replaceAll('-', ' ');
  const example = records.map((record) => describeItem(record, resource, member)).find((text) => text !== '');
  const more = records.length > 1 ? ` and ${records.length - 1} more` : '';
  return shorten(`in ${words}: ${example ?? ''}${more}`);
}

/** Ids, times, addresses and words out of a short list look alike in most records; secrets never show. */
function tells(column: Column | undefined): boolean {
  const schema = column?.schema;
  if (column === undefined || schema === undefined || schema['x-secret'] || isIdColumn(column)) return false;
  const value = itemSchema(schema);
  return value.enum === undefined && value.format !== 'date-time' && value.format !== 'uri';
}

function shorten(text: string): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1).trimEnd()}…`;
}
