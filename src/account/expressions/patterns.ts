import { utf8Length } from '../../contract/rules/bytes.ts';
import { ProblemError, quote, type Rule, ruleOf } from '../../contract/rules/rule.ts';

const MAX_BYTES = 1024;
/** Instructions of the compiled program, about: compiling takes 2 to 5 µs for each, matching up to 60 ns a character. */
const MAX_PROGRAM = 10_000;

/** Compiles an RE2 pattern (the syntax of Go's regexp). Throws a ProblemError. */
type PatternCompiler = (pattern: string) => CompiledPattern;

interface CompiledPattern {
  /** Whether the pattern matches anywhere in the text, in time linear in the text. */
  test(text: string): boolean;
  /** About the number of instructions: the cost of one character. */
  programSize(): number;
}

let loaded: Promise<PatternCompiler> | undefined;

/** Loads the RE2 engine on first use. */
export function loadPatternCompiler(): Promise<PatternCompiler> {
  loaded ??= import('re2js').then(({ RE2JS, RE2JSException }) => (pattern) => {
    checkSize(pattern);
    try {
      return RE2JS.compile(pattern);
    } catch (error) {
      if (!(error instanceof RE2JSException)) throw error;
      throw new ProblemError(`${quote(pattern)} is not an RE2 pattern: ${reason(error.message)}`);
    }
  });
  return loaded;
}

/**
 * Loads the rule for the expressions of a user agent filter (contract/README.md "Edge modules"): RE2 syntax,
 * at most 1,024 bytes, and at most 10,000 characters once its repeats are written out.
 */
export async function loadPatternChecker(): Promise<Rule> {
  return ruleOf(await loadPatternCompiler());
}

function checkSize(pattern: string): void {
  if (pattern === '') throw new ProblemError('must not be empty; an empty pattern matches everything');
  if (utf8Length(pattern) > MAX_BYTES) throw new ProblemError(`must be at most ${MAX_BYTES} bytes`);
  if (writtenOutSize(pattern) > MAX_PROGRAM) {
    throw new ProblemError(
      `${quote(pattern)} repeats too much: written out it is longer than ${MAX_PROGRAM}`,
    );
  }
}

// The engine says for example "error parsing regexp: missing closing ): `(`".
function reason(message: string): string {
  const [, what = message, where] = /^error parsing regexp: (.*?)(?:: `([\s\S]*)`)?$/s.exec(message) ?? [];
  return where === undefined || where === '' ? what : `${what} at ${quote(where)}`;
}

const TOKEN =
  /\\[pP]\{[^}]*\}|\\x\{[^}]*\}|\\[\s\S]|\[\^?\]?(?:\\[\s\S]|\[:[^\]]*:\]|[^\]\\])*\]|\{(\d+)(?:,(\d*))?\}|[\s\S]/gu;

/**
 * How many characters the pattern has with its counted repeats written out, which is what the engine does
 * when compiling: `(a{100}b){100}` is 10,100. An estimate from above, made before the engine sees it.
 */
function writtenOutSize(pattern: string): number {
  const open: number[] = [];
  let total = 0;
  let last = 0;
  for (const [token, least, most] of pattern.matchAll(TOKEN)) {
    if (token === '(') {
      open.push(total);
      last = 0;
    } else if (token === ')') {
      last = total - (open.pop() ?? 0);
    } else if (least === undefined) {
      // What stands between an atom and its count (a ? or another count) keeps the atom.
      if (!/^[*+?]$/.test(token)) last = 1;
      total += 1;
    } else {
      const repeated = last * Math.max(Number(least), Number(most ?? 0), 1);
      total += repeated - last;
      last = repeated;
    }
    if (total > MAX_PROGRAM) break;
  }
  return total;
}
