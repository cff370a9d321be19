import { escapeOnLine, sanitizeBlock, sanitizeJson } from '../../contract/rules/sanitize.ts';
import { memberAt } from '../../contract/schema/member-path.ts';
import type { Streams } from '../streams.ts';
import { idMember, isStructured, isTable } from './formats.ts';
import type { OutputPlan } from './output-plan.ts';
import { formatJsonLines, formatStructured, formatYaml, shapeOf } from './structured.ts';
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
      return { add: (records) => formatJsonLines(records.map(shape)), end: () => '' };
    case 'yaml':
      return yamlWriter(shape);
    case 'id':
      return eachRecord(idLine(plan));
    case 'csv': {
      const { csvHead, csvRow } = await import('./table/csv.ts');
      const shown = shownColumns(plan);
      const show = plan.isForTerminal ? sanitizeBlock : (text: string) => text;
      const head = plan.hasHead ? show(csvHead(shown, plan)) : '';
      return eachRecord((record) => show(csvRow(record, shown, plan)), head);
    }
    case 'markdown': {
      const { markdownHead, markdownRow } = await import('./table/markdown.ts');
      const shown = shownColumns(plan);
      return eachRecord((record) => markdownRow(record, shown), plan.hasHead ? markdownHead(shown) : '');
    }
    case 'raw': {
      const { formatText, rawText } = await import('./text-result.ts');
      const path = plan.columns?.[0]?.path ?? [];
      return eachRecord((record) => formatText(rawText(memberAt(record, path)), plan.isForTerminal));
    }
    case 'none':
      return eachRecord(() => '');
  }
  const shown = shownColumns(plan);
  if (!plan.isAligned) {
    const decorate = plan.isColoured ? (await import('./table/terminal-cell.ts')).paintChoice : undefined;
    return eachRecord((record) => tabSeparated(record, shown, decorate));
  }
  return terminalWriter(await createTable(plan, { columns, clock }));
}

/** The table of a plan whose columns line up. */
export async function createTable(plan: OutputPlan, { columns, clock }: Surroundings): Promise<GrowingTable> {
  const { growTable } = await import('./table/terminal-table.ts');
  const { isForTerminal, isColoured, hasHead } = plan;
  const width = plan.format === 'wide' ? 'wide' : columns;
  return growTable(shownColumns(plan), {
    width: isForTerminal ? width : 'whole',
    mayHide: plan.columns === undefined,
    isColoured,
    hasHead,
    now: isForTerminal ? clock.now() : undefined,
  });
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
function shownColumns({ format, schema, columns, tableColumns: names }: OutputPlan): readonly Column[] {
  if (columns !== undefined) return columns;
  if (format === 'csv') return leafColumns(schema);
  return format === 'wide' ? wideColumns(schema, names) : tableColumns(schema, names);
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
  if (isTable(format)) {
    const { formatRecord, formatRecordForPipe, recordLines } = await import('./record.ts');
    const lines = recordLines(record, schema, columns);
    const [only, ...others] = lines;
    const isOne = columns?.length === 1 && others.length === 0 && only?.column.name === columns[0]?.name;
    // One value needs no name, and a text is sent back as it is.
    if (!plan.isAligned && only !== undefined && isOne) {
      const { formatText } = await import('./text-result.ts');
      const text = typeof only.value === 'string' ? only.value : valueText(only.value, escapeOnLine);
      return formatText(text, plan.isForTerminal);
    }
    return plan.isAligned
      ? formatRecord(lines, { ...plan, now: plan.isForTerminal ? surroundings.clock.now() : undefined })
      : formatRecordForPipe(lines);
  }
  // A list of one: the others print each record on its own.
  const writer = await createListWriter(plan, surroundings);
  return (await writer.add([record])) + writer.end();
}
