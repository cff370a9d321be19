import type { Signature, ValueShape } from '../../../contract/policy/value-shape.ts';
import { ProblemError, quote } from '../../../contract/rules/rule.ts';
import { ownEntry } from '../../../contract/schema/json-object.ts';
import { operatorOf, refuseUnlessBool, resultOf } from './call-types.ts';
import { describeShape, joined, unknown } from './shapes.ts';
import { constantText, type Expression, type KindOf, keyOf, qualifiedName } from './syntax-tree.ts';
import { type Visit, walkTree } from './walk-tree.ts';

/** Which names an expression may use. */
export interface Names {
  readonly variables: Readonly<Record<string, ValueShape>>;
  /** What to write in place of a name that is no variable. */
  readonly advice: string;
  /** The ways to call a function; none where there is no such function. */
  signaturesOf(name: string): readonly Signature[];
  /** Judges the pattern of a `matches`. Throws a ProblemError. */
  checkPattern(source: string): unknown;
  /** Whether what it gives is known before the gateway runs it. */
  canRun(functionName: string): boolean;
  /** Why an expression without variables and loops fails; undefined for one that does not, or cannot be run here. */
  failureOf(constant: Expression): string | undefined;
}

interface Place {
  readonly expression: Expression;
  /** The variables of the loops around it. */
  readonly locals: Readonly<Record<string, ValueShape>>;
}

interface Finding {
  readonly expression: Expression;
  readonly shape: ValueShape;
  /** Literals alone: it can be run now. */
  readonly isConstant: boolean;
  /** It gives the same for all values: no variable is in it but those of its own loops. */
  readonly isClosed: boolean;
}

type Checking = Visit<Place, Finding>;
const typeNames = ['bool', 'bytes', 'double', 'int', 'list', 'map', 'null_type', 'string', 'type', 'uint'];
const bool: ValueShape = { type: 'bool' };

/**
 * Judges a syntax tree without running it: names, members, and types where they are known, each as far as the
 * evaluator would fail on it whatever the values are.
 * @throws ProblemError the first problem
 */
