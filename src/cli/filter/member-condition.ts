import { quote } from '../../contract/rules/rule.ts';
import { itemSchema } from '../../contract/schema/member-path.ts';
import type { ObjectSchema } from '../../contract/schema/schema.ts';
import { fieldError } from '../errors/cli-error.ts';
import { isRef } from '../output/table/cell.ts';
import { allColumns, type Column, columnAt, isRefSchema } from '../output/table/column.ts';
import { columnNames } from '../output/table/column-choice.ts';
import { didYouMean } from '../words/did-you-mean.ts';
import { comparisonOf, type Operator } from './comparison.ts';

/** Something that a member of a record is to be: `type=cloud`, `valid_until<7d`, `url~\.example\.com$`. */
export interface MemberCondition {
  readonly column: Column;
  readonly operator: Operator;
  readonly value: string;
  /** Whether a record is so. Of a list one item must be; with `!` in front, none. */
  isMet(record: unknown): boolean;
}

/** How a condition is written, for messages. */
export const conditionForms = 'write <member>=<value>, or != < <= > >= ~ (a pattern) !~ in place of =';

const FORM = /^([^=!<>~]+)(==|!=|!~|<=|>=|[=<>~])(.*)$/s;

/** The member, the operator and the value of a condition; undefined for a text that is none. */
export function splitCondition(
  text: string,
): { name: string; operator: Operator; value: string } | undefined {
  const [, name, sign, value] = FORM.exec(text) ?? [];
  if (name === undefined || sign === undefined || value === undefined || name.trim() === '') return undefined;
  const operator = sign === '==' ? '=' : (sign as Operator);
  // Spaces around the operator are how it was written; spaces after a bare operator are the value's.
  return name === name.trimEnd()
    ? { name, operator, value }
    : { name: name.trim(), operator, value: value.trim() };
}

/**
 * Reads a condition about records of a schema. It is no member that they do not have, and no value that the member
 * never takes. Throws a CliError.
 * @param option what it was given for, as `--where`
 * @param now milliseconds since 1970, where durations start
 */
export async function readMemberCondition(
  option: string,
  text: string,
  schema: ObjectSchema,
  now: number,
): Promise<MemberCondition> {
  const parts = splitCondition(text);
  if (parts === undefined) {
    const meant = Object.hasOwn(schema.properties ?? {}, text) ? `; write ${text}=<value>` : '';
    throw fieldError(option, `${quote(text)} is not a condition${meant || `; ${conditionForms}`}`);
  }
  const { name, operator, value } = parts;
  const column = findMember(option, name, schema);
  if (value === '') {
    // An unset variable would otherwise choose everything without a value.
    const hint = `write ${shellQuoted(`${name}!~.`)} for what has none, ${shellQuoted(`${name}~.`)} for what has one`;
    throw fieldError(option, `${quote(text)} has no value behind ${operator}`, { hint });
  }
  const compare = await comparisonOf({ option, text, name, operator, value, now }, memberSchema(column));
  const isNegated = operator.startsWith('!');
  const { path } = column;
  return {
    column,
    operator,
    value,
    isMet: (record) => someValue(record, path, 0, compare) !== isNegated,
  };
}

function shellQuoted(text: string): string {
  return `'${text}'`;
}

function memberSchema({ schema }: Column): ObjectSchema {
  return schema === undefined ? {} : itemSchema(schema);
}

function findMember(option: string, name: string, schema: ObjectSchema): Column {
  const column = columnAt(schema, name) ?? columnAt(schema, name.toLowerCase().replaceAll('-', '_'));
  if (column === undefined) {
    const known = columnNames(schema);
    const outer = name.slice(0, Math.max(0, name.lastIndexOf('.')));
    const inside = allColumns(schema).flatMap((one) => (one.name.startsWith(`${outer}.`) ? one.name : []));
    const there = didYouMean(name, known) || (inside.length > 0 ? `; there is ${inside.join(', ')}` : '');
    const hint = `members: ${known.join(', ')}`;
    throw fieldError(option, `${quote(name)} is not a member of these records${there}`, { hint });
  }
  const inner = memberSchema(column);
  const members = Object.keys(inner.properties ?? {});
  const isMap = inner.type === 'object' && members.length === 0;
  if (isMap || (members.length > 0 && !isRefSchema(inner))) {
    const choice = isMap ? `${name}.<key>` : members.map((member) => `${name}.${member}`).join(', ');
    throw fieldError(option, `${quote(name)} has members of its own; name one: ${choice}`);
  }
  return column;
}

/** Whether a text or number at a path, through lists, compares; a reference is its id, what is not set is nothing. */
function someValue(
  value: unknown,
  path: readonly string[],
  depth: number,
  compare: (value: string | number | boolean) => boolean,
): boolean {
  if (value === undefined || value === null || value === '') return false;
  if (Array.isArray(value)) return value.some((item) => someValue(item, path, depth, compare));
  const step = path[depth];
  if (step !== undefined) {
    if (typeof value !== 'object' || !Object.hasOwn(value, step)) return false;
    return someValue((value as Record<string, unknown>)[step], path, depth + 1, compare);
  }
  if (typeof value === 'object') return isRef(value) && compare(value.id);
  return compare(value as string | number | boolean);
}
