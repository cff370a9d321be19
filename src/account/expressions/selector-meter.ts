import { endpoint } from '../../contract/resources/endpoints.ts';
import { ProblemError, quote } from '../../contract/rules/rule.ts';
import type { Expression } from './expressions.ts';

/** The function that each turn of a loop is made to call: (value, steps) gives the value or ends the loop. */
export const SPEND = '@spend';

interface SelectorEnvironment {
  readonly knowsFunction: (name: string) => boolean;
  /** Takes in the pattern of a `matches`. Throws a ProblemError for a bad one. */
  readonly addPattern: (source: string) => void;
}

const MAX_LOOPS = 8;
const MAX_LOOP_NESTING = 2;
const MAX_ELEMENTS = 100;
const FIELDS = Object.keys(endpoint.properties).filter((name) => name !== 'traffic_policy');
// Done by the planner itself, not by functions that can be found.
const OPERATORS = ['_[_]', '_?_:_', '_&&_', '_||_', '@not_strictly_false'];
const TYPES = ['bool', 'bytes', 'double', 'int', 'list', 'map', 'null_type', 'string', 'type', 'uint'];
const CALL_STEPS = 10;
// Those that walk a text, or ask for a time zone.
const SLOW_STEPS = 100;
const SLOW = /^(?:get[A-Z].*|size|contains|bytes|string|timestamp)$/;

interface Place {
  readonly names: readonly string[];
  readonly loops: number;
}

/**
 * Judges the syntax tree of a selector and meters it in place: the condition of each loop calls `SPEND` with
 * the steps of one turn, because the evaluator knows neither deadline nor budget. Loops are what the macros
 * `all`, `exists`, `exists_one`, `filter` and `map` become. Returns a problem sentence.
 */
export function meterSelector(root: Expression, environment: SelectorEnvironment): string | undefined {
  let loops = 0;
  let elements = 0;

  function walkAll(expressions: readonly (Expression | undefined)[], place: Place): number {
    return expressions.reduce((sum, one) => sum + (one === undefined ? 0 : walk(one, place)), 0);
  }

  /** The steps of one evaluation, not counting the turns of the loops in it. */
  function walk(expression: Expression, place: Place): number {
    const { exprKind } = expression;
    switch (exprKind.case) {
      case 'identExpr':
        refuseUnless(
          place.names.includes(exprKind.value.name) || TYPES.includes(exprKind.value.name),
          `there is no variable ${quote(exprKind.value.name)}; write endpoint.<field>`,
        );
        return 1;
      case 'selectExpr': {
        const { operand, field } = exprKind.value;
        const isOfEndpoint =
          operand?.exprKind.case === 'identExpr' && operand.exprKind.value.name === 'endpoint';
        refuseUnless(
          !isOfEndpoint || FIELDS.includes(field),
          `an endpoint has no ${quote(field)}; its fields are ${FIELDS.join(', ')}`,
        );
        return 1 + walkAll([operand], place);
      }
      case 'callExpr':
        return walkCall(exprKind.value, place);
      case 'listExpr':
        return walkElements(exprKind.value.elements, place);
      case 'structExpr':
        refuseUnless(exprKind.value.messageName === '', 'it cannot make messages');
        return walkElements(
          exprKind.value.entries.flatMap(({ keyKind, value }) => [
            keyKind.case === 'mapKey' ? keyKind.value : undefined,
            value,
          ]),
          place,
        );
      case 'comprehensionExpr':
        return walkLoop(exprKind.value, place);
      default:
        return 1;
    }
  }

  function walkCall(call: KindOf<'callExpr'>, place: Place): number {
    const isKnown = OPERATORS.includes(call.function) || environment.knowsFunction(call.function);
    refuseUnless(isKnown && call.function !== SPEND, `there is no function ${quote(call.function)}`);
    if (call.function === 'matches') {
      // Known before it runs, so that a bad or costly pattern is refused instead of never matching.
      const pattern = constantText(call.args[0]);
      if (pattern === undefined) throw new ProblemError('"matches" needs its pattern written as a string');
      environment.addPattern(pattern);
    }
    return (SLOW.test(call.function) ? SLOW_STEPS : CALL_STEPS) + walkAll([call.target, ...call.args], place);
  }

  function walkElements(parts: readonly (Expression | undefined)[], place: Place): number {
    elements += parts.length;
    refuseUnless(elements <= MAX_ELEMENTS, `its lists and maps hold more than ${MAX_ELEMENTS} elements`);
    return 1 + walkAll(parts, place);
  }

  function walkLoop(loop: KindOf<'comprehensionExpr'>, place: Place): number {
    loops += 1;
    refuseUnless(loops <= MAX_LOOPS, `it has more than ${MAX_LOOPS} loops`);
    refuseUnless(place.loops < MAX_LOOP_NESTING, `its loops are nested more than ${MAX_LOOP_NESTING} deep`);
    const inner = { names: [...place.names, loop.iterVar, loop.accuVar], loops: place.loops + 1 };
    const once = walkAll([loop.iterRange, loop.accuInit], place) + walkAll([loop.result], inner);
    const turn = walkAll([loop.loopCondition, loop.loopStep], inner);
    if (loop.loopCondition !== undefined) loop.loopCondition = spending(loop.loopCondition, turn);
    return once + turn;
  }

  try {
    walk(root, { names: ['endpoint'], loops: 0 });
    return undefined;
  } catch (error) {
    if (error instanceof ProblemError) return error.message;
    throw error;
  }
}

type KindOf<Case extends Expression['exprKind']['case']> = Extract<
  Expression['exprKind'],
  { case: Case }
>['value'];

function refuseUnless(condition: boolean, problem: string): void {
  if (!condition) throw new ProblemError(problem);
}

function constantText(expression: Expression | undefined): string | undefined {
  if (expression?.exprKind.case !== 'constExpr') return undefined;
  const { constantKind } = expression.exprKind.value;
  return constantKind.case === 'stringValue' ? constantKind.value : undefined;
}

function spending(condition: Expression, steps: number): Expression {
  const constantKind = { case: 'int64Value', value: BigInt(steps) };
  const price = { ...condition, exprKind: { case: 'constExpr', value: { constantKind } } };
  const call = { function: SPEND, args: [condition, price] };
  return { ...condition, exprKind: { case: 'callExpr', value: call } } as unknown as Expression;
}
