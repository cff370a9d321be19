import { describe, expect, it } from 'vitest';
import { demoIds } from '../../../../src/contract/examples/demo-ids.ts';
import { runCli } from '../../../harness/run-cli.ts';
import { serveInProcess } from '../../../harness/served-sandbox.ts';
import { manifestAccount } from './manifest-account.ts';

const urls = async (list: (...words: string[]) => Promise<Record<string, unknown>[]>) =>
  (await list('endpoints'))
    .filter(({ type }) => type === 'cloud')
    .map(({ url }) => url)
    .sort();

describe('--prune', () => {
  it('deletes what no manifest has of the kinds that are named, and nothing else', async () => {
    const { run, write, list } = await manifestAccount('demo');
    write('a.yml', 'endpoints:\n  - url: https://app.example.com\nssh_credentials: []\n');
    const others = await list('ssh-credentials');
    const all = await list('endpoints');
    expect(await run(['apply', '-f', 'a.yml', '--prune', 'endpoints', '--yes'])).toMatchObject({
      exitCode: 0,
      stderr: '3 deleted\n',
    });
    expect(await urls(list)).toEqual(['https://app.example.com']);
    expect(await list('ssh-credentials')).toEqual(others);
    // Those of agents and edges are nobody's to delete.
    expect((await list('endpoints')).length).toBe(all.length - 3);
  });

  it('asks before, with the number and the names, and needs --yes where nobody can be asked', async () => {
    const { run, write, list } = await manifestAccount('demo');
    write('a.yml', 'endpoints:\n  - url: https://app.example.com\n');
    const before = await urls(list);
    const outcome = await run(['apply', '-f', 'a.yml', '--prune', 'endpoints']);
    expect(outcome).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--yes') });
    const asked = await run(['apply', '-f', 'a.yml', '--prune', 'endpoints'], { isTTY: true, stdin: 'n\n' });
    expect(asked.stderr).toContain('Delete 3 records?');
    expect(asked.stderr).toContain('http://orders.example.com');
    expect(await urls(list)).toEqual(before);
  });

  it('is narrowed by a condition, which must be true or false', async () => {
    const { run, write, list } = await manifestAccount('demo');
    write('a.yml', 'endpoints: []\n');
    const prune = ['apply', '-f', 'a.yml', '--prune', 'endpoints', '--yes', '--prune-where'];
    expect(await run([...prune, "contains(bindings, 'kubernetes')"])).toMatchObject({
      stderr: '2 deleted\n',
    });
    expect(await urls(list)).toEqual(['https://api.example.com', 'https://app.example.com']);
    for (const wrong of ['metadata', 'no_such_member', 'bindings[', '']) {
      const outcome = await run([...prune, wrong]);
      expect([wrong, outcome.exitCode]).toEqual([wrong, 2]);
    }
    expect(await urls(list)).toHaveLength(2);
  });

  it('deletes ten at most, unless the number is said', async () => {
    const { run, write, list } = await manifestAccount();
    const many = Array.from({ length: 11 }, (_, i) => `  - url: https://e${i}.example.com\n`).join('');
    write('a.yml', `endpoints:\n${many}`);
    await run(['apply', '-f', 'a.yml']);
    write('none.yml', 'endpoints: []\n');
    const prune = ['apply', '-f', 'none.yml', '--prune', 'endpoints', '--yes'];
    const outcome = await run(prune);
    expect(outcome).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('11 records would be deleted, and --prune-limit is 10'),
    });
    expect(await urls(list)).toHaveLength(11);
    expect(await run([...prune, '--prune-limit', '11'])).toMatchObject({
      exitCode: 0,
      stderr: '11 deleted\n',
    });
  });

  it('is refused for a kind that no manifest has a list of', async () => {
    const { run, write, list } = await manifestAccount('demo');
    write('a.yml', 'ssh_credentials: []\n');
    const before = await urls(list);
    const outcome = await run(['apply', '-f', 'a.yml', '--prune', 'endpoints', '--yes']);
    expect(outcome).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('no manifest has a list of them, so all of them would go'),
    });
    expect(await urls(list)).toEqual(before);
  });

  it('leaves alone the event types of a subscription of which no manifest has a list', async () => {
    const { run, write } = await manifestAccount('demo');
    const [audit, traffic] = Object.values(demoIds.eventSubscriptions);
    write(
      'a.yml',
      `event_subscriptions:\n  - id: ${audit}\n    sources: [api_key_created.v0]\n  - id: ${traffic}\n`,
    );
    expect(await run(['apply', '-f', 'a.yml', '--prune', 'event-sources', '--yes'])).toMatchObject({
      exitCode: 0,
      stderr: '2 deleted\n',
    });
    const types = async (id = '') =>
      JSON.parse((await run(['event-sources', 'list', id, '-o', 'json'])).stdout).map(
        ({ type }: { type: string }) => type,
      );
    expect(await types(audit)).toEqual(['api_key_created.v0']);
    // Named by another file, too, it is still one.
    write('b.yml', `event_subscriptions:\n  - id: ${audit}\n    sources: [endpoint_created.v0]\n`);
    const both = ['apply', '-f', 'a.yml', '-f', 'b.yml', '--prune', 'event-sources', '--yes'];
    expect(await run(both)).toMatchObject({ exitCode: 0, stderr: '1 created\n' });
    expect(await types(audit)).toEqual(['api_key_created.v0', 'endpoint_created.v0']);
    expect(await types(traffic)).toHaveLength(3);
  });

  it('takes a module away whose edge is named without it', async () => {
    const { run, write } = await manifestAccount('demo');
    const { database } = demoIds.tcpEdges;
    write('a.yml', `tcp_edges:\n  - id: ${database}\n`);
    const prune = ['apply', '-f', 'a.yml', '--prune', 'edges.tcp.ip-restriction', '--yes'];
    expect(await run(prune)).toMatchObject({ exitCode: 0, stderr: '1 deleted\n' });
    expect((await run(['edges', 'tcp', 'ip-restriction', 'get', database])).exitCode).toBe(3);
  });

  it('never deletes the key that it is done with', async () => {
    const { directory } = await manifestAccount();
    const { env: service } = await serveInProcess(['--data', `${directory}/served.db`], {
      env: { HOME: directory },
    });
    const run = (words: string[], stdin = '') =>
      runCli(words, { env: { HOME: directory, ...service }, stdin, cwd: directory });
    await run(['api-keys', 'create', '--description', 'another']);
    const outcome = await run(['apply', '-f', '-', '--prune', 'api-keys', '--yes'], 'api_keys: []\n');
    expect(outcome).toMatchObject({
      exitCode: 0,
      stderr: expect.stringMatching(
        /^note: ak_\S+ is the API key that this is done with: it is not deleted\n1 deleted\n$/,
      ),
    });
    const diff = await run(['diff', '-f', '-', '--prune', 'api-keys'], 'api_keys: []\n');
    expect(diff).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('is the API key that this is done with'),
    });
    // Nor makes it anew, for an owner that it does not have.
    const [own] = JSON.parse((await run(['api-keys', 'list', '-o', 'json'])).stdout);
    const other = `api_keys:\n  - id: ${own.id}\n    owner_id: usr_${'0'.repeat(27)}\n`;
    expect(await run(['apply', '-f', '-', '--replace', '--yes', '--tokens-out', 't'], other)).toMatchObject({
      exitCode: 8,
      stderr: expect.stringContaining('is the API key that this is done with'),
    });
    expect((await run(['whoami'])).exitCode).toBe(0);
  });
});