export function checkTypes(root: Expression, names: Names): Pick<Finding, 'shape' | 'isClosed'> {
  const finding = walkTree<Place, Finding>({ expression: root, locals: {} }, visit);
  if (finding.isConstant) refuseFailing(root);
  return finding;

  function* visit({ expression, locals }: Place): Checking {
    const { exprKind } = expression;
    switch (exprKind.case) {
      case 'constExpr':
        return literal(expression, exprKind.value);
      case 'identExpr':
        return named(expression, exprKind.value.name, locals);
      case 'selectExpr':
        return yield* selected(expression, exprKind.value, locals);
      case 'callExpr':
        return yield* called(expression, exprKind.value, locals);
      case 'listExpr':
        return yield* listed(expression, exprKind.value.elements, locals);
      case 'structExpr':
        return yield* mapped(expression, exprKind.value, locals);
      case 'comprehensionExpr':
        return yield* looped(expression, exprKind.value, locals);
      default:
        throw new ProblemError('it has a part that cannot be evaluated');
    }
  }

  function literal(expression: Expression, { constantKind }: KindOf<'constExpr'>): Finding {
    const kind = constantKind.case ?? '';
    const type = /^(?:int|uint)64Value$/.test(kind)
      ? kind.replace('64Value', '')
      : kind === 'nullValue'
        ? 'null_type'
        : kind.replace('Value', '');
    return { expression, shape: { type }, isConstant: true, isClosed: true };
  }

  function named(expression: Expression, name: string, locals: Place['locals']): Finding {
    const local = ownEntry(locals, name);
    const shape = local ?? ownEntry(names.variables, name);
    if (shape !== undefined) {
      return { expression, shape, isConstant: false, isClosed: local !== undefined };
    }
    refuseUnless(typeNames.includes(name), `there is no variable ${quote(name)}; ${names.advice}`);
    return { expression, shape: { type: 'type' }, isConstant: true, isClosed: true };
  }

  function* selected(
    expression: Expression,
    { operand, field, testOnly }: KindOf<'selectExpr'>,
    locals: Place['locals'],
  ): Checking {
    const [around] = yield* each([operand], locals);
    const shape = memberOf(around, field);
    return conclude(expression, [around], testOnly ? bool : shape);
  }

  function memberOf({ shape, expression }: Finding, field: string): ValueShape {
    const { type, members, element = unknown } = shape;
    if (type === 'dyn') return unknown;
    refuseUnless(type === 'map', `${describeShape(shape)} has no member ${quote(field)}`);
    if (members === undefined) return element;
    const member = ownEntry(members, field);
    if (member !== undefined) return member;
    const owner = qualifiedName(expression) ?? 'it';
    throw new ProblemError(
      `${owner} has no ${quote(field)}; its members are ${Object.keys(members).join(', ')}`,
    );
  }

  function* called(expression: Expression, call: KindOf<'callExpr'>, locals: Place['locals']): Checking {
    const { function: name, target, args } = call;
    const owner = target && qualifiedName(target);
    const fullName = `${owner}.${name}`;
    // base64.encode: what looks like a member of a variable can be a function's name.
    if (owner !== undefined && names.signaturesOf(fullName).length > 0) {
      const given = yield* each(args, locals);
      return conclude(
        expression,
        given,
        resultOf(fullName, names, undefined, shapesOf(given)),
        mannerOf(fullName),
      );
    }
    const [on] = target ? yield* each([target], locals) : [];
    const given = yield* each(args, locals);
    const parts = on ? [on, ...given] : given;
    const pattern = name === 'matches' ? constantText(args[0]) : undefined;
    if (pattern !== undefined) names.checkPattern(pattern);
    switch (name) {
      case '_&&_':
      case '_||_':
        for (const part of given) refuseUnlessBool(part.shape, operatorOf(name));
        return conclude(expression, parts, bool, 'lazy');
      case '_?_:_':
        if (given[0]) refuseUnlessBool(given[0].shape, 'a condition before "?"');
        return conclude(expression, parts, joined(shapesOf(given.slice(1))), 'lazy');
      case '@not_strictly_false':
        return conclude(expression, parts, bool, 'lazy');
      case '_[_]':
        return conclude(expression, parts, indexed(given));
      default:
        return conclude(expression, parts, resultOf(name, names, on?.shape, shapesOf(given)), mannerOf(name));
    }
  }

  function indexed([list, index]: readonly Finding[]): ValueShape {
    if (list === undefined || index === undefined) return unknown;
    const { shape } = list;
    if (shape.type === 'dyn') return unknown;
    const isList = shape.type === 'list';
    refuseUnless(
      isList || shape.type === 'map',
      `${describeShape(shape)} has no elements to ask for with []`,
    );
    const isFit = !isList || ['int', 'uint', 'double', 'dyn'].includes(index.shape.type);
    refuseUnless(isFit, `the elements of a list have numbers, not ${describeShape(index.shape)}`);
    const key = constantText(index.expression);
    return !isList && key !== undefined ? memberOf(list, key) : (shape.element ?? unknown);
  }

  function* listed(
    expression: Expression,
    elements: readonly Expression[],
    locals: Place['locals'],
  ): Checking {
    const parts = yield* each(elements, locals);
    return conclude(expression, parts, { type: 'list', element: joined(shapesOf(parts)) });
  }

  function* mapped(expression: Expression, struct: KindOf<'structExpr'>, locals: Place['locals']): Checking {
    refuseUnless(struct.messageName === '', 'it cannot make messages');
    const values = yield* each(
      struct.entries.map(({ value }) => value),
      locals,
    );
    const parts = [...(yield* each(struct.entries.map(keyOf), locals)), ...values];
    return conclude(expression, parts, { type: 'map', element: joined(shapesOf(values)) });
  }

  function* looped(
    expression: Expression,
    loop: KindOf<'comprehensionExpr'>,
    locals: Place['locals'],
  ): Checking {
    const [range, start] = yield* each([loop.iterRange, loop.accuInit], locals);
    const { type, element = unknown } = range.shape;
    const isWalkable = ['list', 'map', 'dyn'].includes(type);
    refuseUnless(isWalkable, `${describeShape(range.shape)} has no elements to go through`);
    const inner = {
      ...locals,
      [loop.iterVar]: type === 'list' ? element : range.shape.members ? { type: 'string' } : unknown,
      [loop.accuVar]: { type: start.shape.type },
    };
    const turn = yield* each([loop.loopCondition, loop.loopStep, loop.result], inner);
    const parts = [range, start, ...turn];
    return conclude(expression, parts, turn[2].shape, 'lazy');
  }

  function* each<const Parts extends readonly (Expression | undefined)[]>(
    parts: Parts,
    locals: Place['locals'],
  ): Generator<Place, { [I in keyof Parts]: Finding }, Finding> {
    const findings: Finding[] = [];
    for (const expression of parts) if (expression) findings.push(yield { expression, locals });
    return findings as { [I in keyof Parts]: Finding };
  }

  function mannerOf(name: string): 'lazy' | undefined {
    return names.canRun(name) ? undefined : 'lazy';
  }

  /** What is lazy may be right although a part of it fails, or cannot be run here; its parts are judged one by one. */
  function conclude(
    expression: Expression,
    parts: readonly Finding[],
    shape: ValueShape,
    manner?: 'lazy',
  ): Finding {
    const isClosed = parts.every((part) => part.isClosed);
    const isConstant = manner !== 'lazy' && parts.every((part) => part.isConstant);
    if (!isConstant) for (const part of parts) if (part.isConstant) refuseFailing(part.expression);
    return { expression, shape, isConstant, isClosed };
  }

  function refuseFailing(constant: Expression): void {
    const failure = names.failureOf(constant);
    if (failure !== undefined) throw new ProblemError(`a part of it always fails: ${failure}`);
  }
}

function shapesOf(findings: readonly Finding[]): ValueShape[] {
  return findings.map(({ shape }) => shape);
}

function refuseUnless(condition: boolean, problem: string): void {
  if (!condition) throw new ProblemError(problem);
}
