import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { launcher } from '../harness/built-program.ts';
import { temporaryDirectory } from '../harness/temporary-directory.ts';

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

/** The shell blocks below a heading, in order. */
function blocksBelow(heading: string): string[] {
  const [, section = ''] = readme.split(`\n## ${heading}\n`);
  const [text = ''] = section.split('\n## ');
  return [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map((match) => match[1] ?? '');
}

describe('the README', () => {
  it('has a tour that runs as pasted', () => {
    const blocks = blocksBelow('Five minutes');
    expect(blocks.length).toBeGreaterThan(5);
    const cwd = temporaryDirectory();
    // npx looks the program up in a clone; the tour must not write into this one.
    const script = blocks.join('\n').replaceAll('npx tunnelctl', `'${process.execPath}' '${launcher}'`);
    const output = execFileSync('bash', ['-euo', 'pipefail', '-c', script], {
      cwd,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { PATH: process.env.PATH ?? '', HOME: cwd, USER: 'alice' },
    });
    expect(output).toContain('exit code 2');
    expect(output).toContain('user certificate');
    expect(output).toContain('exit code 3');
    expect(output).toContain('"tunnels":');
  });

  it('names every verb of every resource', async () => {
    const { catalogue } = await import('../../src/contract/index.ts');
    const [, commands = ''] = readme.split('\n## Commands\n');
    for (const { resource, verb } of catalogue) {
      const words = resource.name.replaceAll('.', ' ');
      expect(commands).toMatch(new RegExp(`^${words} .*\\b${verb}\\b`, 'm'));
    }
  });
});
