import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { demoIds } from '../../../../src/contract/examples/demo-ids.ts';
import { runCli } from '../../../harness/run-cli.ts';
import { serveInProcess } from '../../../harness/served-sandbox.ts';
import { manifestAccount } from './manifest-account.ts';

const manifest =
  'endpoints:\n  - url: https://app.example.com\n    description: reviewed\n  - url: https://new.example.com\n';

/** An account with a plan that changes `app` and creates `new`. */
async function plannedAccount(text = manifest) {
  const account = await manifestAccount('demo');
  account.write('a.yml', text);
  const planned = await account.run(['diff', '-f', 'a.yml', '--out', 'plan']);
  expect(planned).toMatchObject({ exitCode: 1 });
  return account;
}

describe('a plan', () => {
  it('is carried out as it was shown, for its owner alone to read', async () => {
    const { run, mode, list, write } = await plannedAccount();
    expect(mode('plan')).toBe('600');
    // What the manifest says meanwhile has no say.
    write('a.yml', 'endpoints: []\n');
    const outcome = await run(['apply', 'plan']);
    expect(outcome).toMatchObject({ exitCode: 0, stderr: '1 created, 1 changed\n' });
    const urls = (await list('endpoints')).map(({ url, description }) => [url, description]);
    expect(urls).toContainEqual(['https://app.example.com', 'reviewed']);
    expect(urls).toContainEqual(['https://new.example.com', '']);
  });

  const changes: [what: string, words: string[], message: RegExp][] = [
    [
      'was changed',
      ['endpoints', 'update', demoIds.endpoints.app, '--metadata', 'x'],
      /endpoints https:\/\/app\.example\.com \(ep_\w+\) was changed/,
    ],
    [
      'is gone',
      ['endpoints', 'delete', demoIds.endpoints.app, '--yes'],
      /endpoints https:\/\/app\.example\.com \(ep_\w+\) is gone/,
    ],
    [
      'is there already',
      ['endpoints', 'create', '--url', 'https://new.example.com'],
      /endpoints https:\/\/new\.example\.com is there already: ep_/,
    ],
  ];

  it.each(changes)('is not begun when a record %s, and says which', async (_, words, message) => {
    const { run, list } = await plannedAccount();
    await run(words);
    const before = await list('endpoints');
    const outcome = await run(['apply', 'plan']);
    expect(outcome).toMatchObject({ exitCode: 5, stdout: '', stderr: expect.stringMatching(message) });
    expect(outcome.stderr.match(/\n/g)).toHaveLength(2);
    expect(await list('endpoints')).toEqual(before);
  });

  it('is carried out although other records changed', async () => {
    const { run } = await plannedAccount();
    await run(['endpoints', 'update', demoIds.endpoints.api, '--metadata', 'x']);
    expect(await run(['apply', 'plan'])).toMatchObject({ exitCode: 0 });
  });

  it('is refused a second time: what it saw is no longer there', async () => {
    const { run } = await plannedAccount();
    await run(['apply', 'plan']);
    expect(await run(['apply', 'plan'])).toMatchObject({ exitCode: 5 });
  });

  it('is refused when somebody changed it by hand', async () => {
    const { run, read, write } = await plannedAccount();
    write('plan', read('plan').replace('"reviewed"', '"smuggled in"'));
    const outcome = await run(['apply', 'plan']);
    expect(outcome).toEqual({
      exitCode: 8,
      stdout: '',
      stderr: expect.stringContaining('plan was changed since it was made, or is not whole'),
    });
  });

  it.each([
    ['is not whole', (text: string) => text.slice(0, -100)],
    ['is a manifest', () => manifest],
    ['is of another version', (text: string) => text.replace('plan, version 1', 'plan, version 2')],
  ])('is refused when it %s', async (_, change) => {
    const { run, read, write } = await plannedAccount();
    write('plan', change(read('plan')));
    expect(await run(['apply', 'plan'])).toMatchObject({ exitCode: 8, stdout: '' });
  });

  it('is refused by another account', async () => {
    const { run, read } = await plannedAccount('endpoints:\n  - url: https://new.example.com\n');
    const other = await manifestAccount();
    other.write('plan', read('plan'));
    expect(await other.run(['apply', 'plan'])).toMatchObject({
      exitCode: 8,
      stderr: expect.stringContaining('plan was made for another account'),
    });
    expect(await other.list('endpoints')).toEqual([]);
    expect(await run(['apply', 'plan'])).toMatchObject({ exitCode: 0 });
  });

  it('is refused with another profile, even where that leads to the same account', async () => {
    const { directory, write } = await manifestAccount();
    const surroundings = { env: { HOME: directory }, cwd: directory };
    const { announcement } = await serveInProcess(['--data', join(directory, 'served.db')], surroundings);
    const run = (words: string[], stdin = '') => runCli(words, { ...surroundings, stdin });
    for (const profile of ['one', 'two'])
      await run(
        ['login', '--profile', profile, '--base-url', announcement.url, '--api-key', '@-'],
        `${announcement.api_key}`,
      );
    write('a.yml', manifest);
    expect(await run(['diff', '-f', 'a.yml', '--out', 'plan', '--profile', 'one'])).toMatchObject({
      exitCode: 1,
    });
    expect(await run(['apply', 'plan', '--profile', 'two'])).toMatchObject({
      exitCode: 8,
      stderr: expect.stringContaining('plan was made with the profile one, and this is two'),
    });
    expect(await run(['apply', 'plan', '--profile', 'one'])).toMatchObject({
      exitCode: 0,
      stderr: '2 created\n',
    });
  });

  it('holds no secret, and is refused when what its references stand for has changed', async () => {
    const { run, write, read, list } = await manifestAccount();
    write(
      'a.yml',
      'endpoints:\n  - url: https://a.example.com\n    metadata: "key ${env:META}"\n' +
        'event_destinations:\n  - description: d\n    target: {metrics_target: {api_key: "${file:secret}"}}\n',
    );
    write('secret', 'the-secret\n');
    const env = { META: 'from-the-environment' };
    const shown = await run(['diff', '-f', 'a.yml', '--out', 'plan'], { env });
    const all = read('plan') + shown.stdout + shown.stderr;
    expect(all).not.toContain('the-secret');
    expect(all).not.toContain('from-the-environment');
    expect(await run(['apply', 'plan'], { env: { META: 'another' } })).toMatchObject({
      exitCode: 8,
      stderr: expect.stringContaining('is not what it was when the plan was made'),
    });
    expect(await run(['apply', 'plan'])).toMatchObject({ exitCode: 8 });
    expect(await list('endpoints')).toEqual([]);
    expect(await run(['apply', 'plan'], { env })).toMatchObject({ exitCode: 0 });
    expect(await list('endpoints')).toMatchObject([{ metadata: 'key from-the-environment' }]);
  });

  it('is not made of a secret that stands in the manifest itself', async () => {
    const { run, write } = await manifestAccount();
    write(
      'a.yml',
      'event_destinations:\n  - description: d\n    target: {metrics_target: {api_key: plain-secret}}\n',
    );
    const outcome = await run(['diff', '-f', 'a.yml', '--out', 'plan']);
    expect(outcome).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('${env:NAME} or ${file:PATH}'),
    });
    expect(outcome.stdout + outcome.stderr).not.toContain('plain-secret');
  });

  it('takes no other options that say what is done', async () => {
    const { run } = await plannedAccount();
    const others = [
      ['-f', 'a.yml'],
      ['--set', 'a=b'],
      ['--rotate'],
      ['--prune', 'endpoints'],
      ['--prune-where', 'true'],
      ['--prune-limit', '1'],
    ];
    for (const words of others)
      expect(await run(['apply', 'plan', ...words]), words.join(' ')).toMatchObject({
        exitCode: 2,
        stderr: expect.stringContaining('has no say in what a plan does'),
      });
  });
});

