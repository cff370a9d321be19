import { itemSchema, memberAt } from '../../../contract/schema/member-path.ts';
import type { Resource } from '../../../contract/schema/resource.ts';
import { cellText, nothing } from '../../output/table/cell.ts';
import { allColumns, type Column, isIdColumn } from '../../output/table/column.ts';

/** As much as fits beside an id on most terminals. */
const longest = 80;

/** What tells a record from others of its kind: the first two of its columns that are not one of a few words. */
export function describeItem(record: unknown, { columns, record: schema }: Resource, member: string): string {
  const known = new Map(allColumns(schema).map((column) => [column.name, column]));
  const cells = columns
    .filter((name) => name !== member && tells(known.get(name)))
    .map((name) => cellText(memberAt(record, name.split('.'))))
    .filter((cell) => cell !== nothing);
  return shorten(cells.slice(0, 2).join('  '));
}

/** What tells something apart that is only known by who names it: `owner_id of nightly deployment and 2 more`. */
export function describeAsNamed(records: readonly unknown[], resource: Resource, member: string): string {
  const words = resource.name.replaceAll('-', ' ');
  const example = records.map((record) => describeItem(record, resource, member)).find((text) => text !== '');
  const more = records.length > 1 ? ` and ${records.length - 1} more` : '';
  return shorten(`in ${words}: ${example ?? ''}${more}`);
}

/** Ids, times, addresses and words out of a short list look alike in most records; secrets never show. */
function tells(column: Column | undefined): boolean {
  const schema = column?.schema;
  if (column === undefined || schema === undefined || schema['x-secret'] || isIdColumn(column)) return false;
  const value = itemSchema(schema);
  return value.enum === undefined && value.format !== 'date-time' && value.format !== 'uri';
}

function shorten(text: string): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1).trimEnd()}…`;
}
