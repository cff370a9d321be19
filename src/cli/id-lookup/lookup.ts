import type { Client } from '../../client/client.ts';
import type { CatalogueEntry } from '../../contract/index.ts';
import { quote } from '../../contract/rules/rule.ts';
import { memberAt } from '../../contract/schema/member-path.ts';
import { isDestructive, type Operation, type Resource } from '../../contract/schema/resource.ts';
import type { CommandContext } from '../context.ts';
import { CliError } from '../errors/cli-error.ts';
import { describeRecord } from '../output/describe-record.ts';
import { resourceWords } from '../words/command-words.ts';
import { isBeginning, listingOf } from './id-form.ts';
import { identifiers, type Matcher, matcherOf } from './identifiers.ts';

/** Finds the records that arguments mean; each is looked up once a command. */
export interface Lookup {
  /** The id of the one record that is meant. Throws a CliError where there is none, or more than one. */
  find(parameter: string, value: string, operation: Operation): Promise<string>;
}

type Listing = NonNullable<ReturnType<typeof listingOf>>;

/** Of more, it is enough to know that there are more. */
const MOST_CANDIDATES = 10;

/** Judges what an argument was found to mean, by the parameter; throws where nothing may be done with it. */
export type OnFound = (target: Readonly<Record<string, string>>) => Promise<void>;

/** @param entry whose arguments they are */
export function openLookup(
  client: Client,
  entry: CatalogueEntry,
  context: CommandContext,
  onFound: OnFound,
): Lookup {
  const known = new Map<string, Promise<string>>();

  async function look(listing: Listing, parameter: string, value: string, operation: Operation) {
    const { resource } = listing;
    const records = isBeginning(resource.idPrefix, value)
      ? await beginningWith(value, listing, client)
      : await matching(await matcherOf(`<${parameter}>`, value, listing.list, context), listing, client);
    const [record, ...others] = records;
    if (record === undefined) throw noSuch(value, resource, listing.list);
    if (others.length > 0) throw ambiguous(value, records, resource);
    const id = String(memberAt(record, ['id']));
    // What is only looked at shows itself; before a change it is said what will be changed.
    if (operation.method !== 'GET' || isDestructive(entry.operation)) {
      await context.printer.notice(`${quote(value)} is ${describeRecord(record, resource)}`);
    }
    await onFound({ [parameter]: id });
    return id;
  }

  return {
    find(parameter, value, operation) {
      const listing = listingOf(entry, parameter);
      if (listing === undefined) return Promise.resolve(value);
      const key = `${parameter} ${value}`;
      const found = known.get(key) ?? look(listing, parameter, value, operation);
      known.set(key, found);
      // It may be there at the next look: somebody waits for it.
      found.catch(() => known.delete(key));
      return found;
    },
  };
}

/** The records whose ids begin so: ids sort by time, so they are neighbours in the list (contract/README.md "Paging"). */
async function beginningWith(value: string, { list }: Listing, client: Client): Promise<unknown[]> {
  const found: unknown[] = [];
  const [prefix = '', digits = ''] = value.split('_');
  const place = list.list?.paged ? { before_id: `${prefix}_${lastOf(digits)}` } : {};
  for await (const record of client.listAll(list, place)) {
    const id = String(memberAt(record, ['id']));
    if (id.startsWith(value)) found.push(record);
    if ((list.list?.paged && id < value) || found.length > MOST_CANDIDATES) break;
  }
  return found;
}

/** The largest number that 160 bits hold, in 27 base62 digits: no id comes after it. */
const LAST_ID = 'aWgEPTl1tmebfsQzFP4bxwgy80V';

/** The last id that begins so; `before_id` leaves it out, and nobody will miss that one. */
function lastOf(digits: string): string {
  const last = digits.padEnd(LAST_ID.length, 'z');
  return last < LAST_ID ? last : LAST_ID;
}

async function matching(matches: Matcher, { list }: Listing, client: Client): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const record of client.listAll(list, {})) {
    if (matches(record)) found.push(record);
    if (found.length > MOST_CANDIDATES) break;
  }
  return found;
}

function noSuch(value: string, resource: Resource, list: Operation): CliError {
  const names = identifiers(list).map(({ name }) => name);
  const known = ['its id, whole or its beginning', ...names].join(', ');
  const words = resourceWords(resource).join(' ');
  return new CliError('NO_SUCH_RECORD', `none of the ${words} is ${quote(value)}`, {
    hint: `give what it is known by: ${known}`,
    next: [`tunnelctl ${words} list`],
  });
}

function ambiguous(value: string, records: readonly unknown[], resource: Resource): CliError {
  const shown = records.slice(0, MOST_CANDIDATES);
  const words = resourceWords(resource).join(' ');
  const count = records.length > shown.length ? `more than ${shown.length}` : String(shown.length);
  const lines = shown.map((record) => describeRecord(record, resource));
  return new CliError('AMBIGUOUS_ID', [`${quote(value)} is ${count} of the ${words}:`, ...lines].join('\n'), {
    hint: 'give the id of the one that is meant',
    next: shown.map((record) => `tunnelctl ${words} get ${memberAt(record, ['id'])}`),
  });
}
