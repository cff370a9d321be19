import { targetUsage } from '../operation/targets.ts';
import { type CommandNode, resourcesBelow } from '../parser/command-tree.ts';
import { resourceWords } from '../words/command-words.ts';
import type { ListedCommand } from './document.ts';
import { helpTopics } from './topics.ts';

/**
 * What can follow the words of a node, as its help lists it: for the program as a whole every resource by all its
 * words, then the commands of our own; for a resource its verbs.
 * @param path the words that lead to the node
 */
export function listCommands(node: CommandNode, path: readonly string[]): ListedCommand[] {
  if (path.length === 0) return listProgram(node);
  const { resource, group } = node;
  if (group !== undefined) return listLocalCommands(node, path, group.heading);
  if (resource === undefined)
    return [...listResources(node, path), ...listLocalCommands(node, path, 'Verbs')];
  const operations = Object.entries(resource.operations).map(([verb, operation]) => ({
    words: `${verb} ${targetUsage({ resource, operation })}`.trimEnd(),
    summary: operation.summary,
    group: 'Verbs',
  }));
  return [...operations, ...listLocalCommands(node, path, 'Verbs')];
}

/** What a word leads to, in a few words. */
export function summaryOf({ entry, local, group, resource, children }: CommandNode): string {
  const own = entry?.operation.summary ?? local?.summary ?? group?.summary ?? resource?.summary;
  return own ?? [...children.values()].map(({ word }) => word).join(', ');
}

function listProgram(root: CommandNode): ListedCommand[] {
  const about = { words: 'help <command>', summary: 'Show what a command takes, with examples' };
  return [
    ...listResources(root, []),
    ...listGroups(root),
    { ...about, group: 'Other commands' },
    ...helpTopics.map(({ name, summary }) => ({ words: `help ${name}`, summary, group: 'Help topics' })),
  ];
}

function listResources(node: CommandNode, path: readonly string[]): ListedCommand[] {
  return resourcesBelow(node).map((resource) => ({
    words: resourceWords(resource).slice(path.length).join(' '),
    summary: resource.summary,
    group: 'Resources',
  }));
}

/** The commands of our own as the program's help has them: a group is one row, which names what is in it. */
function listGroups(root: CommandNode): ListedCommand[] {
  const group = 'Other commands';
  const groups = [...root.children.values()].filter((child) => resourcesBelow(child).length === 0);
  return groups.flatMap((child) => {
    if (child.local)
      return listLocalCommands({ ...root, children: new Map([[child.word, child]]) }, [], group);
    if (child.group)
      return [{ words: `${child.word} ${child.group.usage}`, summary: child.group.summary, group }];
    return [{ words: `${child.word} <verb>`, summary: [...child.children.keys()].join(', '), group }];
  });
}

/** The commands of our own at or below a node, by the words that are left to type; not those of resources. */
function listLocalCommands(node: CommandNode, path: readonly string[], group: string): ListedCommand[] {
  return [...node.children.values()].flatMap((child) => {
    if (child.resource) return [];
    if (child.local === undefined) return listLocalCommands(child, path, group);
    const { words, usage, summary } = child.local;
    const rest = words.split(' ').slice(path.length);
    return [{ words: [...rest, ...(usage === undefined ? [] : [usage])].join(' '), summary, group }];
  });
}
