import { ApiError, ResponseError } from '../../../client/errors.ts';
import { sanitizeLine } from '../../../contract/rules/sanitize.ts';
import type { CommandContext } from '../../context.ts';
import { type Change, formatChanges } from '../../output/changes/format-changes.ts';
import { describeRecord } from '../../output/describe-record.ts';
import { isForProgram } from '../../output/formats.ts';
import { planOutput } from '../../output/output-plan.ts';
import { printRecord } from '../../output/print-record.ts';
import { printItems } from '../../output/show.ts';
import { valueText } from '../../output/table/cell.ts';
import { hasColour } from '../../terminal/colour.ts';
import type { Members } from '../body/request-body.ts';
import type { OperationRun, RunItem, RunItems } from '../run.ts';
import { changesOf, ignoredChanges } from './changes.ts';
import type { PresentRecords } from './present-record.ts';

/** Of more changes at once nobody asked to see each. */
const MOST_SHOWN = 10;

/** Tells on stderr what will change, before it is sent. Asked for, it throws for what cannot be read. */
export async function announceChanges(
  run: OperationRun,
  { items }: RunItems,
  present: PresentRecords,
  context: CommandContext,
): Promise<void> {
  const { streams, settings, printer } = context;
  const isColoured = hasColour(streams.env, streams.stderrIsTTY, settings.get('color')?.value);
  for (const item of run.input.diff ? items : items.slice(0, MOST_SHOWN)) {
    const found = await lookAt(run, item, present);
    if (found === undefined) continue;
    for (const line of linesOf(run, item, found, isColoured)) await printer.coloured(line);
    await warnOfIgnored(run, item, found.record, context);
  }
}

/** Prints what would change, and sends nothing: `--diff --dry-run`. */
export async function printChanges(
  run: OperationRun,
  { items, isBatch }: RunItems,
  present: PresentRecords,
  context: CommandContext,
): Promise<void> {
  const { streams, settings, printer } = context;
  const results: Members[] = [];
  for (const item of items) {
    const found = await lookAt(run, item, present);
    if (found === undefined) continue;
    if (isForProgram(context)) {
      const changes = found.changes.map(({ name, old = null, new: fresh = null }) => ({
        member: name,
        old,
        new: fresh,
      }));
      results.push({ ...item.target, changes });
    } else {
      const isColoured = hasColour(streams.env, streams.stdoutIsTTY, settings.get('color')?.value);
      for (const line of linesOf(run, item, found, isColoured)) await printer.data(`${line}\n`);
    }
    await warnOfIgnored(run, item, found.record, context);
  }
  if (!isForProgram(context)) return;
  const plan = await planOutput({ type: 'object', properties: {} }, {}, context);
  const [only] = results;
  if (isBatch || only === undefined) await printItems(plan, results, context);
  else await printRecord(plan, only, context);
}

interface Found {
  readonly record: Members | undefined;
  readonly changes: readonly Change[];
}

/** Undefined where nobody asked and there is nothing to compare with. */
async function lookAt(
  { entry: { operation }, input }: OperationRun,
  { target, body }: RunItem,
  present: PresentRecords,
): Promise<Found | undefined> {
  let record: Members | undefined;
  try {
    record = await present.read(target);
  } catch (error) {
    const isAbsent = error instanceof ApiError && error.status === 404 && operation.method === 'PUT';
    // What is wrong shows when the request itself is sent.
    if (!input.diff && (error instanceof ApiError || error instanceof ResponseError)) return undefined;
    if (!isAbsent) throw error;
  }
  return { record, changes: changesOf(operation, body, record) };
}

function linesOf(
  { entry: { resource } }: OperationRun,
  { target }: RunItem,
  { record, changes }: Found,
  isColoured: boolean,
): string[] {
  const ids = sanitizeLine(Object.values(target).join(' '));
  const isNamed = record !== undefined && resource.idPrefix !== undefined;
  const name = isNamed ? describeRecord(record, resource) : ids;
  if (changes.length === 0) return [`nothing changes: ${name}`];
  return [`changes to ${name}:`, ...formatChanges(changes, isColoured)];
}

async function warnOfIgnored(
  { entry: { resource, verb } }: OperationRun,
  { left }: RunItem,
  record: Members | undefined,
  { printer }: CommandContext,
): Promise<void> {
  if (left === undefined || record === undefined) return;
  for (const { name, stays } of ignoredChanges(left, record, resource.record)) {
    const value = valueText(stays, sanitizeLine);
    await printer.warn(`${verb} cannot change ${name}${value === '' ? '' : `; it stays ${value}`}`);
  }
}
