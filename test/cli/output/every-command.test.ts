import { expect, it } from 'vitest';
import { localCommands } from '../../../src/cli/commands/index.ts';
import { catalogue } from '../../../src/contract/index.ts';

/** The last words of commands that show something, and change nothing. */
const shows =
  /^(whoami|version|commands|explain|inspect|list|show|get|path|info|events|requests|wait|owned-by)$/;

it('every command of ours that shows records or facts takes --columns, --query and --csv-safe', async () => {
  const showing = localCommands(catalogue).filter(({ words }) => shows.test(words.split(' ').at(-1) ?? ''));
  expect(showing.length).toBeGreaterThan(20);
  for (const { words, load } of showing) {
    const { options = {} } = await load();
    expect(Object.keys(options), words).toEqual(
      expect.arrayContaining(['columns', 'query', 'headers', 'csvSafe']),
    );
  }
});
