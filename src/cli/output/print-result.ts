import { type CatalogueEntry, resources } from '../../contract/index.ts';
import { protocol } from '../../contract/protocol.ts';
import type { Resource } from '../../contract/resource.ts';
import type { ObjectSchema } from '../../contract/schema.ts';
import type { Printer } from '../printer.ts';
import { formatRecord } from './record.ts';
import { formatJson, formatYaml } from './serialize.ts';
import { formatTable } from './table.ts';

export const outputFormats = ['table', 'json', 'yaml'] as const;
export type OutputFormat = (typeof outputFormats)[number];

/** Prints the items of a list: a table, or an array of whole records. */
export async function printList(
  { operation: { list } }: CatalogueEntry,
  items: AsyncIterable<unknown>,
  format: OutputFormat,
  printer: Printer,
): Promise<void> {
  const all: unknown[] = [];
  for await (const item of items) all.push(item);
  if (format !== 'table') return printer.data(await serialize(all, format));
  if (all.length === 0) {
    return printer.notice(`no ${list?.collection.replaceAll('_', ' ')} to show`);
  }
  await printer.data(await formatTable(all, columnsOf(list?.item)));
}

// A list may hold the records of another resource: the endpoints bound to an operator.
function columnsOf(item: ObjectSchema | undefined): readonly string[] {
  return Object.values<Resource>(resources).find(({ record }) => record === item)?.columns ?? ['id'];
}

/** Prints one record: a member a line, or whole. */
export async function printRecord(
  { operation }: CatalogueEntry,
  record: unknown,
  format: OutputFormat,
  printer: Printer,
): Promise<void> {
  const schema = operation.returns ?? {};
  await printer.data(format === 'table' ? formatRecord(record, schema) : await serialize(record, format));
  for (const [name, member] of Object.entries(schema.properties ?? {})) {
    const value = (record as Record<string, unknown>)[name];
    const isSecret = typeof member === 'object' && member['x-secret'] === true;
    if (isSecret && typeof value === 'string' && value !== '' && value !== protocol.secretMask) {
      await printer.notice(`note: ${name} is shown only this once; keep it now`);
    }
  }
}

async function serialize(value: unknown, format: 'json' | 'yaml'): Promise<string> {
  return format === 'json' ? formatJson(value) : await formatYaml(value);
}
