import { expect, it } from 'vitest';
import packageJson from '../../../../package.json' with { type: 'json' };
import type { CommandDocument } from '../../../../src/cli/help/document.ts';
import { catalogue, catalogueOf } from '../../../../src/contract/index.ts';
import { withWidgets } from '../../../harness/invented-resource.ts';
import { runCli } from '../../../harness/run-cli.ts';

async function commands(words: string[] = [], operations = catalogue): Promise<CommandDocument[]> {
  const { exitCode, stdout, stderr } = await runCli(['commands', ...words, '-o', 'json'], { operations });
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  return JSON.parse(stdout);
}

it('lists every command for people', async () => {
  const { stdout, exitCode } = await runCli(['commands']);
  expect(exitCode).toBe(0);
  expect(stdout).toContain('tunnelctl endpoints create\tCreate a cloud endpoint\n');
  expect(stdout).toContain('tunnelctl version\tShow the version, and what it runs on\n');
  expect(stdout).not.toMatch(/^tunnelctl endpoints\t/m);
  expect(
    (await runCli(['commands', 'sandbox', 'faults'])).stdout.split('\n').map((row) => row.split('\t')[0]),
  ).toEqual([
    'tunnelctl sandbox faults list',
    'tunnelctl sandbox faults add',
    'tunnelctl sandbox faults clear',
    '',
  ]);
  expect(await runCli(['commands', 'endpoint'])).toMatchObject({
    exitCode: 2,
    stderr: 'error: no command begins with tunnelctl endpoint\nhint: tunnelctl commands lists all\n',
  });
});

it('gives programs the whole tree, every operation in it', async () => {
  const all = await commands();
  const names = all.map(({ command }) => command);
  expect(names[0]).toBe('tunnelctl');
  expect(new Set(names).size).toBe(names.length);
  for (const { name } of catalogue) expect(names).toContain(`tunnelctl ${name.replaceAll('.', ' ')}`);
  expect(all[0]?.exit_codes).toContainEqual({ code: 3, meaning: 'there is no such object' });
  expect(all[0]?.options.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['--output', '--profile', '--version', '--help']),
  );
  expect(all[0]?.options.find(({ name }) => name === '--output')).toMatchObject({
    short: '-o',
    type: 'string',
    choices: expect.arrayContaining(['table', 'json']),
    default: 'table',
    variable: 'TUNNELCTL_OUTPUT',
  });
  // Help says these of an option by itself; a description that said them too would say them twice, or to people alone.
  for (const { command, options } of all) {
    for (const { name, description } of options)
      expect(description, `${command} ${name}`).not.toMatch(/\(?default:|repeat(ed|able)|\(required/);
  }
  expect(defaultOf(all, 'endpoints list', '--limit')).toBe('all; 100 on a terminal');
  expect(defaultOf(all, 'serve', '--max-body')).toBe('1MiB');
  expect((await commands(['ssh-user-certificates', 'needs-renewal']))[0]?.exit_codes).toEqual([
    { code: 0, meaning: 'it should' },
    { code: 1, meaning: 'not yet' },
    { code: 2, meaning: 'there is no certificate to read' },
  ]);
});

function defaultOf(
  all: readonly CommandDocument[],
  words: string,
  option: string,
): string | null | undefined {
  const document = all.find(({ command }) => command === `tunnelctl ${words}`);
  return document?.options.find(({ name }) => name === option)?.default;
}

it('says of a command all that help says', async () => {
  const [create] = await commands(['widgets', 'create'], catalogueOf(withWidgets));
  expect(create).toMatchObject({
    command: 'tunnelctl widgets create',
    usage: 'tunnelctl widgets create [options]',
    aliases: ['tunnelctl widgets new', 'tunnelctl widgets add'],
    commands: [],
  });
  const option = (name: string) => create?.options.find((one) => one.name === name);
  expect(option('--name')).toEqual({
    flags: '--name <text>',
    name: '--name',
    short: null,
    negation: null,
    description: 'what it is called',
    group: 'Options',
    type: 'string',
    required: true,
    repeatable: false,
    secret: false,
    choices: null,
    default: null,
    variable: null,
  });
  expect(option('--color')).toMatchObject({ choices: ['red', 'green'] });
  expect(option('--size')).toMatchObject({ type: 'integer', default: '3' });
  expect(option('--is-public')).toMatchObject({ type: 'boolean', negation: '--no-is-public' });
  expect(option('--tags')).toMatchObject({ repeatable: true });
  expect(option('--login.password')).toMatchObject({ secret: true });
  const [get] = await commands(['endpoints', 'get']);
  expect(get?.arguments).toMatchObject([{ syntax: '<id...>', required: true, repeatable: true }]);
  const [wait] = await commands(['endpoints', 'wait']);
  expect(wait?.usage).toBe('tunnelctl endpoints wait [options] <id>');
  expect(wait?.arguments).toMatchObject([{ syntax: '<id>', required: true, repeatable: false }]);
  expect(get?.examples[0]?.command).toMatch(/^tunnelctl endpoints get ep_/);
});

it('says the version, for people and programs', async () => {
  const { version } = packageJson;
  expect(await runCli(['--version'])).toEqual({ exitCode: 0, stdout: `${version}\n`, stderr: '' });
  expect(JSON.parse((await runCli(['version', '--json'])).stdout)).toEqual({
    version,
    service_version: '2',
    node: process.versions.node,
    platform: `${process.platform} ${process.arch}`,
  });
  expect((await runCli(['version'])).stdout).toContain(`version\t${version}\n`);
});
