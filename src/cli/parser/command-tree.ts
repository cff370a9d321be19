import type { CatalogueEntry } from '../../contract/index.ts';
import type { Resource } from '../../contract/schema/resource.ts';
import { resourceWords } from '../words/command-words.ts';
import type { AnyCommand } from './command-definition.ts';
import { globalOptionsWithValue } from './global-option-definitions.ts';

/** A command that is not an operation of the API. */
export interface LocalCommand {
  /** The words that name it, separated by spaces: `serve`, `profiles list`. */
  readonly words: string;
  /** What it takes as help shows it behind its words: `<id>`. */
  readonly usage?: string | undefined;
  readonly summary: string;
  /** What it takes and does, loaded when it is named. */
  load(): Promise<AnyCommand>;
}

/** What help says of words that need another one, where that is more than which there are. */
export interface CommandGroup {
  readonly words: string;
  /** What follows them: `<resource> <id>`. */
  readonly usage: string;
  readonly summary: string;
  /** The heading above what can follow. */
  readonly heading: string;
  /** Loaded when its help is asked for. */
  load(): Promise<Pick<AnyCommand, 'description' | 'notes' | 'examples'>>;
}

/** A word of the command line and what can follow it. */
export interface CommandNode {
  readonly word: string;
  readonly children: Map<string, CommandNode>;
  /** The resource whose verbs follow. */
  resource?: Resource;
  /** The operation that this word, a verb, runs. */
  entry?: CatalogueEntry;
  /** The command of ours that this word runs. */
  local?: LocalCommand;
  /** What else is to be said of this word. */
  group?: CommandGroup;
}

/** The words of every command: `edges tcp ip-restriction replace`, `serve`. The root's own word is empty. */
export function commandTree(
  operations: readonly CatalogueEntry[],
  local: readonly LocalCommand[],
  groups: readonly CommandGroup[] = [],
): CommandNode {
  const root: CommandNode = { word: '', children: new Map() };
  for (const entry of operations) {
    let node = root;
    for (const word of resourceWords(entry.resource)) node = childOf(node, word);
    node.resource = entry.resource;
    childOf(node, entry.verb).entry = entry;
  }
  for (const command of local) command.words.split(' ').reduce(childOf, root).local = command;
  for (const group of groups) group.words.split(' ').reduce(childOf, root).group = group;
  return root;
}

/** How far the words lead from a node: the last node, and the words that led there. */
export function followWords(
  start: CommandNode,
  words: readonly string[],
): { node: CommandNode; path: string[] } {
  let node = start;
  const path: string[] = [];
  for (const word of words) {
    const child = node.children.get(word);
    if (child === undefined) break;
    node = child;
    path.push(word);
  }
  return { node, path };
}

/** The resources at or below a node, in the order of help. */
export function resourcesBelow(node: CommandNode): Resource[] {
  if (node.resource) return [node.resource];
  return [...node.children.values()].flatMap(resourcesBelow);
}

function childOf(node: CommandNode, word: string): CommandNode {
  let child = node.children.get(word);
  if (child === undefined) {
    child = { word, children: new Map() };
    node.children.set(word, child);
  }
  return child;
}

/**
 * The words of a command line that may name a command, found without parsing options: only the branch that they
 * name is built. Global options in front of and between them are passed over.
 */
export function leadingWords(argv: readonly string[]): string[] {
  return leadingWordPlaces(argv).map((place) => argv[place] as string);
}

/** Where they stand. */
export function leadingWordPlaces(argv: readonly string[]): number[] {
  const places: number[] = [];
  for (let i = 0; i < argv.length; i++) {
    const argument = argv[i] as string;
    if (argument === '--') break;
    if (globalOptionsWithValue.has(argument)) i++;
    else if (!argument.startsWith('-')) places.push(i);
  }
  return places;
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
