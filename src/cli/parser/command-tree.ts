import { type CatalogueEntry, catalogue } from '../../contract/index.ts';
import type { Resource } from '../../contract/schema/resource.ts';
import { type LocalCommand, localCommands } from '../commands/index.ts';
import { resourceCommands } from '../commands/resource-commands.ts';

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
}

/** The words of every command: `edges tcp ip-restriction replace`, `serve`. The root's own word is empty. */
export function commandTree(): CommandNode {
  const root: CommandNode = { word: '', children: new Map() };
  for (const entry of catalogue) {
    let node = root;
    for (const word of resourceWords(entry.resource)) node = childOf(node, word);
    node.resource = entry.resource;
    childOf(node, entry.verb).entry = entry;
  }
  for (const local of [...localCommands, ...resourceCommands]) {
    local.words.split(' ').reduce(childOf, root).local = local;
  }
  return root;
}

export function resourceWords(resource: Resource): string[] {
  return resource.name.split('.');
}

/** The words that run an operation, the program's name first. */
export function commandWords({ resource, verb }: Pick<CatalogueEntry, 'resource' | 'verb'>): string {
  return ['tunnelctl', ...resourceWords(resource), verb].join(' ');
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
