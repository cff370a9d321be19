import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { account, keyId, secret, token } from '../cli/settings/account.ts';
import { openTerminal } from '../harness/terminal.ts';

it('login asks for profile, base URL and key, judges each answer, and never shows the key', async () => {
  const { baseUrl, env, keys, settings } = await account();
  const terminal = openTerminal(['login'], env);
  await terminal.shows('Profile');
  terminal.type('Enter');
  await terminal.shows('Base URL of the API');
  terminal.type('nowhere', 'Enter');
  await terminal.shows('base URL "nowhere" is not a URL');
  terminal.type(...Array.from({ length: 'nowhere'.length }, () => 'BSpace'), baseUrl, 'Enter');
  await terminal.shows('API key');
  terminal.type(token, 'Enter');
  const screen = await terminal.shows('[exit code 0]');
  expect(screen).toContain(`logged in to ${baseUrl} with key ${keyId}; profile default is used from now on`);
  expect(screen).not.toContain(secret);
  expect(screen).not.toContain(token.slice(0, 20).concat('_'));
  expect([settings().profile, keys()]).toEqual(['default', { default: { key: token, origin: baseUrl } }]);
});

it('Ctrl-C at the question for the key ends login with exit code 130, and nothing is stored', async () => {
  const { baseUrl, env, directory } = await account();
  const terminal = openTerminal(['login', '--base-url', baseUrl, '--profile', 'work'], env);
  await terminal.shows('API key');
  terminal.type(token.slice(0, 5), 'C-c');
  const screen = await terminal.shows('[exit code 130]');
  expect(screen).not.toContain('rror');
  expect(existsSync(directory)).toBe(false);
});

it('logout and profiles delete ask first, and a no leaves everything as it is', async () => {
  const { logIn, baseUrl, env, directory, keys } = await account();
  await logIn('work');
  const before = readFileSync(join(directory, 'keys.json'), 'utf8');
  const refusing = openTerminal(['logout'], env, { columns: 140 });
  const question = await refusing.shows('(y/N)');
  expect(question).toContain(`Remove the stored key ${keyId} of profile work (${baseUrl})?`);
  refusing.type('Enter');
  await refusing.shows(/\[exit code \d+\]/);
  expect(readFileSync(join(directory, 'keys.json'), 'utf8')).toBe(before);
  const agreeing = openTerminal(['profiles', 'delete', 'work'], env);
  await agreeing.shows('(y/N)');
  agreeing.type('y', 'Enter');
  await agreeing.shows('[exit code 0]');
  expect(keys()).toEqual({});
});
