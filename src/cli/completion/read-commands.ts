import type { Command, Option } from 'commander';
import { eventTypes } from '../../contract/events/event-types.ts';
import type { Resource } from '../../contract/schema/resource.ts';
import { serviceErrors } from '../../hosting/admin-api.ts';
import type { CommandContext } from '../context.ts';
import { localErrors } from '../errors/local-errors.ts';
import { helpTopics } from '../help/topics/index.ts';
import type { CliCommand } from '../parser/cli-command.ts';
import { type CommandNode, commandTree } from '../parser/command-tree.ts';
import { SwitchOption } from '../parser/switch-option.ts';
import { buildProgram } from '../program.ts';
import { knownSettings } from '../settings/known-settings.ts';
import type { CommandModel, CompletionModel, OptionModel } from './completion-model.ts';
import { hintOfArgument, hintOfOption, type Taker } from './hints.ts';

/** Reads from the program itself, as it would parse a command line, what can stand where. */
export async function readCommands(context: CommandContext): Promise<CompletionModel> {
  const nodes = nodesBelow(commandTree(), []);
  const commands = await Promise.all(nodes.map((place) => readCommand(place, context)));
  return { commands, lists };
}

const lists: CompletionModel['lists'] = {
  stdin: [{ word: '-', description: 'ids from stdin' }],
  topics: helpTopics.map(({ name, summary }) => ({ word: name, description: summary })),
  event_types: eventTypes.map((word) => ({ word, description: '' })),
  error_codes: Object.entries({ ...serviceErrors, ...localErrors }).map(([word, { meaning }]) => ({
    word,
    description: meaning,
  })),
  settings: Object.entries(knownSettings).map(([word, { schema }]) => ({
    word,
    description: schema.description ?? '',
  })),
};

/** A node of the command tree, the words that lead there, and the resource whose verb it is. */
interface Place {
  readonly node: CommandNode;
  readonly path: readonly string[];
  readonly resource: Resource | undefined;
}

function nodesBelow(node: CommandNode, path: readonly string[], resource?: Resource): Place[] {
  const below = [...node.children.values()].flatMap((child) =>
    nodesBelow(child, [...path, child.word], node.resource),
  );
  return [{ node, path, resource }, ...below];
}

async function readCommand({ node, path, resource }: Place, context: CommandContext): Promise<CommandModel> {
  const ignore = () => {};
  const { command: program } = await buildProgram(path, context, { asked: ignore, unasked: ignore });
  const taker = { words: path.join(' '), entry: node.entry, resource };
  const command = path.reduce<Command>((parent, word) => childOf(parent, word), program);
  return {
    words: taker.words,
    children: [...node.children.values()].map((child) => ({
      word: child.word,
      description: summaryOf(child),
    })),
    options: readOptions(command as CliCommand, taker),
    arguments: command.registeredArguments.map((argument) => ({
      value: hintOfArgument(argument, taker),
      isRepeatable: argument.variadic,
    })),
  };
}

function childOf(parent: Command, word: string): Command {
  const child = parent.commands.find((command) => command.name() === word);
  if (child === undefined) throw new Error(`${parent.name()} has no command ${word}`);
  return child;
}

/** What a word leads to, in a few words. */
function summaryOf({ entry, local, resource, children }: CommandNode): string {
  const own = entry?.operation.summary ?? local?.summary ?? resource?.summary;
  return own ?? [...children.values()].map(({ word }) => word).join(', ');
}

function readOptions(command: CliCommand, taker: Taker): OptionModel[] {
  const options = command.createHelp().visibleOptions(command);
  return options.flatMap((option): OptionModel[] => {
    const description = firstLine(option.description);
    const value = hintOfOption(option, taker);
    const isRepeatable = option.variadic || description.includes('repeatable');
    return spellings(option).map((word) => ({ word, description, value, isRepeatable }));
  });
}

function spellings(option: Option): string[] {
  const negation = option instanceof SwitchOption ? option.negation.long : undefined;
  return [option.long, option.short, negation].filter((spelling) => typeof spelling === 'string');
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? '';
}