describe('diff', () => {
  it('exits 0 without differences, 1 with them, above 1 for everything else', async () => {
    const { run, write } = await manifestAccount('demo');
    write('same.yml', 'endpoints:\n  - url: https://app.example.com\n    description: web application\n');
    expect(await run(['diff', '-f', 'same.yml'])).toMatchObject({ exitCode: 0, stderr: '' });
    write('other.yml', manifest);
    expect(await run(['diff', '-f', 'other.yml'])).toMatchObject({ exitCode: 1, stderr: '' });
    expect((await run(['diff', '-f', 'gone.yml'])).exitCode).toBe(2);
    expect((await run(['diff'])).exitCode).toBe(2);
    write('wrong.yml', 'x: 1\n');
    expect((await run(['diff', '-f', 'wrong.yml'])).exitCode).toBe(8);
    const nobody = {
      TUNNELCTL_BASE_URL: 'http://127.0.0.1:1',
      TUNNELCTL_API_KEY: 'k',
      TUNNELCTL_RETRIES: '0',
    };
    const { directory } = await manifestAccount();
    const away = await runCli(['diff', '-f', '-'], { env: { HOME: directory, ...nobody }, stdin: manifest });
    expect(away.exitCode).toBe(7);
  });

  it('exits above 1 for what exits 1 elsewhere', async () => {
    const { directory } = await manifestAccount();
    const { env } = await serveInProcess(
      ['--data', join(directory, 'served.db'), '--fault', 'method=GET,status=500'],
      { env: { HOME: directory } },
    );
    const surroundings = { env: { HOME: directory, ...env, TUNNELCTL_RETRIES: '0' }, cwd: directory };
    const listed = await runCli(['endpoints', 'list'], surroundings);
    const outcome = await runCli(['diff', '-f', '-'], { ...surroundings, stdin: manifest });
    expect([listed.exitCode, outcome.exitCode]).toEqual([1, 6]);
  });

  it('tells programs what would be done', async () => {
    const { run, write } = await manifestAccount('demo');
    write('a.yml', manifest);
    const { stdout } = await run(['diff', '-f', 'a.yml', '-o', 'json']);
    expect(JSON.parse(stdout)).toMatchObject({
      summary: { create: 1, update: 1, replace: 0, delete: 0, unchanged: 0, unmanaged: 3 },
      actions: [
        {
          action: 'update',
          kind: 'endpoints',
          id: demoIds.endpoints.app,
          changes: [{ member: 'description', old: 'web application', new: 'reviewed' }],
        },
        { action: 'create', kind: 'endpoints', id: null, name: 'https://new.example.com' },
      ],
    });
  });

  it('says what the API does not manage', async () => {
    const { run, write } = await manifestAccount('demo');
    const { stdout } = await run(['sandbox', 'export', '-']);
    write('whole.yml', stdout.replace('<SECRET>', 'a-secret'));
    const outcome = await run(['diff', '-f', 'whole.yml']);
    expect(outcome).toMatchObject({ exitCode: 0 });
    expect(outcome.stderr).toContain('note: ssh_user_certificates: not managed by the API, left alone\n');
  });
});
