import type { Client } from '../../client/client.ts';
import { ApiError } from '../../client/errors.ts';
import { type CatalogueEntry, catalogue } from '../../contract/index.ts';
import { sanitizeLine } from '../../contract/rules/sanitize.ts';
import { pathParameters } from '../../contract/schema/resource.ts';
import { describePlace } from '../connect/place.ts';
import type { CommandContext } from '../context.ts';
import { confirm } from '../input/questions.ts';
import { describeRecord } from '../output/describe-record.ts';
import type { PathValues } from './targets.ts';

export { requireConsent } from '../input/questions.ts';

/** Records that are looked up and shown; of more, the number. */
const MOST_SHOWN = 10;

/** Shows what an operation would take away, and where, and asks. Throws unless the answer is yes. */
export async function confirmRun(
  entry: CatalogueEntry,
  targets: readonly PathValues[],
  client: Client,
  context: CommandContext,
): Promise<void> {
  if (targets.length === 0) return;
  const lines: string[] = [];
  for (const target of targets.slice(0, MOST_SHOWN)) {
    const line = await describeTarget(entry, target, client, targets.length === 1);
    if (line !== undefined) lines.push(`  ${line}`);
  }
  // Nothing is there that a replacement would take away.
  if (lines.length === 0) return;
  if (targets.length > MOST_SHOWN) lines.push(`  … and ${targets.length - MOST_SHOWN} more`);
  const verb = entry.verb.charAt(0).toUpperCase() + entry.verb.slice(1);
  const what = targets.length === 1 ? 'this' : `all ${targets.length}`;
  await confirm(`${verb} ${what}?`, [`${verb} at ${describePlace(context)}:`, ...lines], context);
}

/** The record that will go, on one line; undefined when there is none yet. */
async function describeTarget(
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
