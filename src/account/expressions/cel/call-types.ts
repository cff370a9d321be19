import type { Signature, ValueShape } from '../../../contract/policy/value-shape.ts';
import { ProblemError, quote } from '../../../contract/rules/rule.ts';
import { canBeEqual, describeShape, fits, joined } from './shapes.ts';

/**
 * What a function gives for values of these shapes.
 * @param on what it is called on, if anything
 * @throws ProblemError where there is no such function, or none that takes these
 */
export function resultOf(
  name: string,
  { signaturesOf }: { signaturesOf(name: string): readonly Signature[] },
  on: ValueShape | undefined,
  given: readonly ValueShape[],
): ValueShape {
  const ways = signaturesOf(name);
  if (ways.length === 0) throw new ProblemError(`there is no function ${quote(operatorOf(name))}`);
  const fitting = ways.filter(
    ({ target, takes }) =>
      (target === undefined) === (on === undefined) &&
      takes.length === given.length &&
      (on === undefined || fits(target ?? '', on)) &&
      given.every((shape, i) => fits(takes[i] ?? '', shape)),
  );
  if (fitting.length === 0) {
    const parts = given.map(describeShape).join(' and ');
    const takes = parts === '' ? 'be called without anything in brackets' : `take ${parts}`;
    const place = on ? ` on ${describeShape(on)}` : '';
    throw new ProblemError(`${quote(operatorOf(name))} does not ${takes}${place}`);
  }
  refuseUnequal(name, given);
  return joined(fitting.map(({ gives }) => gives));
}

/** What is never equal is a mistake, though CEL would say so as late as it runs, and without a word. */
function refuseUnequal(name: string, [left, right]: readonly ValueShape[]): void {
  if (left === undefined || right === undefined) return;
  const isEquality = name === '_==_' || name === '_!=_';
  const other = isEquality ? right : name === '@in' && right.type === 'list' && right.element;
  if (!other || canBeEqual(left, other)) return;
  const pair = `${describeShape(left)} with ${describeShape(other)}`;
  throw new ProblemError(`${quote(operatorOf(name))} compares ${pair}, which are never equal`);
}

/** @throws ProblemError for what is known not to be true or false; `what` needs it */
export function refuseUnlessBool(shape: ValueShape, what: string): void {
  if (fits('bool', shape)) return;
  throw new ProblemError(`${what} takes true or false, not ${describeShape(shape)}`);
}

/** `_+_` as it is written: `+`. */
export function operatorOf(name: string): string {
  return name.replace(/^[_@]+|_+$/g, '') || name;
}
