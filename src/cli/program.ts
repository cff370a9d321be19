import { Option } from 'commander';
import type { CommandContext } from './context.ts';
import { describeGroup, describeProgram } from './help/group-help.ts';
import { helpTopics } from './help/topics/index.ts';
import { defineOperation } from './operation/operation-command.ts';
import { CliCommand } from './parser/cli-command.ts';
import { expandHelp, leadingWords } from './parser/command-line.ts';
import { type CommandNode, commandTree, followWords } from './parser/command-tree.ts';
import { addGlobalOptions, globalGroup, readGlobalOptions } from './parser/global-options.ts';
import { version } from './version.ts';

/** A command tree and the command line to run on it. */
export interface Program {
  readonly command: CliCommand;
  readonly argv: readonly string[];
  /** The words of the command line that are known: `tunnelctl endpoints create`. */
  readonly words: string;
}

/** Where help and the version go. */
export interface HelpOutput {
  /** Help that was asked for. */
  readonly asked: (text: string) => void;
  /** Help in place of a command that is not whole. */
  readonly unasked: (text: string) => void;
}

/** Builds the branch of the command tree that the command line names; of everything else, only the words. */
export async function buildProgram(
  argv: readonly string[],
  context: CommandContext,
  output: HelpOutput,
): Promise<Program> {
  const { streams } = context;
  const tree = commandTree();
  const expanded = expandHelp(argv, tree);
  const program = new CliCommand('tunnelctl');
  program
    .addHelpOption(new Option('-h, --help', 'show help').helpGroup(globalGroup))
    .helpCommand(false)
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({
      writeOut: output.asked,
      writeErr: output.unasked,
      outputError: () => {},
      getOutHelpWidth: () => streams.columns,
      getErrHelpWidth: () => streams.columns,
    });
  addGlobalOptions(program);
  program.optionsGroup(globalGroup).version(version, '--version', 'show the version');
  describeProgram(program, tree);
  program.hook('preAction', (_, command) => {
    if (readGlobalOptions(command).quiet) context.printer.silence();
  });
  const words = leadingWords(expanded);
  // For the suggestion that follows a mistyped topic.
  if (leadingWords(argv)[0] === 'help') for (const { name } of helpTopics) program.command(name);
  await addBranch(program, tree, words, context);
  const { path } = followWords(tree, words);
  return { command: program, argv: expanded, words: ['tunnelctl', ...path].join(' ') };
}

async function addBranch(
  parent: CliCommand,
  node: CommandNode,
  words: readonly string[],
  context: CommandContext,
): Promise<void> {
  const [word = '', ...rest] = words;
  const named = node.children.get(word);
  if (named === undefined) {
    // For the suggestion that follows a mistyped word.
    for (const child of node.children.keys()) parent.command(child);
    return;
  }
  const command = parent.command(named.word) as CliCommand;
  if (named.entry) defineOperation(command, named.entry, context);
  else if (named.local) (await named.local.load()).define(command, context);
  else {
    describeGroup(command, named);
    await addBranch(command, named, rest, context);
  }
  addGlobalOptions(command);
}
