import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type PrebuiltHelp, plainHelp } from '../../../src/cli/help/prebuilt.ts';
import { helpTopics } from '../../../src/cli/help/topics.ts';
import { builtFile, tunnelctl } from '../../harness/built-program.ts';
import { runCli } from '../../harness/run-cli.ts';
import { temporaryDirectory } from '../../harness/temporary-directory.ts';

// The launcher answers plain help from what the build left. It must say what the program says, to the byte.

const file = builtFile('help.json');
const prebuilt: PrebuiltHelp = JSON.parse(readFileSync(file, 'utf8'));
const commandLines = [
  ...Object.keys(prebuilt.commands).map((command) => [...command.split(' ').slice(1), '--help']),
  ...helpTopics.map(({ name }) => ['help', name]),
];

describe('help that the build left', () => {
  it('is there for every command and topic', () => {
    expect(commandLines.length).toBeGreaterThan(130);
    expect(commandLines).toContainEqual([
      'edges',
      'https',
      'routes',
      'user-agent-filter',
      'replace',
      '--help',
    ]);
  });

  it.each([
    ['a pipe', { isTTY: false, columns: 80, env: {} }],
    ['a terminal', { isTTY: true, columns: 97, env: {} }],
    ['a narrow terminal', { isTTY: true, columns: 42, env: {} }],
    ['a pipe with colours', { isTTY: false, columns: 80, env: { FORCE_COLOR: '1' } }],
    ['a terminal without colours', { isTTY: true, columns: 80, env: { NO_COLOR: '1' } }],
  ])('is what the program says, on %s', async (_, surroundings) => {
    for (const argv of commandLines) {
      const { exitCode, stdout, stderr } = await runCli(argv, surroundings);
      expect({ exitCode, stderr }, argv.join(' ')).toEqual({ exitCode: 0, stderr: '' });
      expect(plainHelp(argv, surroundings, file), argv.join(' ')).toBe(stdout);
    }
  });

  it('is what the built program prints, asked for in any way', async () => {
    const { stdout } = await runCli(['endpoints', 'list', '--help']);
    for (const line of [
      'endpoints list --help',
      'endpoints list -h',
      'help endpoints list',
      'endpoint ls -h',
    ]) {
      expect(await tunnelctl(line.split(' ')), line).toMatchObject({ exitCode: 0, stdout: stdout.trimEnd() });
    }
    const program = (await runCli([])).stdout.trimEnd();
    for (const argv of [[], ['help'], ['--help'], ['-h']]) {
      expect(await tunnelctl(argv), argv.join(' ')).toMatchObject({ exitCode: 0, stdout: program });
    }
  });

  it.each([
    ['--help', '--json'],
    ['endpoints', 'ls', '--help'],
    ['endpoints', 'lsit', '--help'],
    ['--profile', 'work', 'endpoints', '--help'],
    ['help', 'endpoints', 'get', 'ep_1'],
    ['endpoints list', '--help'],
    ['__proto__', '--help'],
    ['constructor', '--help'],
    ['help', 'constructor'],
    ['endpoints', 'list'],
  ])('is left to the program for %s %s %s', (...argv) => {
    expect(plainHelp(argv.filter(Boolean), { isTTY: false, columns: 80, env: {} }, file)).toBeUndefined();
  });

  it('leaves colours that a setting decides to the program', async () => {
    const directory = temporaryDirectory();
    const env = { TUNNELCTL_CONFIG_DIR: directory };
    const terminal = { isTTY: true, columns: 80, env };
    expect(plainHelp(['--help'], terminal, file)).toContain('\u001b[1mUsage:');
    expect((await runCli(['config', 'set', 'color', 'never'], { env })).exitCode).toBe(0);
    expect(plainHelp(['--help'], terminal, file)).toBeUndefined();
    expect((await runCli(['--help'], terminal)).stdout).not.toContain('\u001b');
    expect((await runCli(['config', 'set', 'color', 'always'], { env })).exitCode).toBe(0);
    expect((await runCli(['--help'], { env })).stdout).toContain('\u001b[1mUsage:');
    expect(await tunnelctl(['--help'], { env })).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('\u001b[1mUsage:'),
    });
  });
});
