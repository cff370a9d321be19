import { singular, synonymsOf, verbsMeant } from '../words/synonyms.ts';
import { type CommandNode, leadingWordPlaces } from './command-tree.ts';

/**
 * The command line with the words that name a command as the tree has them: `endpoint ls` as `endpoints list`. What
 * is no exact synonym stays as it was typed.
 */
export function canonicalWords(argv: readonly string[], root: CommandNode): string[] {
  const canonical = [...argv];
  let node = root;
  let isFirst = true;
  for (const place of leadingWordPlaces(argv)) {
    const word = argv[place] as string;
    const isHelp = isFirst && word === 'help';
    isFirst = false;
    if (isHelp) continue;
    const child = childNamed(node, word);
    if (child === undefined) break;
    canonical[place] = child.word;
    node = child;
  }
  return canonical;
}

/** What a word leads to from here: by its name, by an exact synonym of a verb, or by the singular of its name. */
export function childNamed({ children }: CommandNode, word: string): CommandNode | undefined {
  const named = children.get(word) ?? verbsMeant(word).flatMap((verb) => children.get(verb) ?? [])[0];
  return named ?? [...children.values()].find((child) => singularOf(child) === word);
}

/** The other words that lead to a node from the one above it. */
export function otherWords({ children }: CommandNode, node: CommandNode): string[] {
  const others = node.children.size === 0 ? synonymsOf(node.word) : [singularOf(node) ?? node.word];
  return others.filter((word) => !children.has(word) && word !== node.word);
}

/** The word for one of what a group of verbs is about; undefined for other words, such as `https` on the way to one. */
function singularOf({ word, children }: CommandNode): string | undefined {
  const hasVerbs = [...children.values()].some((child) => child.children.size === 0);
  return hasVerbs ? singular(word) : undefined;
}
