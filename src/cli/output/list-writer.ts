import { escapeOnLine, sanitizeBlock, sanitizeJson } from '../../contract/rules/sanitize.ts';
import { memberAt } from '../../contract/schema/member-path.ts';
import type { Streams } from '../streams.ts';
import { idMember, isStructured } from './formats.ts';
import type { OutputPlan } from './output-plan.ts';
import { formatJsonLine, formatStructured, formatYaml, shapeOf } from './structured.ts';
import { tabSeparated, valueText } from './table/cell.ts';
import { type Column, leafColumns } from './table/column.ts';
import { tableColumns, wideColumns } from './table/column-choice.ts';
import type { GrowingTable } from './table/terminal-table.ts';

/** A list in one format, text by text as its records come: it never holds more than one page of them. */
export interface ListWriter {
  /** The text of further records. */
  add(records: readonly unknown[]): string | Promise<string>;
  /** What ends the list. */
  end(): string;
  /** Columns that a table had no room for. */
  hidden?(): readonly Column[];
}

/** What the surroundings say to a table: its width and the time. */
type Surroundings = Pick<Streams, 'columns' | 'clock'>;

/** Writes a list as the plan says. */
export async function createListWriter(
  plan: OutputPlan,
  { columns, clock }: Surroundings,
): Promise<ListWriter> {
  const shape = shapeOf(plan.schema, plan.columns);
  switch (plan.format) {
    case 'json':
      return jsonWriter(shape);
    case 'jsonl':
      return eachRecord((record) => formatJsonLine(shape(record)));
    case 'yaml':
      return yamlWriter(shape);
    case 'id':
      return eachRecord(idLine(plan));
    case 'csv': {
      const { csvHead, csvRow } = await import('./table/csv.ts');
      const shown = shownColumns(plan);
      const show = plan.isForTerminal ? sanitizeBlock : (text: string) => text;
      return eachRecord((record) => show(csvRow(record, shown)), plan.hasHead ? show(csvHead(shown)) : '');
    }
  }
  const shown = shownColumns(plan);
  if (!plan.isForTerminal) {
    const decorate = plan.isColoured ? (await import('./table/terminal-cell.ts')).paintChoice : undefined;
    return eachRecord((record) => tabSeparated(record, shown, decorate));
  }
  const { growTable } = await import('./table/terminal-table.ts');
  const { isColoured, hasHead } = plan;
  const width = plan.format === 'wide' ? undefined : columns;
  return terminalWriter(
    growTable(shown, { width, mayHide: plan.columns === undefined, isColoured, hasHead, now: clock.now() }),
  );
}

/** So many records decide how wide the columns of a table are. */
const DECIDING_RECORDS = 100;

function terminalWriter(table: GrowingTable): ListWriter {
  let held: unknown[] | undefined = [];
  const release = () => {
    const text = held === undefined || held.length === 0 ? '' : table.lines(held);
    held = undefined;
    return text;
  };
  return {
    add(records) {
      if (held === undefined) return table.lines(records);
      held.push(...records);
      return held.length < DECIDING_RECORDS ? '' : release();
    },
    end: release,
    hidden: table.hidden,
  };
}

/** The columns that a table or CSV has: the chosen ones, or those of the format. */
export function shownColumns({ format, schema, columns }: OutputPlan): readonly Column[] {
  if (columns !== undefined) return columns;
  if (format === 'csv') return leafColumns(schema);
  return format === 'wide' ? wideColumns(schema) : tableColumns(schema);
}

/** What `-o id` prints of a record. */
function idLine({ schema }: OutputPlan): (record: unknown) => string {
  const path = [idMember(schema) ?? 'id'];
  return (record) => `${valueText(memberAt(record, path), escapeOnLine)}\n`;
}

/** @param head goes in front of the first record, or stands alone at the end */
function eachRecord(line: (record: unknown) => string, head = ''): ListWriter {
  let open = head;
  const takeHead = () => {
    const text = open;
    open = '';
    return text;
  };
  return {
    add: (records) => records.reduce<string>((text, record) => text + line(record), takeHead()),
    end: takeHead,
  };
}

// The array that JSON.stringify(records, null, 2) makes, in parts.
function jsonWriter(shape: (record: unknown) => unknown): ListWriter {
  let isFirst = true;
  return {
    add(records) {
      let text = '';
      for (const record of records) {
        const json = formatIndented(shape(record));
        text += `${isFirst ? '[' : ','}\n  ${json}`;
        isFirst = false;
      }
      return text;
    },
    end: () => (isFirst ? '[]\n' : '\n]\n'),
  };
}

function formatIndented(value: unknown): string {
  return sanitizeJson(JSON.stringify(value, null, 2)).replaceAll('\n', '\n  ');
}

function yamlWriter(shape: (record: unknown) => unknown): ListWriter {
  let isEmpty = true;
  return {
    async add(records) {
      if (records.length === 0) return '';
      isEmpty = false;
      return await formatYaml(records.map(shape));
    },
    end: () => (isEmpty ? '[]\n' : ''),
  };
}

/** One record in the plan's format. */
export async function recordText(
  record: unknown,
  plan: OutputPlan,
  surroundings: Surroundings,
): Promise<string> {
  const { format, schema, columns } = plan;
  if (isStructured(format)) return await formatStructured(shapeOf(schema, columns)(record), format);
  if (format === 'table' || format === 'wide') {
    const { formatRecord, formatRecordForPipe, recordLines } = await import('./record.ts');
    const lines = recordLines(record, schema, columns);
    return plan.isForTerminal
      ? formatRecord(lines, { ...plan, now: surroundings.clock.now() })
      : formatRecordForPipe(lines);
  }
  // A list of one: the others print each record on its own.
  const writer = await createListWriter(plan, surroundings);
  return (await writer.add([record])) + writer.end();
}
