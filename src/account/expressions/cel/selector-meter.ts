import { ProblemError } from '../../../contract/rules/rule.ts';
import { SPEND } from './metered-functions.ts';
import { constantText, type Expression, type KindOf, partsOf } from './syntax-tree.ts';
import { type Visit, walkTree } from './walk-tree.ts';

const MAX_LOOPS = 8;
const MAX_LOOP_NESTING = 2;
const MAX_ELEMENTS = 100;
const CALL_STEPS = 10;
// Those that walk a text, or ask for a time zone.
const SLOW_STEPS = 100;
const SLOW = /^(?:get[A-Z].*|size|contains|bytes|string|timestamp)$/;

interface Place {
  readonly expression: Expression;
  /** How many loops are around it. */
  readonly loops: number;
}

type Metering = Visit<Place, number>;

/**
 * Meters the syntax tree of a selector in place: the condition of each loop calls `SPEND` with the steps of one turn,
 * because the evaluator knows neither deadline nor budget. Loops are what the macros `all`, `exists`, `exists_one`,
 * `filter` and `map` become.
 * @param addPattern takes in the pattern of a `matches`; throws a ProblemError for a bad one
 * @throws ProblemError what makes the selector too large
 */
export function meterSelector(root: Expression, addPattern: (source: string) => void): void {
  let loops = 0;
  let elements = 0;
  walkTree<Place, number>({ expression: root, loops: 0 }, visit);

  /** The steps of one evaluation, not counting the turns of the loops in it. */
  function* visit({ expression, loops: around }: Place): Metering {
    const { exprKind } = expression;
    switch (exprKind.case) {
      case 'selectExpr':
        return 1 + (yield* each(partsOf(expression), around));
      case 'callExpr':
        return priceOf(exprKind.value) + (yield* each(partsOf(expression), around));
      case 'listExpr':
      case 'structExpr':
        countElements(partsOf(expression).length);
        return 1 + (yield* each(partsOf(expression), around));
      case 'comprehensionExpr':
        return yield* loop(exprKind.value, around);
      default:
        return 1;
    }
  }

  function* each(expressions: readonly (Expression | undefined)[], around: number): Metering {
    let sum = 0;
    for (const expression of expressions) if (expression) sum += yield { expression, loops: around };
    return sum;
  }

  function priceOf({ function: name, args }: KindOf<'callExpr'>): number {
    if (name === 'matches') {
      // Known before it runs, so that a bad or costly pattern is refused instead of never matching.
      const pattern = constantText(args[0]);
      if (pattern === undefined) throw new ProblemError('"matches" needs its pattern written as a string');
      addPattern(pattern);
    }
    return SLOW.test(name) ? SLOW_STEPS : CALL_STEPS;
  }

  function countElements(count: number): void {
    elements += count;
    refuseUnless(elements <= MAX_ELEMENTS, `its lists and maps hold more than ${MAX_ELEMENTS} elements`);
  }

  function* loop(loop: KindOf<'comprehensionExpr'>, around: number): Metering {
    loops += 1;
    refuseUnless(loops <= MAX_LOOPS, `it has more than ${MAX_LOOPS} loops`);
    refuseUnless(around < MAX_LOOP_NESTING, `its loops are nested more than ${MAX_LOOP_NESTING} deep`);
    const once =
      (yield* each([loop.iterRange, loop.accuInit], around)) + (yield* each([loop.result], around + 1));
    const turn = yield* each([loop.loopCondition, loop.loopStep], around + 1);
    if (loop.loopCondition !== undefined) loop.loopCondition = spending(loop.loopCondition, turn);
    return once + turn;
  }
}

function refuseUnless(condition: boolean, problem: string): void {
  if (!condition) throw new ProblemError(problem);
}

function spending(condition: Expression, steps: number): Expression {
  const constantKind = { case: 'int64Value', value: BigInt(steps) };
  const price = { ...condition, exprKind: { case: 'constExpr', value: { constantKind } } };
  const call = { function: SPEND, args: [condition, price] };
  return { ...condition, exprKind: { case: 'callExpr', value: call } } as unknown as Expression;
}
