import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { shells } from '../../../src/cli/completion/shells.ts';
import { writeScripts } from '../../../src/cli/completion/write-scripts.ts';
import { catalogue } from '../../../src/contract/index.ts';
import { runCli } from '../../harness/run-cli.ts';
import { scripts } from './in-shells.ts';

const frames = fileURLToPath(new URL('../../../src/cli/completion/scripts', import.meta.url));

describe('completions/', () => {
  it.each(shells)(
    'holds the %s script of the commands as they are (npm run completions writes it)',
    async (shell) => {
      const written = await writeScripts(frames);
      expect(readFileSync(scripts[shell], 'utf8')).toBe(written[shell]);
    },
  );

  it.each(shells)('is what tunnelctl completion %s prints', async (shell) => {
    const expected = { exitCode: 0, stdout: readFileSync(scripts[shell], 'utf8'), stderr: '' };
    expect(await runCli(['completion', shell])).toEqual(expected);
    expect(await runCli(['completion', shell], { isTTY: true })).toEqual(expected);
  });

  it.each(shells)('has every operation in the %s script, and nothing that a terminal obeys', (shell) => {
    const text = readFileSync(scripts[shell], 'utf8');
    for (const { resource, verb } of catalogue) {
      expect(text).toContain(`'${resource.name.replaceAll('.', ' ')} ${verb}'`);
    }
    expect(text).not.toMatch(/[^\n\x20-\x7e]/);
  });
});

// There is no PowerShell to run it in; what can be known without one.
describe('the PowerShell script', () => {
  const text = readFileSync(scripts.powershell, 'utf8');
  // Strings, comments and escaped characters hold what need not be balanced.
  const code = text.replace(/'(?:[^']|'')*'|"(?:`[\s\S]|[^"`])*"|`.|#.*$/gm, ' ');

  it.each(['{}', '()', '[]'])('closes every %s that it opens, in order', (pair) => {
    let depth = 0;
    for (const character of code) {
      if (character === pair[0]) depth += 1;
      if (character === pair[1]) depth -= 1;
      expect(depth).toBeGreaterThanOrEqual(0);
    }
    expect(depth).toBe(0);
  });

  it('holds the same tables as the bash script', () => {
    const bash = readFileSync(scripts.bash, 'utf8');
    const lines = (script: string, quote: RegExp) =>
      new Set(
        script
          .replace(quote, "'")
          .split('\n')
          .filter((line) => /^--?\w[\w.-]*\|/.test(line)),
      );
    const options = lines(bash, /'\\''/g);
    expect(options.size).toBeGreaterThan(30);
    for (const line of options) expect(text.replaceAll("''", "'")).toContain(line.replace(/' ;;$/, ''));
  });

  it('never evaluates what it was told', () => {
    expect(code).not.toMatch(/Invoke-Expression|\biex\b/i);
  });
});
