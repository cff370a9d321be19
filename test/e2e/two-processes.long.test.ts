import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { demoIds } from '../../src/contract/examples/demo-ids.ts';
import { apiClient, listAll } from '../harness/api-client.ts';
import { tunnelctl } from '../harness/built-program.ts';
import { startServe } from '../harness/served-sandbox.ts';
import { temporaryDirectory } from '../harness/temporary-directory.ts';

/** Two services on one file, each with a client that uses the same key. */
async function twoServices(...args: string[]) {
  const data = join(temporaryDirectory(), 'sandbox.db');
  const first = await startServe(['--data', data, ...args]);
  const second = await startServe(['--data', data]);
  expect(second.api_key).toBeNull();
  const clientOf = (token: string | null) =>
    [apiClient(first.url, token, 4), apiClient(second.url, token, 4)] as const;
  const [a, b] = clientOf(first.api_key);
  return { data, first, a, b, clientOf };
}

describe('two services on one file', () => {
  it('lose none of what either writes, nor what --sandbox writes meanwhile', async () => {
    const { data, a, b } = await twoServices();
    const names = (who: string) => Array.from({ length: 40 }, (_, i) => `https://${who}${i}.example.com`);
    const served = [a, b].flatMap((call, i) =>
      names(`s${i}-`).map(async (url) =>
        expect((await call('POST', '/endpoints', { url })).status).toBe(201),
      ),
    );
    const inProcess = ['c0', 'c1', 'c2'].map(async (who) => {
      const argv = [
        '--sandbox',
        '--data',
        data,
        'endpoints',
        'create',
        '--url',
        `https://${who}.example.com`,
      ];
      expect(await tunnelctl(argv)).toMatchObject({ exitCode: 0 });
    });
    await Promise.all([...served, ...inProcess]);
    const expected = [
      ...names('s0-'),
      ...names('s1-'),
      ...['c0', 'c1', 'c2'].map((who) => `https://${who}.example.com`),
    ];
    for (const call of [a, b]) {
      const found = (await listAll(call, '/endpoints', 'endpoints')).map(({ url }) => url);
      expect(found.sort()).toEqual(expected.sort());
    }
  });

  it('lose no change to one record that both change at once', async () => {
    const { a, b } = await twoServices('--seed', 'demo');
    const path = `/event_subscriptions/${demoIds.eventSubscriptions.audit}/sources`;
    const before = (await a('GET', path)).body.sources.length;
    const added = Array.from({ length: 40 }, (_, i) => `thing${i}_created.v0`);
    await Promise.all(
      added.map(async (type, i) => expect((await (i % 2 ? a : b)('POST', path, { type })).status).toBe(201)),
    );
    const types = (await b('GET', path)).body.sources.map(({ type }: { type: string }) => type);
    expect(types).toHaveLength(before + 40);
    expect(types).toEqual(expect.arrayContaining(added));
  });

  it('give a URL that both are asked for at once to exactly one', async () => {
    const { a, b } = await twoServices();
    for (let round = 0; round < 30; round++) {
      const body = { url: `https://wanted${round}.example.com` };
      const answers = await Promise.all([a, b].map((call) => call('POST', '/endpoints', body)));
      const order = answers.map(({ status }) => status).sort();
      expect(order).toEqual([201, 409]);
      const [winner, loser] = answers[0]?.status === 201 ? answers : answers.toReversed();
      expect(loser?.body).toMatchObject({
        error_code: 'ERR_ENDPOINT_URL_TAKEN',
        msg: expect.stringContaining(winner?.body.id),
      });
    }
    expect(await listAll(a, '/endpoints', 'endpoints')).toHaveLength(30);
  });

  it('refuse a key as soon as the other one has deleted it, however often it was used just before', async () => {
    const { a, clientOf } = await twoServices();
    for (let round = 0; round < 20; round++) {
      const { body: key } = await a('POST', '/api_keys', {});
      const [, withKey] = clientOf(key.token);
      // Read often enough to stand in the other process's cache of rows.
      for (let n = 0; n < 5; n++) expect((await withKey('GET', '/endpoints?limit=1')).status).toBe(200);
      expect((await a('DELETE', `/api_keys/${key.id}`)).status).toBe(204);
      const refused = await withKey('GET', '/endpoints?limit=1');
      expect(refused).toMatchObject({ status: 401, body: { error_code: 'ERR_DELETED_API_KEY' } });
    }
  });

  it('show a change as soon as the other one has answered it', async () => {
    const { a, b } = await twoServices();
    const { body } = await a('POST', '/endpoints', { url: 'https://seen.example.com' });
    const path = `/endpoints/${body.id}`;
    for (let round = 0; round < 40; round++) {
      const [writer, reader] = round % 2 ? [a, b] : [b, a];
      expect((await reader('GET', path)).status).toBe(200);
      await writer('PATCH', path, { description: `round ${round}` });
      expect((await reader('GET', path)).body.description).toBe(`round ${round}`);
    }
  });

  it('make ids in one order, whoever makes them', async () => {
    const { a, b } = await twoServices();
    const ids: string[] = [];
    for (let n = 0; n < 40; n++) ids.push((await (n % 2 ? a : b)('POST', '/api_keys', {})).body.id);
    expect(ids).toEqual(ids.toSorted());
    const listed = (await listAll(a, '/api_keys', 'keys')).map(({ id }) => id);
    expect(listed.slice(0, 40)).toEqual(ids.toReversed());
  });
});

describe('a service whose file is reset, and then gets its account back', () => {
  it('goes on with what the file holds, without a restart', async () => {
    const { data, first, a, b } = await twoServices('--seed', 'demo');
    const backup = join(data, '..', 'backup.yml');
    expect(await tunnelctl(['sandbox', 'export', backup, '--with-secrets', '--data', data])).toMatchObject({
      exitCode: 0,
    });
    const before = await Promise.all([a, b].map(async (call) => (await call('GET', '/endpoints')).body));

    expect(await tunnelctl(['sandbox', 'reset', '--yes', '--data', data])).toMatchObject({ exitCode: 0 });
    for (const call of [a, b]) {
      expect(await call('GET', '/endpoints')).toMatchObject({
        status: 401,
        body: { error_code: 'ERR_UNKNOWN_API_KEY' },
      });
    }
    const made = await tunnelctl(['--sandbox', '--data', data, 'api-keys', 'create', '-o', 'json']);
    const fresh = apiClient(first.url, JSON.parse(made.stdout).token);
    expect((await fresh('GET', '/endpoints')).body.endpoints).toEqual([]);
    expect((await fresh('POST', '/endpoints', { url: 'https://new.example.com' })).status).toBe(201);

    expect(await tunnelctl(['sandbox', 'reset', '--yes', '--data', data])).toMatchObject({ exitCode: 0 });
    expect(await tunnelctl(['sandbox', 'import', backup, '--data', data])).toMatchObject({ exitCode: 0 });
    const after = await Promise.all([a, b].map(async (call) => (await call('GET', '/endpoints')).body));
    expect(after).toEqual(before);
    expect((await a('POST', '/endpoints', { url: 'https://later.example.com' })).status).toBe(201);
  });
});
