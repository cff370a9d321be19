import { expect, it } from 'vitest';
import { runCredentialCommand } from '../../../src/cli/settings/credential-command.ts';
import type { Streams } from '../../../src/cli/streams.ts';
import { account, token } from './account.ts';

const node = process.execPath;

async function withCommand(script: string, ...args: string[]) {
  const user = await account();
  await user.run(['config', 'set', 'base-url', user.baseUrl, '--profile', 'vault']);
  await user.run(['profiles', 'use', 'vault']);
  await user.run([
    'config',
    'set',
    'credential-command',
    '--profile',
    'vault',
    '--',
    node,
    '-e',
    script,
    ...args,
  ]);
  return user;
}

it('takes the key that a command prints, without a shell, and keeps it nowhere', async () => {
  const { run, requests, settings, directory } = await withCommand(
    'console.log(process.env.TUNNELCTL_PROFILE === "vault" ? process.argv[1] : "")',
    token,
  );
  expect(await run(['endpoints', 'list', '-o', 'json'])).toEqual({ exitCode: 0, stdout: '[]\n', stderr: '' });
  expect(requests[0]?.headers.authorization).toBe(`Bearer ${token}`);
  expect(settings().profiles.vault['credential-command']).toEqual([node, '-e', expect.any(String), token]);
  expect((await import('node:fs')).readdirSync(directory)).toEqual(['settings.json']);
  expect((await run(['whoami'])).stdout).toContain('api_key_from\tprofile vault\n');
});

it('is not even started for a base URL that is not the profile’s', async () => {
  const { run } = await withCommand(
    'require("node:fs").writeFileSync(process.argv[1], "")',
    '/nonexistent/x',
  );
  expect(await run(['endpoints', 'list', '--base-url', 'http://127.0.0.1:1'])).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('error: the API key of profile vault belongs to'),
  });
});

it.each([
  [
    'console.error("vault is locked"); console.log("half-a-key"); process.exit(3)',
    `error: the credential-command of profile vault (${node}) ended with exit code 3:\n       vault is locked\n`,
  ],
  ['', `error: the credential-command of profile vault (${node}) printed nothing\n`],
  [
    'console.log("half-a-key and more")',
    `error: the credential-command of profile vault (${node}) printed more than a key; it must print the key and nothing else\n`,
  ],
])('says what went wrong: %s', async (script, stderr) => {
  const { run, requests } = await withCommand(script);
  const outcome = await run(['endpoints', 'list']);
  expect(outcome).toEqual({ exitCode: 4, stdout: '', stderr });
  expect(requests).toEqual([]);
});

it('says that there is no such program, and how its words are given', async () => {
  const user = await account();
  await user.run(['config', 'set', 'base-url', user.baseUrl, '--profile', 'vault']);
  await user.run(['config', 'set', 'credential-command', 'pass show x', '--profile', 'vault']);
  expect(await user.run(['endpoints', 'list', '--profile', 'vault'])).toEqual({
    exitCode: 4,
    stdout: '',
    stderr:
      'error: the credential-command of profile vault (pass show x) cannot be started: no such file or directory\n' +
      'hint: give its words separately: tunnelctl config set credential-command -- program argument …\n',
  });
});

it('ends a command that takes too long, with what it started', async () => {
  const streams = { env: process.env, stdinIsTTY: false } as unknown as Streams;
  const argv = [node, '-e', 'console.error("waiting for you"); setInterval(() => {}, 1000)'];
  await expect(runCredentialCommand({ profile: 'vault', argv, timeLimitMs: 400 }, streams)).rejects.toThrow(
    /^the credential-command of profile vault \(.*\) did not end within 0\.4 s/,
  );
});

it('ends a command that never stops printing, and repeats none of it', async () => {
  const { run, requests } = await withCommand('for (;;) require("fs").writeSync(1, "canary".repeat(10_000))');
  const { exitCode, stderr } = await run(['endpoints', 'list']);
  expect({ exitCode, requests }).toEqual({ exitCode: 4, requests: [] });
  expect(stderr).toContain('printed more than 64 KiB; it must print the key and nothing else\n');
  expect(stderr).not.toContain('canary');
});
