import { quote } from '../../../contract/rules/rule.ts';
import { memberAt } from '../../../contract/schema/member-path.ts';
import type { ObjectSchema } from '../../../contract/schema/schema.ts';
import { fieldError } from '../../errors/cli-error.ts';
import { type MemberCondition, readMemberCondition, splitCondition } from '../../filter/member-condition.ts';
import { cellText } from '../../output/table/cell.ts';
import type { ValueType } from '../../parser/options.ts';
import { didYouMean } from '../../words/did-you-mean.ts';

/** What `wait --for` waits for. */
export type Condition =
  | { readonly kind: 'exists' | 'deleted' }
  | { readonly kind: 'member'; readonly member: MemberCondition };

/** How a condition is written. */
export const FORMS = 'write exists, deleted, or a condition as --where takes it, such as <member>=<value>';

const plain = ['exists', 'deleted'] as const;

/**
 * A condition about records of a schema: `exists`, `deleted`, or what `--where` takes of a list:
 * `status=PROCESSED`, `deployment.version!=1.0`.
 */
export function conditionOf(record: ObjectSchema): ValueType<Condition> {
  return {
    hint: { words: plain, conditions: true },
    async read(text, option, { streams }) {
      if (splitCondition(text) !== undefined) {
        const member = await readMemberCondition(option, text, record, streams.clock.now());
        return { kind: 'member', member };
      }
      const kind = plain.find((word) => word === text);
      if (kind !== undefined) return { kind };
      const meant = Object.hasOwn(record.properties ?? {}, text)
        ? `; for a member write ${text}=<value>`
        : '';
      const near = meant || didYouMean(text, plain) || `; ${FORMS}`;
      throw fieldError(option, `${quote(text)} is not a condition${near}`);
    },
  };
}

/** Whether a record is as the condition asks; undefined stands for one that does not exist. */
export function isMet(condition: Condition, record: unknown): boolean {
  if (condition.kind === 'member') return condition.member.isMet(record);
  return (record !== undefined) === (condition.kind === 'exists');
}

/** What the member holds now, to say why a condition is not met. */
export function shownValue({ column }: MemberCondition, record: unknown): string {
  const value = memberAt(record, column.path);
  return value === undefined || value === null || value === '' ? 'not set' : cellText(value);
}

/** The condition as it was written. */
export function formatCondition(condition: Condition): string {
  if (condition.kind !== 'member') return condition.kind;
  const { column, operator, value } = condition.member;
  return `${column.name}${operator}${value}`;
}
