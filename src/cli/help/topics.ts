// Read by the launcher's side too: nothing is imported here.

/** The pages of help that are not about one command, in the order of help. */
export const helpTopics = [
  { name: 'topics', summary: 'The topics that there are' },
  { name: 'environment', summary: 'Variables that commands read, and what stands above what' },
  { name: 'input', summary: 'What requests are made of: flags, files, records, many at once' },
  { name: 'formatting', summary: 'How output is chosen, narrowed and queried' },
  { name: 'finding', summary: 'How records are found: --where, --owner, and what stands for an id' },
  { name: 'exit-codes', summary: 'What commands exit with' },
  { name: 'policies', summary: 'What a traffic policy may say' },
  { name: 'manifests', summary: 'The account as files: export, diff, apply, plans' },
  { name: 'errors', summary: 'What errors look like, for people and for programs' },
] as const;

export type HelpTopic = (typeof helpTopics)[number];

/** The topic that `help environment` and the like ask for. @param words in front of any option */
export function namedTopic([help, name, ...more]: readonly string[]): HelpTopic | undefined {
  if (help !== 'help' || more.length > 0) return undefined;
  return helpTopics.find((topic) => topic.name === name);
}
