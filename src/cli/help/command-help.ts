import { type Command, Help, type Option } from 'commander';
import { targetUsage } from '../operation/targets.ts';
import { SwitchOption } from '../parser/cli-command.ts';
import { type CommandNode, resourcesBelow } from '../parser/command-tree.ts';
import { globalGroup } from '../parser/global-option-definitions.ts';
import { resourceWords } from '../words/command-words.ts';
import { helpTopics } from './topics.ts';

/** A line of a list of commands in help. */
interface ListedCommand {
  readonly words: string;
  readonly summary: string;
  readonly group: string;
}

const listed = new WeakMap<Command, () => readonly ListedCommand[]>();

/** Says what a command's help lists, whatever is registered below it. */
function listInHelp(command: Command, list: () => readonly ListedCommand[]): void {
  listed.set(command, list);
}

/** Commander's help, with our lists of commands and one line for a switch and its negation. */
export class CliHelp extends Help {
  override formatHelp(command: Command, helper: Help): string {
    // What is the same everywhere comes last.
    const blocks = super
      .formatHelp(command, helper)
      .trimEnd()
      .split(/\n\n(?=\S)/);
    const own = blocks.filter((block) => !block.startsWith(globalGroup));
    return `${[...own, ...blocks.filter((block) => !own.includes(block))].join('\n\n')}\n`;
  }

  override visibleCommands(command: Command): Command[] {
    const list = listed.get(command);
    if (list === undefined) return super.visibleCommands(command);
    return list().map(({ words, summary, group }) =>
      command.createCommand(words).summary(summary).helpGroup(group),
    );
  }

  override subcommandTerm(command: Command): string {
    return command.name();
  }

  override subcommandDescription(command: Command): string {
    return command.summary();
  }

  override optionTerm(option: Option): string {
    return option instanceof SwitchOption ? option.flags.replace('--', '--[no-]') : option.flags;
  }
}

/** The help of the program as a whole: every resource by all its words, then the commands of our own. */
export function describeProgram(program: Command, root: CommandNode): void {
  program
    .description(
      'Administer the tunnels, endpoints, credentials and events of an account, ' +
        'and host the whole service on your own machine.',
    )
    .usage('<resource> <verb> [arguments] [options]')
    .addHelpText('after', environment);
  listInHelp(program, () => [
    ...listResources(root, []),
    ...listGroups(root),
    {
      words: 'help <command>',
      summary: 'Show what a command takes, with examples',
      group: 'Other commands:',
    },
    ...helpTopics.map(({ name, summary }) => ({ words: `help ${name}`, summary, group: 'Help topics:' })),
  ]);
}

const environment = `
Set it up: tunnelctl login, or these in the environment (tunnelctl help environment):
  TUNNELCTL_BASE_URL  where the API is, for example https://api.example.com
  TUNNELCTL_API_KEY   token of an API key

Try it without an account:
  tunnelctl serve --seed demo
  tunnelctl --sandbox endpoints list

tunnelctl help <resource> <verb> shows what a command takes, with examples.`;

/** The help of words that need another one: the verbs of a resource, or the resources below. */
export function describeGroup(command: Command, node: CommandNode): void {
  const { resource } = node;
  if (resource === undefined) {
    const hasResources = resourcesBelow(node).length > 0;
    command.usage(hasResources ? '<resource> <verb> [arguments] [options]' : '<verb> [arguments] [options]');
    listInHelp(command, () => {
      const above = wordsAbove(command);
      return [...listResources(node, above), ...listLocalCommands(node, above, 'Verbs:')];
    });
    return;
  }
  command.description(resource.summary).usage('<verb> [arguments] [options]');
  listInHelp(command, () => [
    ...Object.entries(resource.operations).map(([verb, operation]) => ({
      words: `${verb} ${targetUsage({ resource, operation })}`.trimEnd(),
      summary: operation.summary,
      group: 'Verbs:',
    })),
    ...listLocalCommands(node, wordsAbove(command), 'Verbs:'),
  ]);
}

function listResources(node: CommandNode, above: readonly string[]): ListedCommand[] {
  return resourcesBelow(node).map((resource) => ({
    words: resourceWords(resource).slice(above.length).join(' '),
    summary: resource.summary,
    group: 'Resources:',
  }));
}

/** The commands of our own as the program's help has them: a group is one row, which names what is in it. */
function listGroups(root: CommandNode): ListedCommand[] {
  const group = 'Other commands:';
  const groups = [...root.children.values()].filter((child) => resourcesBelow(child).length === 0);
  return groups.flatMap((child) => {
    if (child.local)
      return listLocalCommands({ ...root, children: new Map([[child.word, child]]) }, [], group);
    return [{ words: `${child.word} <verb>`, summary: [...child.children.keys()].join(', '), group }];
  });
}

/** The commands of our own at or below a node, by the words that are left to type; not those of resources. */
function listLocalCommands(node: CommandNode, above: readonly string[], group: string): ListedCommand[] {
  return [...node.children.values()].flatMap((child) => {
    if (child.resource) return [];
    if (child.local === undefined) return listLocalCommands(child, above, group);
    const { words, usage, summary } = child.local;
    const rest = words.split(' ').slice(above.length);
    return [{ words: [...rest, ...(usage === undefined ? [] : [usage])].join(' '), summary, group }];
  });
}

function wordsAbove(command: Command): string[] {
  return command.parent ? [...wordsAbove(command.parent), command.name()] : [];
}
