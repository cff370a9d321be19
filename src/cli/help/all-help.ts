import { wholeTree } from '../program.ts';
import { version } from '../version.ts';
import { describeAll } from './describe-command.ts';
import { type ManPage, manPages } from './man-page.ts';
import type { PrebuiltHelp } from './prebuilt.ts';
import { topicTexts } from './topic-texts.ts';

/** All help as data, for the build. */
export async function allHelp(): Promise<PrebuiltHelp> {
  const documents = await describeAll(wholeTree());
  return {
    commands: Object.fromEntries(documents.map((document) => [document.command, document])),
    topics: topicTexts,
  };
}

/** The pages of the manual, made of it. */
export function manual(help: PrebuiltHelp): ManPage[] {
  return manPages(help, version);
}
