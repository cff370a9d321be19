import { createListWriter, type TableSurroundings } from './list-writer.ts';
import type { OutputPlan } from './output-plan.ts';
import { shapeOf } from './record-shape.ts';
import { formatJson, formatYaml } from './serialize.ts';

/** One record in the plan's format. */
export async function recordText(
  record: unknown,
  plan: OutputPlan,
  surroundings: TableSurroundings,
): Promise<string> {
  const { format, schema, columns } = plan;
  if (format === 'json') return formatJson(shapeOf(schema, columns)(record));
  if (format === 'yaml') return await formatYaml(shapeOf(schema, columns)(record));
  if (format === 'table' || format === 'wide') {
    const { formatRecord, formatRecordForPipe, recordLines } = await import('./record.ts');
    const lines = recordLines(record, schema, columns);
    return plan.isForTerminal
      ? formatRecord(lines, { ...plan, now: surroundings.now })
      : formatRecordForPipe(lines);
  }
  // A list of one: the others print each record on its own.
  const writer = await createListWriter(plan, surroundings);
  return (await writer.add([record])) + writer.end();
}
