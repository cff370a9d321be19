import { quote } from '../../../contract/rules/rule.ts';
import { fieldError } from '../../errors/cli-error.ts';

/** What `--query` makes of a result, before any format: of a whole list, or of one record. */
export type Query = (result: unknown) => unknown;

type JmesPath = typeof import('@jmespath-community/jmespath');
type Ast = ReturnType<JmesPath['compile']>;
type Json = Parameters<JmesPath['search']>[0];
type Compare = (a: number | string, b: number | string) => boolean;

/**
 * Compiles a JMESPath expression. Throws a CliError for one that cannot be read or calls a function that does
 * not exist; what it finds wrong with the data itself, it says as a CliError when it runs.
 * @param flag that it was given by
 */
export async function compileQuery(expression: string, flag = '--query'): Promise<Query> {
  const jmespath = await import('@jmespath-community/jmespath');
  const fail = (error: unknown) => {
    const problem = (error as Error).message.replace(/\n[\s\S]*/, '');
    return fieldError(flag, `${quote(expression)} cannot be run: ${decapitalize(problem)}`, {
      hint: "expressions are JMESPath (jmespath.org); quote them for the shell, write texts in them in 'single quotes'",
    });
  };
  const refuseDepth = () =>
    fieldError(flag, `${quote(expression)} is nested too deeply`, {
      hint: 'a chain of members, pipes or operators is as deep as it is long; take it apart, or filter with jq',
    });
  let compiled: Ast;
  try {
    compiled = jmespath.compile(expression);
  } catch (error) {
    // The library's parser goes as deep as the expression.
    throw error instanceof RangeError ? refuseDepth() : fail(error);
  }
  if (isDeeper(compiled, deepest)) throw refuseDepth();
  const unknown = functionNames(compiled).find((name) => !jmespath.isRegistered(name));
  if (unknown !== undefined) throw fail(new Error(`there is no function ${unknown}()`));
  registerComparisons(jmespath);
  const comparing = compareTexts(compiled) as Ast;
  return (result) => {
    try {
      return jmespath.TreeInterpreter.search(comparing, result as Json);
    } catch (error) {
      throw fail(error);
    }
  };
}

// The library orders numbers alone, and answers null for texts; aws and az order both. By names that no expression
// can call.
const comparisons: Readonly<Record<string, Compare>> = {
  LT: (a, b) => a < b,
  LTE: (a, b) => a <= b,
  GT: (a, b) => a > b,
  GTE: (a, b) => a >= b,
};

function registerComparisons({ register, TYPE_ANY }: JmesPath): void {
  const sides = [{ types: [TYPE_ANY] }, { types: [TYPE_ANY] }];
  for (const [name, holds] of Object.entries(comparisons)) {
    register(
      `<${name}>`,
      ([a, b]) => {
        const isOrdered = typeof a === typeof b && (typeof a === 'number' || typeof a === 'string');
        return isOrdered ? holds(a, b as typeof a) : null;
      },
      sides,
      { override: true },
    );
  }
}

/** The same expression with every `<`, `<=`, `>` and `>=` by the comparisons above; a text in it stays a text. */
function compareTexts(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(compareTexts);
  if (typeof node !== 'object' || node === null) return node;
  const { type, name, left, right } = node as Record<string, unknown>;
  if (type === 'Literal') return node;
  if (type === 'Comparator' && Object.hasOwn(comparisons, String(name))) {
    return { type: 'Function', name: `<${name}>`, children: [left, right].map(compareTexts) };
  }
  return Object.fromEntries(Object.entries(node).map(([key, member]) => [key, compareTexts(member)]));
}

/** Objects and lists within each other in what is read: more than anybody writes, and fewer than the stack holds. */
const deepest = 500;

/** Whether a tree has more levels; it may have more than the stack has room for. */
function isDeeper(tree: unknown, levels: number): boolean {
  const open: [node: unknown, level: number][] = [[tree, 1]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [node, level] = next;
    if (typeof node !== 'object' || node === null) continue;
    if (level > levels) return true;
    for (const member of Object.values(node)) open.push([member, level + 1]);
  }
  return false;
}

function functionNames(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(functionNames);
  if (typeof node !== 'object' || node === null) return [];
  const { type, name, ...members } = node as Record<string, unknown>;
  const own = type === 'Function' ? [String(name)] : [];
  return [...own, ...functionNames(Object.values(members))];
}

function decapitalize(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1).replace(/\.$/, '');
}
