import { describe, expect, it } from 'vitest';
import { settingsCommands } from '../../../src/cli/commands/settings-commands.ts';
import { runCli } from '../../harness/run-cli.ts';
import { account, token } from './account.ts';

/** The words of an example as a shell without expansion reads them; what follows a pipe or `<` is left out. */
function wordsOf(line: string): string[] {
  return line
    .replace(/ (\||\|\||<) .*$/, '')
    .trim()
    .split(' ')
    .slice(1);
}

async function examplesOf(words: string): Promise<string[]> {
  const { stdout } = await runCli([...words.split(' '), '--help']);
  return [...(stdout.split('\nExamples:\n')[1] ?? '').matchAll(/^ {2}(tunnelctl .*)$/gm)].map(
    ([, line]) => line as string,
  );
}

describe.each(settingsCommands.map(({ words }) => words))('%s', (words) => {
  it('has examples that work as they stand', async () => {
    const examples = await examplesOf(words);
    expect(examples.length).toBeGreaterThan(0);
    for (const example of examples) {
      const { logIn, run, baseUrl } = await account();
      for (const profile of ['work', 'staging']) await logIn(profile);
      await run(['config', 'set', 'output', 'table']);
      const argv = wordsOf(example.replaceAll('https://api.example.com', baseUrl));
      const { exitCode, stderr } = await run(argv, { stdin: example.includes('<') ? token : '' });
      // Some ask, which takes a terminal; the terminal tests answer them.
      if (exitCode === 2) expect(stderr, example).toMatch(/terminal|nobody can be asked/);
      else expect({ exitCode, example }, stderr).toEqual({ exitCode: 0, example });
    }
  });
});
