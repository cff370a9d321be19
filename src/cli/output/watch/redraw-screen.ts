import { sanitizeLine } from '../../../contract/rules/sanitize.ts';
import type { CommandContext } from '../../context.ts';
import type { Streams } from '../../streams.ts';
import { wrappedLines } from '../../terminal/text-width.ts';
import { createListWriter, recordText } from '../list-writer.ts';
import { shapeOf } from '../structured.ts';
import type { Look, Watched } from './watch-plan.ts';

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
      if (look.kind === 'found') text = await formatLook(look.records, watched, streams);
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
  streams: Streams,
): Promise<string> {
  const [first] = records;
  if (!isList && plan.query === undefined) return recordText(first, plan, streams);
  const { sortKeys } = plan;
  const sorted =
    sortKeys.length === 0 ? records : (await import('../query/sort.ts')).sortRecords(records, sortKeys);
  const shown = sorted.slice(0, plan.query === undefined ? limit : sorted.length);
  if (plan.query !== undefined) {
    const { printQueryResult } = await import('../query/print-query.ts');
    const shaped = shown.map(shapeOf(plan.schema, undefined));
    let text = '';
    const collect = async (part: string) => {
      text += part;
    };
    await printQueryResult(plan.query(isList ? shaped : shaped[0]), plan, collect, streams);
    return text;
  }
  if (shown.length === 0) return 'nothing to show\n';
  const writer = await createListWriter(plan, streams);
  return (await writer.add(shown)) + writer.end();
}

/** What stands on the screen at one moment. */
interface Frame {
  /** The line above the result. */
  readonly title: string;
  readonly text: string;
}

// ECMA-48 and xterm: another screen than the one with the shell's lines, without a cursor, and back.
const enterScreen = '\u001b[?1049h\u001b[?25l';
const leaveScreen = '\u001b[?25h\u001b[?1049l';
const home = '\u001b[H';
const clearLine = '\u001b[K';
const clearBelow = '\u001b[J';

/** Draws a frame over the one before it without flicker; lines that the screen has no room for are counted. */
function drawFrame({ title, text }: Frame, columns: number, rows: number): string {
  const lines = [title, '', ...text.split('\n').slice(0, -1)];
  const shown: string[] = [];
  let room = rows;
  for (const [i, line] of lines.entries()) {
    const height = wrappedLines(line, columns);
    const isLast = i === lines.length - 1;
    // The last line of the screen is for what does not fit.
    if (height > room - (isLast ? 0 : 1)) {
      shown.push(`… ${lines.length - i} more`);
      break;
    }
    room -= height;
    shown.push(line);
  }
  return home + shown.map((line) => `${line}${clearLine}`).join('\n') + clearBelow;
}
