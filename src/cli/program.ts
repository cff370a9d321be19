import { catalogue } from '../contract/index.ts';
import { commandGroups, localCommands } from './commands/index.ts';
import { type CommandContext, createContext } from './context.ts';
import { helpTopics } from './help/topics.ts';
import { commandAt } from './operation/operation-command.ts';
import { canonicalWords } from './parser/canonical-words.ts';
import { CliCommand } from './parser/cli-command.ts';
import type { AnyCommand } from './parser/command-definition.ts';
import {
  type CommandNode,
  commandTree,
  expandHelp,
  followWords,
  leadingWordPlaces,
} from './parser/command-tree.ts';
import { GivenOptions } from './parser/given-options.ts';
import { readGlobalOptions } from './parser/global-option-definitions.ts';
import { readCommandLine, registerCommand, registerGlobalOptions } from './parser/register.ts';
import type { Printer } from './printer.ts';
import type { Streams } from './streams.ts';
import { version } from './version.ts';

/** Where a program reads and writes. */
export type Surroundings = { readonly streams: Streams; readonly printer: Printer };

/** A command tree and the command line to run on it. */
export interface Program {
  readonly command: CliCommand;
  readonly argv: readonly string[];
  /** The words of the command line that are known: `endpoints`, `create`. */
  readonly path: readonly string[];
  /** That of the command that ran; undefined where none did. */
  readonly context: () => CommandContext | undefined;
}

/** The words of all commands. */
export function wholeTree(operations = catalogue): CommandNode {
  return commandTree(operations, localCommands(operations), commandGroups);
}

/** Builds the branch of the command tree that the command line names; of everything else, only the words. */
export async function buildProgram(
  argv: readonly string[],
  surroundings: Surroundings,
  tree: CommandNode,
): Promise<Program> {
  const typed = canonicalWords(argv, tree);
  const expanded = expandHelp(typed, tree);
  const given = new GivenOptions();
  const program = new CliCommand('tunnelctl');
  program.helpCommand(false).enablePositionalOptions().exitOverride();
  program.configureOutput({ writeOut: () => {}, writeErr: () => {}, outputError: () => {} });
  const places = leadingWordPlaces(expanded);
  const words = places.map((place) => expanded[place] as string);
  const { path } = followWords(tree, words);
  // Registering options is a good part of a start: they are, where there are some to find.
  const hasOptionsAt = (depth: number) => {
    const end = depth === path.length ? expanded.length : (places[path.length - 1] ?? 0);
    return expanded.slice(0, end).some((argument) => argument.startsWith('-'));
  };
  if (hasOptionsAt(0)) {
    registerGlobalOptions(program, given);
    program.version(version, '--version');
  }
  let context: CommandContext | undefined;
  const run = async (definition: AnyCommand, args: readonly string[]) => {
    const options = readGlobalOptions(given);
    if (options.quiet) surroundings.printer.silence();
    context = createContext(surroundings.streams, surroundings.printer, options);
    await definition.run(await readCommandLine(definition, given, args, context), context);
  };
  await addBranch(
    { parent: program, node: tree, words, depth: 1 },
    { tree, typed, given, run, hasOptionsAt },
  );
  return { command: program, argv: expanded, path, context: () => context };
}

/** Where the words still lead from a command that is there. */
interface Branch {
  readonly parent: CliCommand;
  readonly node: CommandNode;
  readonly words: readonly string[];
  /** How many words lead there. */
  readonly depth: number;
}

/** What is the same for the whole command line. */
interface Building {
  readonly tree: CommandNode;
  readonly typed: readonly string[];
  readonly given: GivenOptions;
  readonly run: (definition: AnyCommand, args: readonly string[]) => Promise<void>;
  /** Whether options may stand behind so many words, and in front of the next. */
  readonly hasOptionsAt: (depth: number) => boolean;
}

async function addBranch({ parent, node, words, depth }: Branch, building: Building): Promise<void> {
  const [word, ...rest] = words;
  const named = node.children.get(word ?? '');
  if (named === undefined) {
    // Commander asks for a word where there are some.
    for (const child of node.children.keys()) parent.command(child);
    if (word === undefined) return;
    // Loaded here: most words are spelled right.
    const { unknownCommand } = await import('./parser/unknown-command.ts');
    const topics = helpTopics.map(({ name }) => name);
    parent.refuseWord(unknownCommand(building.tree, building.typed, topics));
    return;
  }
  const { given, run, hasOptionsAt } = building;
  const command = parent.command(named.word) as CliCommand;
  const definition = await commandAt(named);
  if (definition) {
    registerCommand(command, definition, hasOptionsAt(depth) ? given : undefined);
    command.action(() => run(definition, command.args));
  } else {
    await addBranch({ parent: command, node: named, words: rest, depth: depth + 1 }, building);
  }
  if (hasOptionsAt(depth)) registerGlobalOptions(command, given);
}
