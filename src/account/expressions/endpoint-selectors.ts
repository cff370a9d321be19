import type { CelInput, CelValue } from '@bufbuild/cel';
import { ProblemError, quote, type Rule, ruleOf } from '../../contract/rules/rule.ts';
import { loadCel, parseExpression } from './expressions.ts';
import { loadPatternCompiler } from './patterns.ts';
import { meterSelector, SPEND } from './selector-meter.ts';

/** Whether an operator's selector takes the endpoint (a record as the API returns it). Never throws. */
export type EndpointSelector = (endpoint: Record<string, unknown>) => boolean;

/** Steps of one evaluation, each 0.1 to 1 µs: it ends within about 10 ms whatever the expression says. */
const BUDGET = 20_000;
const MAX_TEXT = 8192;
const MAX_LIST = 200;
// 64 KiB of text that selectors have no use for.
const NOT_SHOWN = 'traffic_policy';

/** Loads the rule for an operator's `endpoint_selectors`: what `loadSelectorCompiler` compiles is fine. */
export async function loadSelectorChecker(): Promise<Rule> {
  return ruleOf(await loadSelectorCompiler());
}

/**
 * Loads the compiler for an operator's `endpoint_selectors` (contract/README.md "Operator"): CEL expressions
 * over one variable, `endpoint`, a map of the public record's members except `traffic_policy`; those that do
 * not apply are absent, so ask `has(endpoint.domain)` first. What fails, takes too many steps or is not a
 * boolean does not select. The compiler throws a ProblemError for what can never work or would cost too much.
 */
export async function loadSelectorCompiler(): Promise<(text: string) => EndpointSelector> {
  const cel = await loadCel();
  const compilePattern = await loadPatternCompiler();
  const { BOOL, BYTES, DYN, INT, STRING } = cel.CelScalar;
  const LIST = cel.listType(DYN);
  const plain = cel.celEnv().funcs;

  return (text) => {
    const patterns = new Map<string, ReturnType<typeof compilePattern>>();
    let left = 0;
    const spend = (steps: number) => {
      left -= steps;
      if (left < 0) throw new Error('takes too many steps');
    };
    // Loops can pile lists of lists into something with billions of elements, held once but compared one by one.
    const spendOn = (value: CelValue) => {
      spend(1);
      if (cel.isCelList(value)) for (const element of value) spendOn(element);
      if (cel.isCelMap(value)) for (const [, member] of value) spendOn(member);
    };
    const metered = (name: string, right: typeof DYN | typeof LIST) =>
      cel.celFunc(name, [DYN, right], BOOL, (a: CelValue, b: CelValue) => {
        spendOn(b);
        return plain.find(name)?.call(0, undefined, [a, b]) as boolean;
      });
    const env = cel.celEnv({
      funcs: [
        metered('_==_', DYN),
        metered('_!=_', DYN),
        metered('@in', LIST),
        cel.celFunc(SPEND, [DYN, INT], DYN, (value, steps) => {
          spend(Number(steps));
          return value;
        }),
        cel.celMethod('matches', STRING, [STRING], BOOL, function (source) {
          const pattern = patterns.get(source);
          if (pattern === undefined) throw new Error('is not a pattern of the expression');
          spend(Math.ceil((this.length * pattern.programSize()) / 4));
          return pattern.test(this);
        }),
        cel.celFunc(
          '_+_',
          [STRING, STRING],
          STRING,
          (a, b) => within(MAX_TEXT, a.length + b.length) && a + b,
        ),
        cel.celFunc('_+_', [BYTES, BYTES], BYTES, (a, b) => {
          within(MAX_TEXT, a.length + b.length);
          return Uint8Array.of(...a, ...b);
        }),
        cel.celFunc('_+_', [LIST, LIST], LIST, (a, b) => {
          within(MAX_LIST, a.size + b.size);
          return cel.celListConcat(a, b);
        }),
      ],
    });
    const expression = parseExpression(cel, text);
    const problem = meterSelector(expression, {
      knowsFunction: (name) => env.funcs.find(name) !== undefined,
      addPattern: (source) => patterns.set(source, compilePattern(source)),
    });
    if (problem !== undefined) throw new ProblemError(`${quote(text)} is not a selector: ${problem}`);
    const evaluate = cel.plan(env, expression);
    return (endpoint) => {
      left = BUDGET;
      return evaluate({ endpoint: toCel(endpoint) }) === true;
    };
  };
}

function within(most: number, size: number): true {
  if (size > most) throw new Error('is too long');
  return true;
}

// As maps, because a plain object's inherited members would be reachable; whole numbers as CEL's int.
function toCel(value: unknown): CelInput {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value;
  if (Array.isArray(value)) return value.map(toCel);
  if (typeof value !== 'object' || value === null) return value as string | boolean | null;
  const members = Object.entries(value).filter(
    ([name, member]) => member !== undefined && name !== NOT_SHOWN,
  );
  return new Map(members.map(([name, member]) => [name, toCel(member)]));
}
