import type { CommandContext } from '../../context.ts';
import { escapeOnLine } from '../../terminal/sanitize.ts';
import { createListWriter } from '../list-writer.ts';
import type { OutputPlan } from '../output-plan.ts';
import type { Output } from '../pager.ts';
import { shapeOf } from '../record-shape.ts';
import { recordText } from '../record-text.ts';
import { formatJson, formatJsonLine, formatYaml } from '../serialize.ts';
import { cellText, valueText } from '../table/cell.ts';
import { sortOutResult } from './query-result.ts';

/** Prints what a query made, as near to the format as it comes. */
export async function printQueryResult(
  value: unknown,
  plan: OutputPlan,
  output: Output,
  { streams }: CommandContext,
): Promise<void> {
  const result = sortOutResult(value, plan);
  const surroundings = { columns: streams.columns, now: streams.clock.now() };
  switch (result.kind) {
    case 'value':
      return output.write(await serialize(shapeOf({}, plan.columns)(result.value), plan));
    case 'record':
      return output.write(await recordText(result.record, result.plan, surroundings));
    case 'texts':
      return output.write(await textLines(result.values, plan));
    case 'list': {
      const writer = await createListWriter(result.plan, surroundings);
      if (result.records.length > 0) await output.write(await writer.add(result.records));
      return output.write(writer.end());
    }
  }
}

async function serialize(value: unknown, { format }: OutputPlan): Promise<string> {
  if (format === 'yaml') return await formatYaml(value);
  return format === 'json' ? formatJson(value) : formatJsonLine(value);
}

async function textLines(values: readonly unknown[], { format, isForTerminal }: OutputPlan): Promise<string> {
  if (format === 'csv') {
    const { csvLine } = await import('../table/csv.ts');
    return values.map((value) => csvLine([valueText(value, String)])).join('');
  }
  const show = (value: unknown) => (isForTerminal ? cellText(value) : valueText(value, escapeOnLine));
  return values.map((value) => `${show(value)}\n`).join('');
}
