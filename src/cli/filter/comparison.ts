import { ProblemError, quote } from '../../contract/rules/rule.ts';
import { parseOffset, parseTimestamp } from '../../contract/rules/time.ts';
import type { ObjectSchema } from '../../contract/schema/schema.ts';
import { type CliError, fieldError } from '../errors/cli-error.ts';
import { didYouMean } from '../words/did-you-mean.ts';

/** What a condition says about the values of a member. */
export type Operator = '=' | '!=' | '<' | '<=' | '>' | '>=' | '~' | '!~';

/** Whether one value is as a condition asks; negation is not its business. */
export type Comparison = (value: string | number | boolean) => boolean;

/** A condition, read as far as its form goes. */
export interface ConditionText {
  /** What it was given for: `--where`. */
  readonly option: string;
  /** The whole of it. */
  readonly text: string;
  /** The member. */
  readonly name: string;
  readonly operator: Operator;
  readonly value: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * How values of a member are compared: times as times, numbers by size, words of a short list and booleans as one of
 * those, everything else character by character. Throws a CliError for a value that the member never has.
 */
export async function comparisonOf(condition: ConditionText, schema: ObjectSchema): Promise<Comparison> {
  const { operator, value } = condition;
  if (operator === '~' || operator === '!~') return patternOf(condition);
  const types = [schema.type ?? 'string'].flat();
  if (schema.format === 'date-time' || schema['x-time']) return timesOf(condition);
  if (types.includes('integer') || types.includes('number')) {
    const number = Number(value);
    if (value.trim() === '' || Number.isNaN(number))
      throw refuse(condition, `${quote(value)} is not a number`);
    return ordered(operator, (given) => Number(given), number);
  }
  const choices = types.includes('boolean') ? ['true', 'false'] : enumOf(schema);
  if (choices !== undefined) return choiceOf(condition, choices, schema['x-any-case'] === true);
  return ordered(operator, String, value);
}

function refuse({ option }: ConditionText, problem: string): CliError {
  return fieldError(option, problem);
}

function enumOf({ enum: words }: ObjectSchema): string[] | undefined {
  return (words as readonly unknown[] | undefined)?.map(String);
}

function choiceOf(condition: ConditionText, choices: readonly string[], isAnyCase: boolean): Comparison {
  const { name, operator, text } = condition;
  if (operator !== '=' && operator !== '!=') {
    throw refuse(condition, `${text}: the values of ${name} have no order; compare them with = or !=`);
  }
  const value = isAnyCase ? condition.value.toLowerCase() : condition.value;
  if (!choices.includes(value)) {
    const near = didYouMean(value, choices);
    throw refuse(condition, `${text} can never be met: it is one of ${choices.join(', ')}${near}`);
  }
  return (given) => String(given) === value;
}

/** RFC 3339, or a duration from now; `-7d` is a week ago. */
function timesOf(condition: ConditionText): Comparison {
  const time = readTime(condition);
  // The zero time of RFC 3339 stands where there is none.
  const read = (given: unknown) => {
    const ms = Date.parse(String(given));
    return ms > 0 ? ms : Number.NaN;
  };
  return ordered(condition.operator, read, time);
}

function readTime({ option, value, now }: ConditionText): number {
  let advice = '';
  try {
    const seconds = parseOffset(value);
    if (seconds !== undefined) return now + seconds * 1000;
    advice = ', or as a duration from now: 7d, -12h';
    return parseTimestamp(value);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    throw fieldError(option, `${error.message}${advice}`);
  }
}

/** Found anywhere in the text, in time linear in it. */
async function patternOf(condition: ConditionText): Promise<Comparison> {
  const { RE2JS, RE2JSException } = await import('re2js');
  try {
    const pattern = RE2JS.compile(condition.value);
    return (given) => pattern.test(String(given));
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    const [problem = ''] = error.message.replace(/^error parsing regexp: /, '').split(': `');
    throw fieldError(
      condition.option,
      `${quote(condition.value)} is not an RE2 pattern: ${problem}; .* stands for any text, ^ and $ for its ends`,
    );
  }
}

/** What cannot be read compares as NaN, which nothing is equal to, less or greater than. */
function ordered<T extends string | number>(
  operator: Operator,
  read: (value: string | number | boolean) => T,
  wanted: T,
): Comparison {
  switch (operator) {
    case '<':
      return (given) => read(given) < wanted;
    case '<=':
      return (given) => read(given) <= wanted;
    case '>':
      return (given) => read(given) > wanted;
    case '>=':
      return (given) => read(given) >= wanted;
    default:
      return (given) => read(given) === wanted;
  }
}
