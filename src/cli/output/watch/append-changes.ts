import { sanitizeLine } from '../../../contract/rules/sanitize.ts';
import { memberAt } from '../../../contract/schema/member-path.ts';
import type { CommandContext } from '../../context.ts';
import { idMember } from '../formats.ts';
import { createListWriter } from '../list-writer.ts';
import { formatJsonLine, shapeOf } from '../structured.ts';
import type { Look, Watched } from './watch-plan.ts';

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
  const writer = await createListWriter(plan, streams);
  let isTold = false;
  for await (const look of looks) {
    if (look.kind === 'failed') {
      if (!isTold) await printer.notice(`warning: ${sanitizeLine(look.message)}; still looking`);
      isTold = true;
      continue;
    }
    if (look.kind === 'found' && isTold) {
      isTold = false;
      await printer.notice('note: the service answers again');
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

/** What happened to a record between two looks. */
export interface Change {
  readonly event: 'added' | 'changed' | 'removed';
  /** As it is now; as it was last, when it is gone. */
  readonly object: unknown;
}

/**
 * Compares each look with the one before it; at the first, every record is added.
 * @param idName the member that tells records apart; undefined where there is but one
 */
function changeFinder(idName: string | undefined): (records: readonly unknown[]) => Change[] {
  let before = new Map<string, { text: string; record: unknown }>();
  return (records) => {
    const now = new Map<string, { text: string; record: unknown }>();
    const changes: Change[] = [];
    for (const record of records) {
      const id = idName === undefined ? '' : String(memberAt(record, [idName]));
      const text = JSON.stringify(record);
      now.set(id, { text, record });
      const old = before.get(id);
      if (old === undefined) changes.push({ event: 'added', object: record });
      else if (old.text !== text) changes.push({ event: 'changed', object: record });
    }
    for (const [id, { record }] of before) {
      if (!now.has(id)) changes.push({ event: 'removed', object: record });
    }
    before = now;
    return changes;
  };
}
