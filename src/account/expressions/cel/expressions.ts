import { utf8Length } from '../../../contract/rules/bytes.ts';
import { ProblemError, quote } from '../../../contract/rules/rule.ts';
import { type Cel, type Expression, partsOf } from './syntax-tree.ts';
import { type Squeezed, squeezeWhiteSpace } from './white-space.ts';

const MAX_BYTES = 4096;
const MAX_DEPTH = 32;
// Counted without regard to strings, so that nothing gets by: the parser calls itself for each bracket and each
// `?`, and where a regular expression of its own meets the end of the stack, V8 ends the whole process.
const MAX_BRACKETS = 128;

/** Of the syntax tree. The library's planner meets the end of a fresh stack at 1,000 levels or more. */
const MAX_LEVELS = 250;

let loaded: Promise<Cel> | undefined;

/** The CEL library, loaded on first use: about 185 ms (.github/CONTRIBUTING.md "What things cost"). */
export function loadCel(): Promise<Cel> {
  loaded ??= import('@bufbuild/cel');
  return loaded;
}

let loadedStrings: Promise<typeof import('@bufbuild/cel/ext').strings> | undefined;

/** The string extension of the library: `lowerAscii`, `split`, `replace` and so on. */
export function loadStringExtension(): Promise<typeof import('@bufbuild/cel/ext').strings> {
  loadedStrings ??= import('@bufbuild/cel/ext').then(({ strings }) => strings);
  return loadedStrings;
}

/** The syntax tree of an expression within the bounds of a text. Throws a ProblemError. */
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
  const squeezed = squeezeWhiteSpace(text);
  try {
    // The grammar wants a line end after a comment.
    return cel.parse(`${squeezed.text}\n`).expr;
  } catch (error) {
    if (isEndOfStack(error)) throw tooDeep(text);
    throw new ProblemError(`${quote(text)} is not a CEL expression: ${reason(error, text, squeezed)}`);
  }
}

/**
 * Refuses a tree that the evaluator, which calls itself for each level, could meet the end of the stack with. What
 * `&&` and `||` join is balanced, so that their chains are as long as the text may be. Throws a ProblemError.
 */
export function checkDepth(text: string, root: Expression): void {
  const waiting = [{ expression: root, depth: 1 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { expression, depth } = next;
    if (depth > MAX_LEVELS) throw tooDeep(text);
    for (const part of partsOf(expression)) waiting.push({ expression: part, depth: depth + 1 });
  }
}

/** Whether an error, of the engine or of the library around it, says that the stack had no more room. */
export function isEndOfStack(error: unknown): boolean {
  return error instanceof Error && error.message.includes('call stack');
}

function tooDeep(text: string): ProblemError {
  return new ProblemError(
    `${quote(text)} chains more than ${MAX_LEVELS} operators, members or calls; make it shorter`,
  );
}

// The parser says for example "<input>:1:2: found ? but expecting end of input", and lists every token there is.
function reason(error: unknown, text: string, squeezed: Squeezed): string {
  const message = error instanceof Error ? error.message : String(error);
  const [, foundLine, foundColumn, what = ''] = /^<input>:(\d+):(\d+): ([\s\S]*)$/.exec(message) ?? [];
  if (foundLine === undefined) return 'it holds an invalid literal';
  const before = squeezed.text
    .split('\n')
    .slice(0, Number(foundLine) - 1)
    .join('\n');
  const start = before === '' && foundLine === '1' ? 0 : before.length + 1;
  const lines = text.slice(0, squeezed.offsetOf(start + Number(foundColumn) - 1)).split('\n');
  const [line, column] = [lines.length, (lines.at(-1) ?? '').length + 1];
  const [, found, expected = ''] = /^found ([\s\S]*?) but expecting ([\s\S]*)$/.exec(what) ?? [];
  const advice = expected === '' || expected.length > 40 ? '' : `; expected ${expected}`;
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
