import type { Command } from 'commander';
import { pathParameters } from '../../contract/resource.ts';
import { type CommandNode, resourcesBelow, resourceWords } from '../command-tree.ts';
import { argumentName } from '../operation-arguments.ts';
import { type ListedCommand, listInHelp } from './cli-help.ts';

/** The help of the program as a whole: every resource by all its words, then the commands of our own. */
export function describeProgram(program: Command, root: CommandNode): void {
  program
    .description(
      'Administer the tunnels, endpoints, credentials and events of an account, ' +
        'and host the whole service on your own machine.',
    )
    .usage('<resource> <verb> [arguments] [options]')
    .addHelpText('after', environment);
  listInHelp(program, () => [...listResources(root, []), ...listLocalCommands(root)]);
}

const environment = `
Environment:
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
    command.usage('<resource> <verb> [arguments] [options]');
    listInHelp(command, () => listResources(node, wordsAbove(command)));
    return;
  }
  command.description(resource.summary).usage('<verb> [arguments] [options]');
  listInHelp(command, () =>
    Object.entries(resource.operations).map(([verb, operation]) => ({
      words: [verb, ...pathParameters(operation).map((name) => `<${argumentName(resource, name)}>`)].join(
        ' ',
      ),
      summary: operation.summary,
      group: 'Verbs:',
    })),
  );
}

function listResources(node: CommandNode, above: readonly string[]): ListedCommand[] {
  return resourcesBelow(node).map((resource) => ({
    words: resourceWords(resource).slice(above.length).join(' '),
    summary: resource.summary,
    group: 'Resources:',
  }));
}

function listLocalCommands({ children }: CommandNode): ListedCommand[] {
  const locals = [...children.values()].flatMap(({ local }) => (local ? [local] : []));
  return [
    ...locals.map(({ word, summary }) => ({ words: word, summary, group: 'Other commands:' })),
    {
      words: 'help <command>',
      summary: 'Show what a command takes, with examples',
      group: 'Other commands:',
    },
  ];
}

function wordsAbove(command: Command): string[] {
  return command.parent ? [...wordsAbove(command.parent), command.name()] : [];
}
