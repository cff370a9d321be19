import { Option } from 'commander';
import { catalogue } from '../contract/index.ts';
import { localCommands } from './commands/index.ts';
import { type CommandContext, createContext } from './context.ts';
import { CliHelp, describeGroup, describeProgram } from './help/command-help.ts';
import { helpTopics } from './help/topics.ts';
import { operationCommand } from './operation/operation-command.ts';
import { CliCommand } from './parser/cli-command.ts';
import type { AnyCommand } from './parser/command-definition.ts';
import {
  type CommandNode,
  commandTree,
  expandHelp,
  followWords,
  leadingWords,
} from './parser/command-tree.ts';
import { GivenOptions } from './parser/given-options.ts';
import { globalGroup, readGlobalOptions } from './parser/global-option-definitions.ts';
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
  /** The words of the command line that are known: `tunnelctl endpoints create`. */
  readonly words: string;
  /** That of the command that ran; undefined where none did. */
  readonly context: () => CommandContext | undefined;
}

/** Where help and the version go. */
export interface HelpOutput {
  /** Help that was asked for. */
  readonly asked: (text: string) => void;
  /** Help in place of a command that is not whole. */
  readonly unasked: (text: string) => void;
}

/** The words of all commands. */
export function wholeTree(operations = catalogue): CommandNode {
  return commandTree(operations, localCommands(operations));
}

/** What a node of the tree runs, loaded; undefined for words that need another one. */
export async function commandAt({ entry, local }: CommandNode): Promise<AnyCommand | undefined> {
  return entry ? operationCommand(entry) : local?.load();
}

/** Builds the branch of the command tree that the command line names; of everything else, only the words. */
export async function buildProgram(
  argv: readonly string[],
  surroundings: Surroundings,
  output: HelpOutput,
  tree: CommandNode,
): Promise<Program> {
  const expanded = expandHelp(argv, tree);
  const given = new GivenOptions();
  const program = new CliCommand('tunnelctl', () => new CliHelp());
  program
    .addHelpOption(new Option('-h, --help', 'show help').helpGroup(globalGroup))
    .helpCommand(false)
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({
      writeOut: output.asked,
      writeErr: output.unasked,
      outputError: () => {},
      getOutHelpWidth: () => surroundings.streams.columns,
      getErrHelpWidth: () => surroundings.streams.columns,
    });
  registerGlobalOptions(program, given);
  program.optionsGroup(globalGroup).version(version, '--version', 'show the version');
  describeProgram(program, tree);
  const words = leadingWords(expanded);
  // For the suggestion that follows a mistyped topic.
  if (leadingWords(argv)[0] === 'help') for (const { name } of helpTopics) program.command(name);
  let context: CommandContext | undefined;
  const run = async (definition: AnyCommand, args: readonly string[]) => {
    const options = readGlobalOptions(given);
    if (options.quiet) surroundings.printer.silence();
    context = createContext(surroundings.streams, surroundings.printer, options);
    await definition.run(await readCommandLine(definition, given, args, context), context);
  };
  await addBranch(program, tree, words, given, run);
  const { path } = followWords(tree, words);
  return {
    command: program,
    argv: expanded,
    words: ['tunnelctl', ...path].join(' '),
    context: () => context,
  };
}

async function addBranch(
  parent: CliCommand,
  node: CommandNode,
  words: readonly string[],
  given: GivenOptions,
  run: (definition: AnyCommand, args: readonly string[]) => Promise<void>,
): Promise<void> {
  const [word = '', ...rest] = words;
  const named = node.children.get(word);
  if (named === undefined) {
    // For the suggestion that follows a mistyped word.
    for (const child of node.children.keys()) parent.command(child);
    return;
  }
  const command = parent.command(named.word) as CliCommand;
  const definition = await commandAt(named);
  if (definition) {
    registerCommand(command, definition, given);
    command.action(() => run(definition, command.args));
  } else {
    describeGroup(command, named);
    await addBranch(command, named, rest, given, run);
  }
  registerGlobalOptions(command, given);
}
