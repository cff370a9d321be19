import { ProblemError, quote } from '../../../contract/rules/rule.ts';
import { itemSchema, schemaAt } from '../../../contract/schema/member-path.ts';
import type { ObjectSchema } from '../../../contract/schema/schema.ts';
import { cellText, isRef } from '../../output/table/cell.ts';
import type { ValueType } from '../../parser/options.ts';
import { parsed } from '../../parser/value-types.ts';
import { didYouMean } from '../../words/did-you-mean.ts';

/** What `wait --for` waits for. */
export type Condition =
  | { readonly kind: 'exists' | 'deleted' }
  | {
      readonly kind: 'member';
      readonly path: readonly string[];
      readonly value: string;
      /** The member must not have the value. */
      readonly isNegated: boolean;
    };

const FORMS = 'write exists, deleted, <member>=<value> or <member>!=<value>';

const plain = ['exists', 'deleted'] as const;

/**
 * A condition about records of a schema: `exists`, `deleted`, `status=PROCESSED`, `deployment.version!=1.0`. It is no
 * member that records do not have, and no value that one never takes.
 */
export function conditionOf(record: ObjectSchema): ValueType<Condition> {
  return parsed((text) => parseCondition(text, record), { words: plain });
}

function parseCondition(text: string, record: ObjectSchema): Condition {
  const [, name, negation, value] = /^([^=!]+)(!?)=(.*)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined) {
    const kind = plain.find((word) => word === text);
    if (kind !== undefined) return { kind };
    const meant = Object.hasOwn(record.properties ?? {}, text) ? `; for a member write ${text}=<value>` : '';
    const near = meant || didYouMean(text, plain) || `; ${FORMS}`;
    throw new ProblemError(`${quote(text)} is not a condition${near}`);
  }
  const path = name.split('.');
  checkValue(name, value, findMember(path, name, record));
  return { kind: 'member', path, value, isNegated: negation === '!' };
}

/** The schema of a member; of a list, that of its items. */
function findMember(path: readonly string[], name: string, record: ObjectSchema): ObjectSchema {
  let around = itemSchema(record);
  for (const [depth, step] of path.entries()) {
    const member = schemaAt(record, path.slice(0, depth + 1));
    if (member === undefined) {
      const known = Object.keys(around.properties ?? {});
      const near = didYouMean(step, known) || (known.length > 0 ? `; there is ${known.join(', ')}` : '');
      throw new ProblemError(`${quote(name)} is not a member of what get shows${near}`);
    }
    around = itemSchema(member);
  }
  return around;
}

function checkValue(name: string, value: string, schema: ObjectSchema): void {
  const choices =
    schema.type === 'boolean'
      ? ['true', 'false']
      : (schema.enum as readonly unknown[] | undefined)?.map(String);
  if (choices === undefined || choices.includes(value)) return;
  const near = didYouMean(value, choices);
  throw new ProblemError(`${name}=${value} never comes true: it is one of ${choices.join(', ')}${near}`);
}

/**
 * Whether a record is as the condition asks; undefined stands for one that does not exist. Values are compared as
 * text, references by their ids; of a list, one item must have the value.
 */
export function isMet(condition: Condition, record: unknown): boolean {
  if (condition.kind !== 'member') return (record !== undefined) === (condition.kind === 'exists');
  return valuesAt(record, condition.path).includes(condition.value) !== condition.isNegated;
}

/** What the member holds now, to say why a condition is not met. */
export function shownValue({ path }: { path: readonly string[] }, record: unknown): string {
  return valuesAt(record, path).map(cellText).join(', ') || 'not set';
}

/** The texts at a path, through lists: one for a plain member, none where it is not set. */
function valuesAt(value: unknown, path: readonly string[]): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => valuesAt(item, path));
  const [step, ...rest] = path;
  if (step !== undefined) {
    const isObject = typeof value === 'object' && value !== null;
    return isObject ? valuesAt((value as Record<string, unknown>)[step], rest) : [];
  }
  if (value === undefined || value === null) return [''];
  if (isRef(value)) return [value.id];
  return [typeof value === 'object' ? JSON.stringify(value) : String(value)];
}

/** The condition as it was written. */
export function formatCondition(condition: Condition): string {
  if (condition.kind !== 'member') return condition.kind;
  return `${condition.path.join('.')}${condition.isNegated ? '!=' : '='}${condition.value}`;
}
