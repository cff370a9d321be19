import type { CommandNode } from '../parser/command-tree.ts';
import { describeCommand } from './describe-command.ts';
import { type Page, renderHelp, renderTopic } from './render.ts';
import { topicTexts } from './topic-texts.ts';
import type { HelpTopic } from './topics.ts';

/** The help of a command or of words that need another one. @param path words of the tree */
export async function commandHelp(tree: CommandNode, path: readonly string[], page: Page): Promise<string> {
  const [document, program] = await Promise.all([describeCommand(tree, path), describeCommand(tree, [])]);
  return renderHelp(document, program, page);
}

/** What a topic says. */
export async function topicHelp({ name }: HelpTopic, page: Page): Promise<string> {
  return renderTopic(topicTexts[name], page);
}
