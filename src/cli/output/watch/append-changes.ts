import type { CommandContext } from '../../context.ts';
import { sanitizeLine } from '../../terminal/sanitize.ts';
import { idMember } from '../formats.ts';
import { createListWriter } from '../list-writer.ts';
import { shapeOf } from '../record-shape.ts';
import { formatJsonLine } from '../serialize.ts';
import { changeFinder } from './changes.ts';
import type { Look } from './poll.ts';
import type { Watched } from './watch-plan.ts';

/**
 * Prints what each look finds new: with jsonl every change as an event, otherwise the records that are new or
 * changed, and with id those that are new.
 */
export async function appendChanges(
  looks: AsyncIterable<Look>,
  { plan }: Watched,
  { streams, printer }: CommandContext,
): Promise<void> {
  const changesIn = changeFinder(idMember(plan.schema));
  const shape = shapeOf(plan.schema, plan.columns);
  const writer = await createListWriter(plan, { columns: streams.columns, now: streams.clock.now() });
  let isTold = false;
  for await (const look of looks) {
    if (look.kind === 'failed') {
      if (!isTold) await printer.notice(`warning: ${sanitizeLine(look.message)}; still looking`);
      isTold = true;
      continue;
    }
    if (look.kind === 'found' && isTold) {
      isTold = false;
      await printer.notice('note: there are answers again');
    }
    const changes = changesIn(look.kind === 'gone' ? [] : look.records);
    const { format } = plan;
    if (format === 'jsonl') {
      const lines = changes.map(({ event, object }) => formatJsonLine({ event, object: shape(object) }));
      if (lines.length > 0) await printer.data(lines.join(''));
      continue;
    }
    const isShown = (event: string) => event === 'added' || (event === 'changed' && format !== 'id');
    const records = changes.filter(({ event }) => isShown(event)).map(({ object }) => object);
    if (records.length > 0) await printer.data(await writer.add(records));
  }
}
