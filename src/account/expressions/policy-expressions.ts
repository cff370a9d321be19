import type { ExpressionUse } from '../../contract/policy/check-policy.ts';
import type { Phase } from '../../contract/policy/phases.ts';
import { policyFunctions, policyVariables } from '../../contract/policy/policy-names.ts';
import { ProblemError, quote, ruleOf } from '../../contract/rules/rule.ts';
import { ownEntry } from '../../contract/schema/json-object.ts';
import { checkDepth, loadCel, parseExpression } from './cel/expressions.ts';
import { loadLibraryNames } from './cel/library-functions.ts';
import { describeShape, fits } from './cel/shapes.ts';
import { checkTypes, type Names } from './cel/type-check.ts';

/** Judges an expression of a traffic policy (contract/README.md "Expressions"). */
export type ExpressionChecker = (text: string, use: ExpressionUse) => string | undefined;

/** Loads the rule for the expressions of a traffic policy. The gateway runs them; here they are only judged. */
export async function loadExpressionChecker(): Promise<ExpressionChecker> {
  const cel = await loadCel();
  const library = await loadLibraryNames();
  return (text, { phase, gives }) =>
    ruleOf(() => {
      const root = parseExpression(cel, text);
      checkDepth(text, root);
      try {
        const { shape } = checkTypes(root, namesOf(phase, library));
        if (gives === 'value' || fits('bool', shape)) return;
        throw new ProblemError(`it gives ${describeShape(shape)}, not true or false`);
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error;
        throw new ProblemError(`${quote(text)}: ${error.message}`);
      }
    })(text);
}

function namesOf(phase: Phase, library: Awaited<ReturnType<typeof loadLibraryNames>>): Names {
  const variables = policyVariables[phase];
  const functions = policyFunctions[phase];
  return {
    ...library,
    variables,
    advice: `in ${phase} there are ${Object.keys(variables).join(', ')}`,
    signaturesOf: (name) => ownEntry(functions, name) ?? library.signaturesOf(name),
  };
}
