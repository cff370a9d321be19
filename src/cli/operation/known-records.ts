import type { Client } from '../../client/client.ts';
import { catalogue } from '../../contract/index.ts';
import { memberAt } from '../../contract/schema/member-path.ts';
import type { Operation, Resource } from '../../contract/schema/resource.ts';
import type { Choice } from '../input/questions.ts';
import { cellText, nothing } from '../output/table/cell.ts';
import { take } from './paging-options.ts';

/** What has an operation that lists it. */
interface Listing {
  readonly operation: Operation;
  readonly resource: Resource;
}

type PathValues = Readonly<Record<string, string>>;

/** Nobody looks through more; ids beyond can be typed. */
const MOST_RECORDS = 500;
/** What else a line shows beside the id: enough to tell records apart. */
const BESIDE_ID = 3;

/**
 * The records that a member or parameter can name, newest first, as choices: id and what the columns say.
 * Undefined where no operation lists them, or the service does not let us see them.
 * @param path of the collection, without a leading slash: `ssh_credentials`
 * @param values of the path's own members
 */
export async function knownRecords(
  path: string,
  values: PathValues,
  client: Client,
): Promise<Choice<string>[] | undefined> {
  const listing = findListing(path);
  if (listing === undefined) return undefined;
  const choices: Choice<string>[] = [];
  try {
    for await (const record of take(client.listAll(listing.operation, values), MOST_RECORDS)) {
      choices.push(choiceOf(record, listing.resource));
    }
  } catch {
    // What is wrong shows when the request itself is sent; until then an id can be typed.
    return undefined;
  }
  return choices;
}

function findListing(path: string): Listing | undefined {
  return catalogue.find(({ operation }) => operation.list !== undefined && operation.path === `/${path}`);
}

function choiceOf(record: unknown, resource: Resource): Choice<string> {
  const [id = 'id'] = resource.columns;
  const value = String(memberAt(record, id.split('.')));
  return { value, name: describeRecord(record, resource) };
}

/** A record on one line: its id and the first of its columns that say something. */
export function describeRecord(record: unknown, { columns }: Pick<Resource, 'columns'>): string {
  const cells = columns
    .map((column) => cellText(memberAt(record, column.split('.'))))
    .filter((cell) => cell !== nothing);
  return cells.slice(0, 1 + BESIDE_ID).join('  ');
}
