/** A page of help that is not about one command. */
export interface HelpTopic {
  readonly name: string;
  readonly summary: string;
  /** Its text, loaded when it is asked for. */
  load(): Promise<{ readonly text: string }>;
}

/** In the order of help. */
export const helpTopics: readonly HelpTopic[] = [
  {
    name: 'environment',
    summary: 'Variables that commands read, and what stands above what',
    load: () => import('./environment-help.ts'),
  },
  {
    name: 'formatting',
    summary: 'How output is chosen, narrowed and queried',
    load: async () => ({ text: `${(await import('../formatting-help.ts')).formattingHelp.trimEnd()}\n` }),
  },
  {
    name: 'exit-codes',
    summary: 'What commands exit with',
    load: () => import('./exit-codes-help.ts'),
  },
  {
    name: 'errors',
    summary: 'What errors look like, for people and for programs',
    load: () => import('./errors-help.ts'),
  },
];

/** The topic that `help environment` and the like ask for. @param words in front of any option */
export function namedTopic([help, name, ...more]: readonly string[]): HelpTopic | undefined {
  if (help !== 'help' || more.length > 0) return undefined;
  return helpTopics.find((topic) => topic.name === name);
}
