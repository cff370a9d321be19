import { quote } from '../../../contract/rules/rule.ts';
import { fieldError } from '../../errors/cli-error.ts';

/** What `--query` makes of a result, before any format: of a whole list, or of one record. */
export type Query = (result: unknown) => unknown;

type JmesPath = typeof import('@jmespath-community/jmespath');
type Ast = ReturnType<JmesPath['compile']>;
type Json = Parameters<JmesPath['search']>[0];

/**
 * Compiles a JMESPath expression. Throws a CliError for one that cannot be read or calls a function that does
 * not exist; what it finds wrong with the data itself, it says as a CliError when it runs.
 */
export async function compileQuery(expression: string): Promise<Query> {
  const jmespath = await import('@jmespath-community/jmespath');
  const fail = (error: unknown) => {
    const problem = (error as Error).message.replace(/\n[\s\S]*/, '');
    return fieldError('--query', `${quote(expression)} cannot be run: ${decapitalize(problem)}`, {
      hint: "expressions are JMESPath (jmespath.org); quote them for the shell, text in them by 'single quotes'",
    });
  };
  let compiled: Ast;
  try {
    compiled = jmespath.compile(expression);
  } catch (error) {
    throw fail(error);
  }
  const unknown = functionNames(compiled).find((name) => !jmespath.isRegistered(name));
  if (unknown !== undefined) throw fail(new Error(`there is no function ${unknown}()`));
  return (result) => {
    try {
      return jmespath.TreeInterpreter.search(compiled, result as Json);
    } catch (error) {
      throw fail(error);
    }
  };
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
