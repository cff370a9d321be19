import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { resourceCommands } from '../../src/cli/commands/resource-commands.ts';
import { exampleKeys } from '../../src/contract/examples/example-keys.ts';
import { runCli } from '../harness/run-cli.ts';
import { servedDemo } from '../harness/served-demo.ts';
import { temporaryDirectory } from '../harness/temporary-directory.ts';

// Help of what takes more than one request: the contract's own examples are run by examples.test.ts.

const commands = [
  ...resourceCommands.map(({ words }) => words),
  'tunnel-sessions restart',
  'tunnel-sessions update',
  'ssh-user-certificates create',
  'ssh-user-certificates get',
  'ssh-host-certificates create',
  'ssh-host-certificates get',
];

/** The examples of a command's help, as bash reads them. */
async function examplesOf(words: string): Promise<string[][]> {
  const { stdout } = await runCli([...words.split(' '), '--help'], { columns: 1000 });
  const [, text = ''] = stdout.split('\nExamples:\n');
  const lines = text.split('\n\nGlobal options:')[0] ?? '';
  const script = `tunnelctl() { printf '%s\\0' "$@"; printf '\\n\\0'; }\n${lines}\n`;
  return execFileSync('bash', ['-c', script], { encoding: 'utf8' })
    .split('\0\n\0')
    .slice(0, -1)
    .map((line) => line.split('\0'));
}

describe.each(commands)('the examples of %s', (words) => {
  it('work as help shows them', async () => {
    const examples = await examplesOf(words);
    expect(examples).not.toEqual([]);
    for (const argv of examples) {
      const { env, clock } = await servedDemo();
      const cwd = temporaryDirectory();
      writeFileSync(join(cwd, 'id_ed25519.pub'), `${exampleKeys.ed25519}\n`);
      const kept = words.replace(/ (inspect|needs-renewal)$/, '');
      const certificates = await runCli([...kept.split(' ')].slice(0, 1).concat('list', '-o', 'json'), {
        env,
        clock,
      });
      const [{ certificate = '' } = {}] = JSON.parse(certificates.stdout || '[]') as {
        certificate?: string;
      }[];
      writeFileSync(join(cwd, 'id_ed25519-cert.pub'), `${certificate}\n`);
      const { exitCode, stderr } = await runCli(argv, { env, clock, cwd });
      // Nobody deletes what this waits for, and a certificate may well need no renewal yet.
      const isOpen = argv.includes('deleted') || argv.includes('needs-renewal');
      expect({ argv, exitCode, stderr: exitCode === 0 ? '' : stderr }).toEqual({
        argv,
        exitCode: isOpen ? expect.toBeOneOf([0, 1]) : 0,
        stderr: isOpen ? expect.any(String) : '',
      });
    }
  });
});
