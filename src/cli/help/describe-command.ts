import { commandAt } from '../operation/operation-command.ts';
import { otherWords } from '../parser/canonical-words.ts';
import type { AnyCommand, CommandExample } from '../parser/command-definition.ts';
import { type CommandGroup, type CommandNode, followWords } from '../parser/command-tree.ts';
import { globalGroup, globalOptions } from '../parser/global-option-definitions.ts';
import { type ArgumentDefinition, type OptionDefinition, optionName, toggle } from '../parser/options.ts';
import { argumentsOf } from '../parser/register.ts';
import type { ArgumentDocument, CommandDocument, ExampleDocument, OptionDocument } from './document.ts';
import { commonExitCodes } from './exit-code-meanings.ts';
import { listCommands, summaryOf } from './listed-commands.ts';

/**
 * What help says of a command, read from its own data; of words that need another one, what can follow.
 * @param path words of the tree; none for the program itself
 */
export async function describeCommand(root: CommandNode, path: readonly string[]): Promise<CommandDocument> {
  const { node } = followWords(root, path);
  const command = ['tunnelctl', ...path].join(' ');
  const definition = await commandAt(node);
  if (definition === undefined) return describeGroup(root, node, path, command, await node.group?.load());
  const { description, notes = '', examples = [], exitCodes = {} } = definition;
  return {
    command,
    summary: summaryOf(node),
    usage: `${command} ${usageOf(definition)}`,
    description,
    aliases: aliasesOf(root, path),
    examples: examples.map(documentOf),
    arguments: argumentsOf(definition).map(describeArgument),
    options: Object.values<OptionDefinition>(definition.options ?? {}).map(describeOption),
    notes: notes.trim(),
    commands: [],
    exit_codes: Object.entries(exitCodes).map(([code, meaning]) => ({ code: Number(code), meaning })),
  };
}

function documentOf({ summary = '', command }: CommandExample): ExampleDocument {
  return { summary, command };
}

/** Every word of the tree, the program itself first, with what help says of it. */
export async function describeAll(root: CommandNode): Promise<CommandDocument[]> {
  return Promise.all(pathsBelow(root, []).map((path) => describeCommand(root, path)));
}

function pathsBelow(node: CommandNode, path: readonly string[]): (readonly string[])[] {
  return [path, ...[...node.children.values()].flatMap((child) => pathsBelow(child, [...path, child.word]))];
}

function describeGroup(
  root: CommandNode,
  node: CommandNode,
  path: readonly string[],
  command: string,
  own?: Awaited<ReturnType<CommandGroup['load']>>,
): CommandDocument {
  const isProgram = path.length === 0;
  const commands = listCommands(node, path);
  const takesResource = isProgram || commands.some(({ group }) => group.startsWith('Resources'));
  return {
    command,
    summary: isProgram ? 'Administer a tunnel service, and host it' : summaryOf(node),
    usage: `${command} ${node.group?.usage ?? `${takesResource ? '<resource> ' : ''}<verb> [arguments]`} [options]`,
    description: isProgram ? programDescription : (own?.description ?? node.resource?.summary ?? ''),
    aliases: aliasesOf(root, path),
    examples: isProgram ? firstSteps : (own?.examples ?? []).map(documentOf),
    arguments: [],
    options: isProgram ? programOptions() : [],
    notes: isProgram ? programNotes : (own?.notes ?? ''),
    commands,
    exit_codes: isProgram ? commonExitCodes : [],
  };
}

const programDescription =
  'Administer the tunnels, endpoints, credentials and events of an account, ' +
  'and host the whole service on your own machine.';

const firstSteps = [
  {
    summary: 'Try it without an account',
    command: 'tunnelctl serve --seed demo\ntunnelctl --sandbox endpoints list',
  },
  { summary: 'Set it up; TUNNELCTL_BASE_URL and TUNNELCTL_API_KEY do as well', command: 'tunnelctl login' },
];

const programNotes =
  'tunnelctl help <resource> <verb> shows what a command takes, with examples.\n' +
  'tunnelctl help <topic> says more: tunnelctl help topics lists them.';

/** What every command takes, and what the program alone does. */
function programOptions(): OptionDocument[] {
  const place = { group: globalGroup };
  const own = [toggle('--version', 'show the version', place), toggle('-h, --help', 'show help', place)];
  return [...Object.values<OptionDefinition>(globalOptions), ...own].map(describeOption);
}

function usageOf(definition: AnyCommand): string {
  const taken =
    definition.usage ?? argumentsOf(definition).map((argument) => describeArgument(argument).syntax);
  return ['[options]', taken].flat().join(' ').trimEnd();
}

/** The other ways to write a command that run it, each with one word changed. */
function aliasesOf(root: CommandNode, path: readonly string[]): string[] {
  const last = path.at(-1);
  const above = followWords(root, path.slice(0, -1)).node;
  const node = last === undefined ? undefined : above.children.get(last);
  if (node === undefined) return [];
  return otherWords(above, node).map((word) => ['tunnelctl', ...path.slice(0, -1), word].join(' '));
}

function describeArgument(argument: ArgumentDefinition): ArgumentDocument {
  const { syntax, description, type, isRequired = syntax.startsWith('<') } = argument;
  return {
    syntax: isRequired ? `<${syntax.slice(1, -1)}>` : syntax,
    description,
    type: type?.kind ?? 'string',
    required: isRequired,
    repeatable: syntax.includes('...'),
  };
}

function describeOption(option: OptionDefinition): OptionDocument {
  const { flags, description, group = 'Options:', type, hasNegation = false } = option;
  const name = optionName(option);
  const [, short = null] = /^(-\w), /.exec(flags) ?? [];
  return {
    flags: hasNegation ? flags.replace('--', '--[no-]') : flags,
    name,
    short,
    negation: hasNegation ? name.replace('--', '--no-') : null,
    description,
    group: group.replace(/:$/, ''),
    type: type === undefined ? 'boolean' : (type.kind ?? 'string'),
    required: option.isRequired ?? false,
    repeatable: option.isRepeatable ?? false,
    secret: option.isSecret ?? false,
    choices: type?.choices ?? null,
    default: option.default ?? option.fallback ?? null,
    variable: option.variable ?? null,
  };
}
