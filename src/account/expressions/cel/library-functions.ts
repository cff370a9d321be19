import type { CelFunc } from '@bufbuild/cel';
import type { Signature } from '../../../contract/policy/value-shape.ts';
import { loadPatternCompiler } from '../patterns.ts';
import { loadCel, loadStringExtension } from './expressions.ts';
import { meteredFunctions, Steps } from './metered-functions.ts';
import type { Names } from './type-check.ts';

/** Far more than any constant needs that somebody wrote for its value. */
const CONSTANT_STEPS = 20_000;

const none: readonly Signature[] = [];

/** The functions of CEL and of its string extension, and why a constant made of them fails. */
export async function loadLibraryNames(): Promise<Omit<Names, 'variables' | 'advice'>> {
  const cel = await loadCel();
  const steps = new Steps();
  const strings = await loadStringExtension();
  const compilePattern = await loadPatternCompiler();
  const env = cel.celEnv({ funcs: meteredFunctions(cel, strings, steps, compilePattern) });
  const signatures = new Map<string, Signature[]>();
  for (const func of env.funcs) {
    const ways = signatures.get(func.name) ?? [];
    ways.push(signatureOf(func));
    signatures.set(func.name, ways);
  }
  return {
    signaturesOf: (name) => signatures.get(name) ?? none,
    checkPattern: compilePattern,
    canRun: (name) => env.funcs.find(name) !== undefined,
    failureOf(constant) {
      steps.refill(CONSTANT_STEPS, CONSTANT_STEPS);
      const result = cel.plan(env, constant)();
      return cel.isCelError(result) && !steps.areSpent ? result.message : undefined;
    },
  };
}

function signatureOf({ target, arguments: takes, result }: CelFunc): Signature {
  return { target: target?.name, takes: takes.map(({ name }) => name), gives: { type: result.name } };
}
