import { type CommandNode, followWords } from './command-tree.ts';
import { globalOptionsWithValue } from './global-option-definitions.ts';

/**
 * The words of a command line that may name a command, found without parsing options: only the branch that they
 * name is built. Global options in front of and between them are passed over.
 */
export function leadingWords(argv: readonly string[]): string[] {
  const words: string[] = [];
  for (let i = 0; i < argv.length; i++) {
    const argument = argv[i] as string;
    if (argument === '--') break;
    if (globalOptionsWithValue.has(argument)) i++;
    else if (!argument.startsWith('-')) words.push(argument);
  }
  return words;
}

/** `help endpoints create` as `endpoints create --help`. What follows a whole command is dropped, never run. */
export function expandHelp(argv: readonly string[], tree: CommandNode): string[] {
  if (argv.length === 0) return ['--help'];
  const [help, ...words] = leadingWords(argv);
  if (help !== 'help') return [...argv];
  const { node, path } = followWords(tree, words);
  const isWhole = node.children.size === 0 || path.length === words.length;
  return isWhole ? [...path, '--help'] : words.slice(0, path.length + 1);
}
