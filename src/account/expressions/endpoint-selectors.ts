import type { CelInput, CelResult } from '@bufbuild/cel';
import type { ValueShape } from '../../contract/policy/value-shape.ts';
import { endpoint } from '../../contract/resources/endpoints.ts';
import { ProblemError, quote, type Rule, ruleOf } from '../../contract/rules/rule.ts';
import {
  checkDepth,
  isEndOfStack,
  loadCel,
  loadStringExtension,
  parseExpression,
} from './cel/expressions.ts';
import { loadLibraryNames } from './cel/library-functions.ts';
import { meteredFunctions, Steps } from './cel/metered-functions.ts';
import { meterSelector } from './cel/selector-meter.ts';
import { describeShape, fits, shapeOfSchema } from './cel/shapes.ts';
import { checkTypes } from './cel/type-check.ts';
import { loadPatternCompiler } from './patterns.ts';

/**
 * Whether an operator's selector takes the endpoint (a record as the API returns it).
 * @throws ProblemError where it takes more than the steps that it has
 */
export type EndpointSelector = (endpoint: Record<string, unknown>) => boolean;

/** Steps of one evaluation, each 0.1 to 1 µs. */
const BASE_STEPS = 20_000;
/** Steps for reading texts, for each character that the endpoint has: 256 instructions of a pattern. */
const STEPS_PER_CHARACTER = 64;
const notShown = 'traffic_policy';

const { [notShown]: _policy, ...shown } = shapeOfSchema(endpoint).members ?? {};
const variables = { endpoint: { type: 'map', members: shown } satisfies ValueShape };

/**
 * Loads the rule for an operator's `endpoint_selectors` (contract/README.md "Operator"): CEL expressions over one
 * variable, `endpoint`, a map of the public record's members except `traffic_policy`; those that do not apply are
 * absent, so ask `has(endpoint.domain)` first. Refused is what can never work or could cost too much.
 */
export async function loadSelectorChecker(): Promise<Rule> {
  const cel = await loadCel();
  const prepare = await loadPreparation();
  const names = { ...(await loadLibraryNames()), variables, advice: 'write endpoint.<field>' };
  return ruleOf((text) => {
    const root = parseExpression(cel, text);
    checkDepth(text, root);
    const { shape, isClosed } = refusing(text, () => checkTypes(root, names));
    const evaluate = prepare(text);
    refusing(text, () => {
      if (!fits('bool', shape)) throw new ProblemError(`it gives ${describeShape(shape)}, not true or false`);
      if (!isClosed) return;
      const result = evaluate({});
      if (cel.isCelError(result)) throw new ProblemError(`it always fails: ${result.message}`);
    });
  });
}

/**
 * Loads the compiler for an operator's `endpoint_selectors`. It takes what was judged when it was written, by whatever
 * rules there were then: what fails or is not a boolean does not select. The compiler throws a ProblemError for what
 * cannot be evaluated at all.
 */
export async function loadSelectorCompiler(): Promise<(text: string) => EndpointSelector> {
  const prepare = await loadPreparation();
  return (text) => {
    const evaluate = prepare(text);
    return (endpoint) => evaluate(endpoint) === true;
  };
}

/** What selectors see of an endpoint, and nothing of 64 KiB that they have no use for. */
export function shownToSelectors({ [notShown]: _policy, ...record }: Readonly<Record<string, unknown>>) {
  return record;
}

type Evaluation = (endpoint: Record<string, unknown>) => CelResult;

async function loadPreparation(): Promise<(text: string) => Evaluation> {
  const cel = await loadCel();
  const strings = await loadStringExtension();
  const compilePattern = await loadPatternCompiler();

  return (text) => {
    const patterns = new Map<string, ReturnType<typeof compilePattern>>();
    const steps = new Steps();
    const env = cel.celEnv({
      funcs: meteredFunctions(cel, strings, steps, (source) => patterns.get(source)),
    });
    const expression = parseExpression(cel, text);
    refusing(text, () => meterSelector(expression, (source) => patterns.set(source, compilePattern(source))));
    const evaluate = withinStack(text, () => cel.plan(env, expression));
    return (endpoint) => {
      const { value, characters } = toCel(endpoint);
      steps.refill(BASE_STEPS, BASE_STEPS + STEPS_PER_CHARACTER * characters);
      const result = withinStack(text, () => evaluate({ endpoint: value }));
      if (steps.areSpent) throw new ProblemError(`${quote(text)} takes too many steps`);
      if (isEndOfStack(result)) throw tooDeep(text);
      return result;
    };
  };
}

function refusing<T>(text: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    throw new ProblemError(`${quote(text)} is not a selector: ${error.message}`);
  }
}

/** Selectors that are deeper than what is taken today are evaluated as long as the stack has room for them. */
function withinStack<T>(text: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (isEndOfStack(error)) throw tooDeep(text);
    throw error;
  }
}

function tooDeep(text: string): ProblemError {
  return new ProblemError(`${quote(text)} is too deep to be evaluated`);
}

// As maps, because a plain object's inherited members would be reachable; whole numbers as CEL's int.
function toCel(record: Record<string, unknown>): { value: CelInput; characters: number } {
  let characters = 0;
  const convert = (value: unknown): CelInput => {
    if (typeof value === 'string') characters += value.length;
    if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value;
    if (Array.isArray(value)) return value.map(convert);
    if (typeof value !== 'object' || value === null) return value as string | boolean | null;
    const members = Object.entries(value).filter(
      ([name, member]) => member !== undefined && name !== notShown,
    );
    return new Map(members.map(([name, member]) => [name, convert(member)]));
  };
  return { value: convert(record), characters };
}
