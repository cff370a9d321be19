import type { SeedSource } from '../../../hosting/account-file.ts';
import { inputFile } from '../../input/named-file.ts';
import type { ValueType } from '../../parser/options.ts';

/** A seed in a file, read whole; `-` is stdin. */
export const seedText: ValueType<Exclude<SeedSource, 'demo'>> = {
  hint: { path: 'file', words: ['-'] },
  async read(given, flag, context) {
    const { name, text } = inputFile.read(given, flag, context);
    return { name, text: await text() };
  },
};

/** What an account can be given to start with: the demo account, or a seed in a file. */
export const seedSource: ValueType<SeedSource> = {
  hint: { path: 'file', words: ['demo'] },
  read: (given, flag, context) => (given === 'demo' ? given : seedText.read(given, flag, context)),
};
