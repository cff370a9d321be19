import { readFileSync } from 'node:fs';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../harness/temporary-directory.ts';
import { npmEnvironment, pack, packageRegistry, root } from './package-registry.ts';

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

/** The shell blocks below a heading, in order. */
function blocksBelow(heading: string): string[] {
  const [, section = ''] = readme.split(`\n## ${heading}\n`);
  const [text = ''] = section.split('\n## ');
  return [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map((match) => match[1] ?? '');
}

describe('the README', () => {
  it('has a tour that runs as pasted, and installs the package first', async () => {
    const blocks = blocksBelow('Five minutes');
    expect(blocks.length).toBeGreaterThan(5);
    const [packing = '', installing, ...others] = blocks.join('\n').split('\n');
    // The tour must not write into this clone, which is built: what it packs lies ready in a directory of its own.
    expect(packing).toBe('npm ci && npm pack');
    const cwd = temporaryDirectory();
    await pack([root], cwd);
    const { url } = await packageRegistry();
    // Not synchronous: this process is the registry.
    const { stdout: output } = await execa(
      'bash',
      ['-euo', 'pipefail', '-c', [installing, ...others].join('\n')],
      {
        cwd,
        extendEnv: false,
        env: { ...npmEnvironment(url), HOME: cwd, USER: 'alice' },
        stdin: 'ignore',
        stderr: 'inherit',
      },
    );
    expect(output).toContain('exit code 2');
    expect(output).toContain('user certificate');
    expect(output).toContain('exit code 3');
    expect(output).toContain('"tunnels":');
  });

  it('never has npx look for the program elsewhere than in the clone', () => {
    const after = readme.split('npx tunnelctl').slice(1);
    expect(after).toHaveLength(1);
    expect(blocksBelow('Two commands')[0]).toMatch(/^npm ci && .*\n {2}npx tunnelctl /);
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
