import type { ObjectSchema, Schema } from '../../contract/schema.ts';
import { cellText, isRef, nothing } from './cell.ts';
import { printableBlock } from './printable.ts';

type Members = Readonly<Record<string, unknown>>;

/** Longer texts stand on lines of their own, where they can be read and copied. */
const LONGEST_BESIDE_NAME = 100;

interface Line {
  readonly name: string;
  readonly value: unknown;
}

/** One record, a member a line, in the schema's order; nested members by their dotted names. */
export function formatRecord(record: unknown, schema: ObjectSchema): string {
  const lines = flatten(record as Members, schema, '');
  const width = Math.max(...lines.map(({ name }) => name.length)) + 2;
  return lines.map((line) => formatLine(line, width)).join('');
}

function formatLine({ name, value }: Line, width: number): string {
  const label = `${name}:`;
  if (typeof value === 'string' && (value.length > LONGEST_BESIDE_NAME || value.trimEnd().includes('\n'))) {
    const block = printableBlock(value.trimEnd()).replace(/^(?=.)/gm, '  ');
    return `${label}\n${block}\n`;
  }
  return `${label.padEnd(width)}${cellText(value)}\n`;
}

function flatten(record: Members, schema: ObjectSchema, prefix: string): Line[] {
  const known = Object.keys(schema.properties ?? {}).filter((name) => Object.hasOwn(record, name));
  const newer = Object.keys(record).filter((name) => !known.includes(name));
  return [...known, ...newer].flatMap((name) => {
    const member = schema.properties?.[name];
    return flattenMember(`${prefix}${name}`, record[name], member);
  });
}

function flattenMember(name: string, value: unknown, schema: Schema | undefined): Line[] {
  const members = typeof schema === 'object' ? schema : {};
  const isNested = members.properties !== undefined;
  // A kind that was not chosen says nothing.
  if (value === null && isNested) return [];
  if (isNested && !isRef(value)) {
    const lines = flatten(value as Members, members, `${name}.`);
    return lines.length === 0 ? [{ name, value: nothing }] : lines;
  }
  return [{ name, value }];
}
