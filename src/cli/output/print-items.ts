import type { Page } from '../../client/client.ts';
import type { CommandContext } from '../context.ts';
import { formats } from './formats.ts';
import type { OutputPlan } from './output-plan.ts';
import { printList } from './print-list.ts';

/** Prints the results of several requests as one list. */
export async function printItems(
  plan: OutputPlan,
  items: AsyncIterable<unknown>,
  context: CommandContext,
): Promise<void> {
  const isTable = plan.isForTerminal && !formats[plan.format].appends;
  const pages = isTable ? onePage(items) : pageEach(items);
  await printList(plan, { pages, limit: Number.POSITIVE_INFINITY, items: 'results' }, context);
}

// The widths of a table are those of its first page.
async function* onePage(items: AsyncIterable<unknown>): AsyncGenerator<Page, void> {
  const all: unknown[] = [];
  for await (const item of items) all.push(item);
  yield { items: all, hasNext: false };
}

async function* pageEach(items: AsyncIterable<unknown>): AsyncGenerator<Page, void> {
  for await (const item of items) yield { items: [item], hasNext: true };
}
