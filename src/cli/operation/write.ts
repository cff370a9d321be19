import type { Client } from '../../client/client.ts';
import { isDestructive } from '../../contract/schema/resource.ts';
import { connectLater } from '../connect/connection.ts';
import type { CommandContext } from '../context.ts';
import { fieldError } from '../errors/cli-error.ts';
import { takeKnownNames } from '../id-lookup/known-names.ts';
import { nameRefusedMember } from './body/refused-member.ts';
import { type RequestItems, readItems } from './body/request-items.ts';
import { type PresentRecords, presentRecords } from './changes/present-record.ts';
import { warnOfEmpty, warnOfUnknownEvents } from './notices.ts';
import { planResult, previewRun, printResult } from './print.ts';
import { nameArgument, type OperationRun, type RunItem } from './run.ts';
import { serviceNow } from './service-time.ts';
import type { PathValues } from './targets.ts';

/**
 * Runs an operation that changes something: reads the input and asks for what is missing, judges it, connects, shows
 * what changes, asks before something is taken away, sends, prints.
 */
export async function runWriting(run: OperationRun, context: CommandContext): Promise<void> {
  const plan = await planResult(run, context);
  const service = connectLater(context);
  const { entry, input } = run;
  const guard = async (targets: readonly PathValues[]) => {
    for (const one of run.plugins.guards) await one(targets, input, context);
  };
  let opened: Promise<Client> | undefined;
  const open = () => {
    opened ??= service
      .open()
      .then(({ client }) => takeKnownNames(client, entry, context, (target) => guard([target])));
    return opened;
  };
  const present = presentRecords(entry, open);
  let found: RequestItems | undefined;
  try {
    found = await readItems(run, present, service, context);
    const { items, isBatch } = found;
    const comparison = showsChanges(run, context) ? await import('./changes/show-changes.ts') : undefined;
    if (input.preview !== undefined) {
      if (input.diff) return await comparison?.printChanges(run, found, present, context);
      return await previewRun(run, found, context);
    }
    const isAsked = isDestructive(entry.operation) && !input.yes;
    const confirmation = isAsked ? await import('./confirm-run.ts') : undefined;
    confirmation?.requireConsent(context);
    const client = await open();
    await requireSameRecords(items, present);
    await comparison?.announceChanges(run, found, present, context);
    await confirmation?.confirmRun(run, items, present, context);
    await guard(items.map(({ target }) => target));
    for (const { body } of items) {
      await warnOfEmpty(entry, run.given, body, context.printer);
      await warnOfUnknownEvents(entry, body, context.printer);
    }
    const sent = await byServiceTime(items, () => serviceNow(entry, client, context));
    await printResult({ run, items: sent, isBatch, client, plan }, context);
  } catch (error) {
    throw nameArgument(nameRefusedMember(error, run, found?.document), entry);
  } finally {
    await service.close();
  }
}

/** Whether a change is compared with what is there: where that was asked for, and where somebody looks on. */
export function showsChanges(
  { entry, flags, input }: OperationRun,
  { streams, options }: CommandContext,
): boolean {
  const { method } = entry.operation;
  if (flags.length === 0 || (method !== 'PATCH' && method !== 'PUT')) return false;
  return input.diff || (streams.stdoutIsTTY && streams.stderrIsTTY && !options.quiet);
}

/** Refuses a record for another one than its id says, where an argument names it by something else than an id. */
async function requireSameRecords(items: readonly RunItem[], present: PresentRecords): Promise<void> {
  for (const { id, target } of items) {
    if (id === undefined) continue;
    const { id: meant } = await present.read(target);
    if (meant === id) continue;
    throw fieldError('--from-file', `holds the record ${id}, and <id> names ${String(meant)}`, {
      hint: `leave out its id to make ${String(meant)} like it`,
    });
  }
}

/** The items with what counts from now by the clock of the service, which is asked where something does. */
async function byServiceTime(
  items: readonly RunItem[],
  serviceTime: () => Promise<number>,
): Promise<readonly RunItem[]> {
  if (items.every(({ timed }) => timed === undefined)) return items;
  const now = await serviceTime();
  return items.map((item) => ({ ...item, body: item.timed?.(now) ?? item.body }));
}
