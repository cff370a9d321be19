import type { CommandContext } from '../../context.ts';
import { sanitizeLine } from '../../terminal/sanitize.ts';
import { createListWriter } from '../list-writer.ts';
import type { Output } from '../pager.ts';
import { shapeOf } from '../record-shape.ts';
import { recordText } from '../record-text.ts';
import { drawFrame, enterScreen, leaveScreen } from './frame.ts';
import type { Look } from './poll.ts';
import type { Watched } from './watch-plan.ts';

/** Redraws a screen of its own with what each look finds; the last result stays on the terminal when it ends. */
export async function redrawScreen(
  looks: AsyncIterable<Look>,
  watched: Watched,
  context: CommandContext,
): Promise<void> {
  const { streams, printer } = context;
  const { words, intervalMs } = watched;
  const every = `every ${intervalMs / 1000} s: ${words}`;
  let text = '';
  let isOpen = false;
  let isGone = false;
  try {
    for await (const look of looks) {
      isGone = look.kind === 'gone';
      if (isGone) break;
      if (look.kind === 'found') text = await formatLook(look.records, watched, context);
      const time = new Date(streams.clock.now()).toISOString().slice(11, 19);
      const problem = look.kind === 'failed' ? `  no answer: ${sanitizeLine(look.message)}` : '';
      const frame = drawFrame(
        { title: `${every}  ${time}Z${problem}`, text },
        streams.columns,
        streams.rows ?? Number.POSITIVE_INFINITY,
      );
      await printer.data(isOpen ? frame : enterScreen + frame);
      isOpen = true;
    }
  } finally {
    if (isOpen) await printer.data(leaveScreen + text).catch(() => {});
  }
  if (isGone) await printer.notice('note: it is gone');
}

async function formatLook(
  records: readonly unknown[],
  { plan, isList, limit }: Watched,
  context: CommandContext,
): Promise<string> {
  const { streams } = context;
  const surroundings = { columns: streams.columns, now: streams.clock.now() };
  const [first] = records;
  if (!isList && plan.query === undefined) return recordText(first, plan, surroundings);
  const { sortKeys } = plan;
  const sorted =
    sortKeys.length === 0 ? records : (await import('../query/sort.ts')).sortRecords(records, sortKeys);
  const shown = sorted.slice(0, plan.query === undefined ? limit : sorted.length);
  if (plan.query !== undefined) {
    const { printQueryResult } = await import('../query/print-query.ts');
    const shaped = shown.map(shapeOf(plan.schema, undefined));
    const collected = collect();
    await printQueryResult(plan.query(isList ? shaped : shaped[0]), plan, collected, context);
    return collected.text();
  }
  if (shown.length === 0) return 'nothing to show\n';
  const writer = await createListWriter(plan, surroundings);
  return (await writer.add(shown)) + writer.end();
}

function collect(): Output & { text(): string } {
  let all = '';
  return {
    async write(text) {
      all += text;
    },
    async end() {},
    text: () => all,
  };
}
