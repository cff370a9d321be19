import type { CatalogueEntry } from '../../contract/index.ts';
import { sanitizeLine } from '../../contract/rules/sanitize.ts';
import { pathParameters } from '../../contract/schema/resource.ts';
import { describePlace } from '../connect/place.ts';
import type { CommandContext } from '../context.ts';
import { confirm } from '../input/questions.ts';
import { describeRecord } from '../output/describe-record.ts';
import type { PresentRecords } from './changes/present-record.ts';
import { isNotFound, type OperationRun, type RunItem } from './run.ts';
import type { PathValues } from './targets.ts';

export { requireConsent } from '../input/questions.ts';

/** Records that are looked up and shown; of more, the number. */
const MOST_SHOWN = 10;

/** Shows what an operation would take away, and where, and asks. Throws unless the answer is yes. */
export async function confirmRun(
  { entry, input }: OperationRun,
  items: readonly RunItem[],
  present: PresentRecords,
  context: CommandContext,
): Promise<void> {
  const targets = items.map(({ target }) => target);
  if (targets.length === 0) return;
  const lines: string[] = [];
  for (const target of targets.slice(0, MOST_SHOWN)) {
    const isNeeded = targets.length === 1 && !input.ignoreNotFound;
    const line = await describeTarget(entry, target, present, isNeeded);
    if (line !== undefined) lines.push(`  ${line}`);
  }
  // Nothing is there that a replacement would take away.
  if (lines.length === 0) return;
  if (targets.length > MOST_SHOWN) lines.push(`  … and ${targets.length - MOST_SHOWN} more`);
  const verb = entry.verb.charAt(0).toUpperCase() + entry.verb.slice(1);
  const what = targets.length === 1 ? 'this' : `all ${targets.length}`;
  await confirm(`${verb} ${what}?`, [`${verb} at ${describePlace(context)}:`, ...lines], context);
}

/**
 * The record that will go, on one line; undefined when there is none yet.
 * @param isNeeded whether it is an error that there is none
 */
async function describeTarget(
  { resource, operation }: CatalogueEntry,
  target: PathValues,
  present: PresentRecords,
  isNeeded: boolean,
): Promise<string | undefined> {
  const name = pathParameters(operation).map((parameter) => target[parameter]);
  if (!present.canRead) return sanitizeLine(name.join(' '));
  try {
    const line = describeRecord(await present.read(target), resource);
    // What has no id of its own is known by those in its path.
    return resource.idPrefix === undefined ? `${sanitizeLine(name.join(' '))}  ${line}` : line;
  } catch (error) {
    if (!isNotFound(error)) throw error;
    if (operation.method === 'PUT') return undefined;
    if (isNeeded) throw error;
    return `${sanitizeLine(name.join(' '))}  (not found)`;
  }
}
