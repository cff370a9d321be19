import { utf8Length } from '../../contract/rules/bytes.ts';
import { ProblemError, quote, type Rule, ruleOf } from '../../contract/rules/rule.ts';

type Cel = typeof import('@bufbuild/cel');
/** The syntax tree of a CEL expression. */
export type Expression = ReturnType<Cel['parse']>['expr'];

const MAX_BYTES = 4096;
const MAX_DEPTH = 32;
// Counted without regard to strings, so that nothing gets by: the parser calls itself for each bracket and each
// `?`, and where a regular expression of its own meets the end of the stack, V8 ends the whole process.
const MAX_BRACKETS = 128;

let loaded: Promise<Cel> | undefined;

/** The CEL library, loaded on first use: about 185 ms (.github/CONTRIBUTING.md "What things cost"). */
export function loadCel(): Promise<Cel> {
  loaded ??= import('@bufbuild/cel');
  return loaded;
}

/**
 * Loads the rule for the expressions of a traffic policy: the syntax of CEL, at most 4,096 bytes, brackets at
 * most 32 deep. Which variables there are is known to the gateway only, so names are not judged.
 */
export async function loadExpressionChecker(): Promise<Rule> {
  const cel = await loadCel();
  return ruleOf((text) => parseExpression(cel, text));
}

/** Judges one expression as `loadExpressionChecker` does. */
export async function checkExpression(text: string): Promise<string | undefined> {
  return (await loadExpressionChecker())(text);
}

/** The syntax tree of an expression within the bounds. Throws a ProblemError. */
export function parseExpression(cel: Cel, text: string): Expression {
  if (text.trim() === '') throw new ProblemError('must not be empty; write "true" for always');
  if (utf8Length(text) > MAX_BYTES) throw new ProblemError(`must be at most ${MAX_BYTES} bytes`);
  if (bracketDepth(text) > MAX_DEPTH) {
    throw new ProblemError(`${quote(text)} is nested more than ${MAX_DEPTH} brackets deep`);
  }
  if (text.replace(/[^([{?]/g, '').length > MAX_BRACKETS) {
    throw new ProblemError(
      `${quote(text)} has more than ${MAX_BRACKETS} opening brackets and question marks`,
    );
  }
  try {
    // The grammar wants a line end after a comment.
    return cel.parse(`${text}\n`).expr;
  } catch (error) {
    throw new ProblemError(`${quote(text)} is not a CEL expression: ${reason(error)}`);
  }
}

// The parser says for example "<input>:1:2: found ? but expecting end of input", and lists every token there is.
function reason(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const [, line, column, what = ''] = /^<input>:(\d+):(\d+): ([\s\S]*)$/.exec(message) ?? [];
  if (line === undefined) return 'it holds an invalid literal';
  const [, found, expected = ''] = /^found ([\s\S]*?) but expecting ([\s\S]*)$/.exec(what) ?? [];
  const advice = expected === '' || expected.length > 40 ? '' : `, expected is ${expected}`;
  if (found === 'end of input') return `it ends too early${advice}`;
  const problem = found === undefined ? what : `${found.length === 1 ? quote(found) : found} is unexpected`;
  return `at line ${line}, column ${column} ${problem}${advice}`;
}

const STRING = /"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|\/\/[^\n]*/g;

function bracketDepth(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [bracket] of text.replace(STRING, '').matchAll(/[()[\]{}]/g)) {
    depth += '([{'.includes(bracket) ? 1 : -1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}
