import { existsSync } from 'node:fs';
import type { Client } from '../../../client/client.ts';
import { catalogue } from '../../../contract/index.ts';
import { itemSchema, memberAt } from '../../../contract/schema/member-path.ts';
import { type Operation, pathParameters, type Resource } from '../../../contract/schema/resource.ts';
import type { ObjectSchema, Schema } from '../../../contract/schema/schema.ts';
import type { Answer } from '../../connect/answer-cache.ts';
import { connect } from '../../connect/connection.ts';
import { dataFilePath } from '../../connect/data-file.ts';
import type { CommandContext } from '../../context.ts';
import { cellText, isRef, nothing } from '../../output/table/cell.ts';
import { allColumns, type Column, isIdColumn } from '../../output/table/column.ts';
import { findTarget } from '../../settings/target.ts';

/** Nobody looks through more. */
const mostAnswers = 1000;

/**
 * Asks the service for the values of a source. Throws whatever goes wrong.
 * @param given values of the path's own members, in order
 * @param enoughMs how long pages are asked for; the last one may take longer
 */
export async function fetchAnswers(
  source: string,
  given: readonly string[],
  enoughMs: number,
  context: CommandContext,
): Promise<Answer[]> {
  const { options, streams } = context;
  const places = placesOf(source);
  const { kind } = findTarget(context);
  // To look at what could be completed must not make a sandbox.
  if (places.length === 0 || (kind === 'sandbox' && !existsSync(dataFilePath(options.data, streams))))
    return [];
  const { client, close } = await connect(context);
  try {
    const { clock } = streams;
    const deadline = clock.now() + enoughMs;
    const isEnough = (count: number) => count >= mostAnswers || (count % 100 === 0 && clock.now() > deadline);
    const lists = await Promise.all(places.map((place) => listAnswers(place, given, client, isEnough)));
    return [...new Map(lists.flat())];
  } finally {
    await close();
  }
}

async function listAnswers(
  { operation, resource, member }: Place,
  given: readonly string[],
  client: Client,
  isEnough: (count: number) => boolean,
): Promise<Answer[]> {
  const parameters = Object.fromEntries(pathParameters(operation).map((name, i) => [name, given[i] ?? '']));
  const isOwn = member === 'id' || member === 'type';
  const records = new Map<string, unknown[]>();
  let count = 0;
  for await (const record of client.listAll(operation, parameters)) {
    const named = (record as Record<string, unknown>)[member];
    const value = isRef(named) ? named.id : named;
    if (typeof value === 'string') records.set(value, [...(records.get(value) ?? []), record]);
    count += 1;
    // What a page brought is kept, and the next one is not waited for.
    if (isEnough(count)) break;
  }
  return [...records].map(([value, found]) => [
    value,
    isOwn ? describeItem(found[0], resource, member) : describeAsNamed(found, resource, member),
  ]);
}

/** A list in which values of a source stand. */
interface Place {
  readonly operation: Operation;
  /** Whose records they are. */
  readonly resource: Resource;
  /** The member that holds the value. */
  readonly member: string;
}

/**
 * Where the values of a source stand: in the list of that path, or, where no operation lists them, in the members of
 * other records that name one. The owners that somebody may give are those that keys and credentials have.
 * @param source path of a collection without its leading slash, as `x-refers-to` has it
 */
function placesOf(source: string): Place[] {
  const listings = catalogue.filter(({ operation }) => operation.list !== undefined);
  const own = listings.find(({ operation }) => operation.path === `/${source}`);
  if (own !== undefined) {
    const properties = own.operation.list?.item.properties ?? {};
    return [{ ...own, member: 'id' in properties ? 'id' : 'type' }];
  }
  // A list inside of another record would need that one's id.
  const open = listings.filter(({ operation }) => pathParameters(operation).length === 0);
  return open.flatMap(({ operation, resource }) =>
    membersThatName(source, resource)
      .filter((member) => operation.list?.item.properties?.[member] !== undefined)
      .map((member) => ({ operation, resource, member })),
  );
}

function membersThatName(source: string, { operations, record }: Resource): string[] {
  const bodies = Object.values(operations).flatMap(({ body }) => body ?? []);
  const members = [record, ...bodies].flatMap(({ properties }) => Object.entries<Schema>(properties ?? {}));
  const names = members.filter(([, schema]) => (schema as ObjectSchema)['x-refers-to'] === source);
  return [...new Set(names.map(([name]) => name))];
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

/** What tells something apart that is only known by who names it: `owner_id of nightly deployment and 2 more`. */
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
