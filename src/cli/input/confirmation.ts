import { ApiError } from '../../client/api-error.ts';
import type { Client } from '../../client/client.ts';
import { type CatalogueEntry, catalogue } from '../../contract/index.ts';
import { pathParameters } from '../../contract/schema/resource.ts';
import { LocalError } from '../errors/local-error.ts';
import type { PathValues } from '../operation/batch/targets.ts';
import { sanitizeLine } from '../output/sanitize.ts';
import type { Printer } from '../printer.ts';
import { describeRecord } from './known-records.ts';
import type { Questions } from './questions.ts';

/** What a command is about to take away, and where. */
export interface Removal {
  readonly entry: CatalogueEntry;
  readonly targets: readonly PathValues[];
  /** As `https://api.example.com (profile work)`. */
  readonly place: string;
}

/** Records that are looked up and shown; of more, the number. */
const MOST_SHOWN = 10;

/** Shows what will go and asks. Throws unless the answer is yes. */
export async function askForConsent(
  { entry, targets, place }: Removal,
  client: Client,
  questions: Questions,
  printer: Printer,
): Promise<void> {
  const lines: string[] = [];
  for (const target of targets.slice(0, MOST_SHOWN)) {
    const line = await showTarget(entry, target, client, targets.length === 1);
    if (line !== undefined) lines.push(line);
  }
  // Nothing is there that a replacement would take away.
  if (lines.length === 0) return;
  if (targets.length > MOST_SHOWN) lines.push(`… and ${targets.length - MOST_SHOWN} more`);
  const verb = capital(entry.verb);
  await printer.notice(`${verb} at ${place}:`);
  for (const line of lines) await printer.notice(`  ${line}`);
  const what = targets.length === 1 ? 'this' : `all ${targets.length}`;
  if (await questions.confirm(`${verb} ${what}?`)) return;
  throw new LocalError('NOT_CONFIRMED', `not confirmed; nothing was changed`);
}

/** The record that will go, on one line; undefined when there is none yet. */
async function showTarget(
  { resource, operation, verb }: CatalogueEntry,
  target: PathValues,
  client: Client,
  isOnly: boolean,
): Promise<string | undefined> {
  const name = pathParameters(operation).map((parameter) => target[parameter]);
  const reading = catalogue.find(
    (other) =>
      other.operation.method === 'GET' &&
      other.operation.returns !== undefined &&
      (other.operation.path === operation.path || operation.path === `${other.operation.path}/${verb}`),
  );
  if (reading === undefined) return sanitizeLine(name.join(' '));
  try {
    const record = await client.send(reading.operation, target);
    const line = describeRecord(record, resource);
    // What has no id of its own is known by those in its path.
    return resource.idPrefix === undefined ? `${sanitizeLine(name.join(' '))}  ${line}` : line;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    if (operation.method === 'PUT') return undefined;
    if (isOnly) throw error;
    return `${sanitizeLine(name.join(' '))}  (not found)`;
  }
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
