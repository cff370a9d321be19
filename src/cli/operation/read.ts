import type { CatalogueEntry } from '../../contract/index.ts';
import { type Connection, connectLater } from '../connect/connection.ts';
import type { CommandContext } from '../context.ts';
import { type FilterChoices, OWN } from '../filter/filter-options.ts';
import type { RecordFilter } from '../filter/record-filter.ts';
import { takeKnownNames } from '../id-lookup/known-names.ts';
import { planResult, previewRun, printResult } from './print.ts';
import { itemsOf, nameArgument, type OperationRun } from './run.ts';
import { readTargets, requireTargets } from './targets.ts';

/** Runs an operation that only looks: decides what to print and of what, connects, prints what comes. */
export async function runReading(run: OperationRun, context: CommandContext): Promise<void> {
  const plan = await planResult(run, context);
  const service = connectLater(context);
  try {
    let targets = await readTargets(run.entry, run.args, context.stdin);
    if (targets.missing.length > 0) {
      const { askForInput } = await import('./body/ask-for-input.ts');
      targets = await askForInput(run, targets, {}, service, context);
      requireTargets(targets, run.entry);
    }
    const items = itemsOf(targets, {});
    if (run.input.preview !== undefined) return await previewRun(run, items, context);
    const connection = await service.open();
    const client = takeKnownNames(connection.client, run.entry, context);
    const filter = run.filter && (await openFilter(run.filter, run.entry, connection));
    await printResult({ ...items, run, client, plan, filter }, context);
  } catch (error) {
    throw nameArgument(error, run.entry);
  } finally {
    await service.close();
  }
}

async function openFilter(
  { where = [], owner }: FilterChoices,
  { operation }: CatalogueEntry,
  connection: Connection,
): Promise<RecordFilter> {
  const { filterRecords } = await import('../filter/record-filter.ts');
  const principal = owner === OWN ? await connection.principal() : owner;
  return filterRecords(where, principal, operation.list?.item ?? {});
}
