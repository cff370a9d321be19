import { escapeOnLine, sanitizeBlock } from '../../../contract/rules/sanitize.ts';
import { isObject } from '../../../contract/schema/json-object.ts';
import { fieldError } from '../../errors/cli-error.ts';
import type { Streams } from '../../streams.ts';
import { isStructured, type StructuredFormat } from '../formats.ts';
import { createListWriter, recordText } from '../list-writer.ts';
import type { OutputPlan } from '../output-plan.ts';
import type { Output } from '../pager.ts';
import { formatStructured, shapeOf } from '../structured.ts';
import { cellText, valueText } from '../table/cell.ts';
import { type Column, plainColumn } from '../table/column.ts';
import { formatText, rawText } from '../text-result.ts';

/** Prints what a query made, as near to the format as it comes. */
export async function printQueryResult(
  value: unknown,
  plan: OutputPlan,
  write: Output['write'],
  streams: Streams,
): Promise<void> {
  const result = sortOutResult(value, plan);
  switch (result.kind) {
    case 'nothing':
      return;
    case 'text':
      return write(formatText(result.text, plan.isForTerminal));
    case 'value':
      return write(await formatStructured(shapeOf({}, plan.columns)(result.value), result.format));
    case 'record':
      return write(await recordText(result.record, result.plan, streams));
    case 'texts':
      return write(await textLines(result.values, plan));
    case 'list': {
      const writer = await createListWriter(result.plan, streams);
      if (result.records.length > 0) await write(await writer.add(result.records));
      return write(writer.end());
    }
  }
}

async function textLines(values: readonly unknown[], plan: OutputPlan): Promise<string> {
  const { format, isForTerminal } = plan;
  if (format === 'csv') {
    const { csvLine } = await import('../table/csv.ts');
    const text = values.map((value) => csvLine([value], plan)).join('');
    return isForTerminal ? sanitizeBlock(text) : text;
  }
  if (format === 'raw') return values.map((value) => formatText(rawText(value), isForTerminal)).join('');
  const show = (value: unknown) => (isForTerminal ? cellText(value) : valueText(value, escapeOnLine));
  return values.map((value) => `${show(value)}\n`).join('');
}

/** What a query made, in the form in which the formats print it. */
type QueryResult =
  | { readonly kind: 'value'; readonly value: unknown; readonly format: StructuredFormat }
  | { readonly kind: 'record'; readonly record: unknown; readonly plan: OutputPlan }
  | { readonly kind: 'list'; readonly records: readonly unknown[]; readonly plan: OutputPlan }
  | { readonly kind: 'nothing' }
  /** One text, which may have several lines. */
  | { readonly kind: 'text'; readonly text: string }
  /** One text a line. */
  | { readonly kind: 'texts'; readonly values: readonly unknown[] };

/**
 * Sorts out what a query made: objects are records of a shape of their own, lists of lists are rows without names,
 * and all else is a text a line. The structured formats print it as it is.
 */
function sortOutResult(value: unknown, plan: OutputPlan): QueryResult {
  const { format } = plan;
  const values = Array.isArray(value) ? value : [value];
  if (format === 'none') return { kind: 'nothing' };
  // Only its chosen column is a text.
  if (format === 'raw' && plan.columns === undefined) return { kind: 'texts', values };
  if (format === 'id') return { kind: 'texts', values: values.filter(isSet).map(idOf) };
  if (format === 'jsonl' && Array.isArray(value)) {
    return { kind: 'list', records: value, plan: { ...plan, schema: {} } };
  }
  if (isStructured(format)) return { kind: 'value', value, format };
  // A query that only filters leaves records as they were, and they are shown as ever.
  if (values.length > 0 && values.every((item) => isRecordOf(plan, item))) {
    return Array.isArray(value)
      ? { kind: 'list', records: value, plan }
      : { kind: 'record', record: value, plan };
  }
  if (!Array.isArray(value)) {
    if (typeof value === 'string' && value !== '' && format !== 'csv') return { kind: 'text', text: value };
    if (!isObject(value)) return { kind: 'texts', values: values.filter(isSet) };
    const columns = plan.columns ?? membersOf(values);
    return { kind: 'record', record: value, plan: { ...plan, schema: {}, columns } };
  }
  if (value.some(isObject)) {
    const columns = plan.columns ?? membersOf(value);
    return { kind: 'list', records: value, plan: { ...plan, schema: {}, columns } };
  }
  if (value.some(Array.isArray)) return rowsWithoutNames(value, plan);
  return { kind: 'texts', values: value.filter(isSet) };
}

function rowsWithoutNames(rows: readonly unknown[], plan: OutputPlan): QueryResult {
  const longest = rows.reduce<number>((most, row) => Math.max(most, Array.isArray(row) ? row.length : 1), 1);
  const columns = Array.from({ length: longest }, (_, i) => plainColumn(String(i)));
  const records = rows.map((row) => ({ ...(Array.isArray(row) ? row : [row]) }));
  return { kind: 'list', records, plan: { ...plan, schema: {}, columns, hasHead: false } };
}

function membersOf(records: readonly unknown[]): Column[] {
  const names = new Set(records.flatMap((record) => (isObject(record) ? Object.keys(record) : [])));
  return [...names].map(plainColumn);
}

function idOf(value: unknown): string {
  if (typeof value === 'string') return value;
  const { id } = isObject(value) ? value : {};
  if (typeof id === 'string') return id;
  throw fieldError('--query', 'gives no ids for --output id; select ids or whole records');
}

function isRecordOf({ schema }: OutputPlan, value: unknown): boolean {
  const { required = [] } = schema;
  return isObject(value) && required.length > 0 && required.every((name) => Object.hasOwn(value, name));
}

function isSet(value: unknown): boolean {
  return value !== null && value !== undefined;
}
