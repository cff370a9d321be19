import { describe, expect, it } from 'vitest';
import { applySeed } from '../../../src/account/seed/apply.ts';
import { eventTypes } from '../../../src/contract/events/event-types.ts';
import { demoIds } from '../../../src/contract/examples/demo-ids.ts';
import { exampleKeys } from '../../../src/contract/examples/example-keys.ts';
import { expectRefusal, type Json, startService, type TestService } from '../../harness/test-service.ts';

interface Event {
  readonly event_id: string;
  readonly event_type: string;
  readonly event_timestamp: string;
  readonly account_id: string;
  readonly principal: { id: string; subject: string; source: string; credential: Json | null } | null;
  readonly object: Json;
  readonly destinations: { id: string; uri: string }[];
}

/** The events so far, oldest first. */
async function events(test: TestService, query = '?limit=1000'): Promise<Event[]> {
  return (await test.get(`/sandbox/v1/events${query}`)).events as Event[];
}

const types = async (test: TestService) => (await events(test)).map(({ event_type }) => event_type);

async function startDemo(): Promise<TestService> {
  const test = await startService();
  await applySeed(test.service, 'demo');
  return test;
}

describe('a change', () => {
  it('is told with who made it, with which key, and the record as the API shows it', async () => {
    const test = await startService();
    const { id } = await test.create('/api_keys', { description: 'ci' });
    const [event] = await events(test);
    expect(event).toEqual({
      event_id: expect.stringMatching(/^ev_[0-9A-Za-z]{27}$/),
      event_type: 'api_key_created.v0',
      event_timestamp: '2026-11-21T08:00:00Z',
      account_id: test.service.account.id,
      principal: {
        id: test.admin.id,
        subject: 'admin',
        source: 'API',
        credential: { id: test.admin.keyId, uri: `http://api.test/api_keys/${test.admin.keyId}` },
      },
      object: await test.get(`/api_keys/${id}`),
      destinations: [],
    });
    expect(event?.object.token).toBeNull();
    expect((await events(test))[0]?.event_id).toBe(event?.event_id);
  });

  it('is told when a record is made, changed and gone', async () => {
    const test = await startService();
    const { id } = await test.create('/ssh_credentials', { public_key: exampleKeys.ed25519 }, test.member);
    await test.call('PATCH', `/ssh_credentials/${id}`, { body: { description: 'new' } });
    const last = await test.get(`/ssh_credentials/${id}`);
    await test.call('DELETE', `/ssh_credentials/${id}`);
    const told = await events(test);
    expect(told.map(({ event_type }) => event_type)).toEqual([
      'ssh_credential_created.v0',
      'ssh_credential_updated.v0',
      'ssh_credential_deleted.v0',
    ]);
    expect(told.map(({ principal }) => principal?.subject)).toEqual(['member', 'admin', 'admin']);
    expect(told[0]?.object.description).toBe('');
    expect(told.slice(1).map(({ object }) => object)).toEqual([last, last]);
    expect(new Set(told.map(({ event_id }) => event_id)).size).toBe(3);
    expect(told.map(({ event_id }) => event_id)).toEqual(told.map(({ event_id }) => event_id).sort());
  });

  it('that changes nothing, is refused or fails is not told', async () => {
    const test = await startDemo();
    await test.call('PATCH', `/api_keys/${test.admin.keyId}`, { body: {} });
    await test.call('PATCH', `/event_destinations/${demoIds.eventDestinations.logs}`, { body: {} });
    await test.call('PATCH', `/endpoints/${demoIds.endpoints.app}`, { body: {} });
    await test.call('DELETE', '/api_keys/ak_nope');
    await test.call('POST', '/ssh_credentials', { body: { public_key: 'nonsense' } });
    await test.call('DELETE', `/event_destinations/${demoIds.eventDestinations.logs}`);
    expect(await events(test)).toEqual([]);
  });

  it('of a seed is not told, because its objects were there before', async () => {
    expect(await events(await startDemo())).toEqual([]);
  });

  it('takes the reserved domain of an endpoint along, before it', async () => {
    const test = await startService();
    const { domain } = await test.create('/endpoints', { url: 'https://a.example.com' });
    await test.create('/endpoints', { url: 'https://a.internal' });
    await test.create('/endpoints', { url: 'tcp://1.tcp.example.com:1234' });
    const told = await events(test);
    expect(told.map(({ event_type }) => event_type)).toEqual([
      'reserved_domain_created.v0',
      ...Array(3).fill('endpoint_created.v0'),
    ]);
    expect(told[0]?.object).toEqual({ ...(domain as object), domain: 'a.example.com' });
  });

  it('shows no secret of an event destination', async () => {
    const test = await startService();
    const secret = 'canary-4711';
    const target = { metrics_target: { api_key: secret, ddtags: '', service: '', ddsite: '' } };
    const { id } = await test.create('/event_destinations', { target });
    await test.call('PATCH', `/event_destinations/${id}`, { body: { target } });
    expect(JSON.stringify([await events(test), test.rows()])).not.toContain(secret);
    expect((await events(test))[1]?.object).toMatchObject({
      target: { metrics_target: { api_key: '<SECRET>' } },
    });
  });
});

describe('an agent', () => {
  it('that restarts stops and starts; its endpoints go and come with it', async () => {
    const test = await startDemo();
    const id = demoIds.tunnelSessions.linux;
    const { status } = await test.call('POST', `/tunnel_sessions/${id}/restart`);
    expect(status).toBe(204);
    const told = await events(test);
    const of = (type: string) => told.filter(({ event_type }) => event_type === type);
    expect(of('tunnel_session_stopped.v0').map(({ object }) => object.id)).toEqual([id]);
    const [started] = of('tunnel_session_started.v0');
    expect(started?.object.id).not.toBe(id);
    expect(told.indexOf(started as Event)).toBe(told.length - 1);
    expect(of('endpoint_deleted.v0')).toHaveLength(of('endpoint_created.v0').length);
  });

  it('that is stopped stops, and that updates itself is not told before it restarts', async () => {
    const test = await startDemo();
    expect((await test.call('POST', `/tunnel_sessions/${demoIds.tunnelSessions.linux}/update`)).status).toBe(
      204,
    );
    expect(await types(test)).toEqual([]);
    await test.call('POST', `/tunnel_sessions/${demoIds.tunnelSessions.ssh}/stop`);
    expect((await types(test)).at(-1)).toBe('tunnel_session_stopped.v0');
  });
});

describe('an edge module', () => {
  it('is created by its first replacement, then updated, then deleted, under its own address', async () => {
    const test = await startDemo();
    const path = `/edges/tcp/${demoIds.tcpEdges.database}/ip_restriction`;
    await test.call('DELETE', path);
    const body = { ip_policy_ids: [demoIds.ipPolicies.office] };
    await test.call('PUT', path, { body });
    await test.call('PUT', path, { body: { ...body, enabled: false } });
    const told = (await events(test)).slice(-3);
    expect(told.map(({ event_type }) => event_type)).toEqual([
      'edge_module_deleted.v0',
      'edge_module_created.v0',
      'edge_module_updated.v0',
    ]);
    expect(told[2]?.object).toEqual({ uri: `http://api.test${path}`, ...(await test.get(path)) });
  });
});

describe('the sources of an event subscription', () => {
  it('are an update of it, and decide where events go', async () => {
    const test = await startDemo();
    const subscription = demoIds.eventSubscriptions.audit;
    const path = `/event_subscriptions/${subscription}/sources`;
    const before = ((await test.get(path)).sources as Json[]).map(({ type }) => type);
    const type = eventTypes.find((one) => !before.includes(one)) ?? '';
    await test.call('POST', path, { body: { type } });
    await test.call('PATCH', `${path}/${type}`);
    await test.call('DELETE', `${path}/${type}`);
    const told = await events(test);
    expect(told.map(({ event_type }) => event_type)).toEqual(Array(2).fill('event_subscription_updated.v0'));
    const [added, removed] = told.map(({ object }) => object as { sources: Json[]; destinations: Json[] });
    expect(added?.sources.map((source) => source.type)).toEqual([...before, type]);
    expect(removed?.sources).toEqual((await test.get(path)).sources);
    await test.create('/api_keys');
    const [last] = await events(test, '?limit=1');
    expect(last?.event_type).toBe('api_key_created.v0');
    expect(before).toContain('api_key_created.v0');
    expect(last?.destinations).toEqual(added?.destinations);
    expect(last?.destinations[0]?.uri).toMatch(/^http:\/\/api\.test\/event_destinations\/ed_/);
  });
});

describe('GET /sandbox/v1/events', () => {
  it('answers the last ones, those after a position, and only the types that are asked for', async () => {
    const test = await startService();
    for (const host of ['a', 'b', 'c'])
      await test.create('/endpoints', { url: `https://${host}.example.com` });
    const get = async (query: string) => {
      const { events: told, last } = await test.get(`/sandbox/v1/events${query}`);
      return { last, names: (told as Event[]).map(({ object }) => object.host ?? object.domain) };
    };
    expect(await get('?limit=2')).toEqual({ last: 6, names: ['c.example.com', 'c.example.com'] });
    expect(await get('?after=4&limit=1')).toEqual({ last: 5, names: ['c.example.com'] });
    expect(await get('?types=endpoint_*')).toEqual({
      last: 6,
      names: ['a.example.com', 'b.example.com', 'c.example.com'],
    });
    const exact = 'reserved_domain_created.v0,api_key_created.v0';
    expect(await get(`?types=${exact}&limit=2`)).toMatchObject({ names: ['b.example.com', 'c.example.com'] });
    expect(await get('?after=0&types=api_key_*')).toEqual({ last: 6, names: [] });
    expect(await get('?after=6')).toEqual({ last: 6, names: [] });
  });

  it('waits for the next one, without asking again', async () => {
    const test = await startService();
    const waiting = test.get('/sandbox/v1/events?after=0&wait=20&types=endpoint_*');
    await test.create('/api_keys');
    await test.create('/endpoints', { url: 'https://late.internal' });
    const { events: told, last } = await waiting;
    expect({ told: (told as Event[]).map(({ object }) => object.url), last }).toEqual({
      told: ['https://late.internal'],
      last: 2,
    });
  });

  it('is for admins of the account alone', async () => {
    const test = await startService();
    const path = '/sandbox/v1/events';
    await expectRefusal(test, ['GET', path, { as: test.member }], { code: 'ERR_ADMIN_REQUIRED' });
    await expectRefusal(test, ['GET', path, { headers: { authorization: undefined } }], {
      code: 'ERR_MISSING_API_KEY',
    });
    await expectRefusal(test, ['POST', path], { code: 'ERR_METHOD_NOT_ALLOWED' });
    await expectRefusal(test, ['GET', '/sandbox/v1/nothing'], { code: 'ERR_UNKNOWN_PATH' });
    for (const field of ['limit=0', 'limit=x', 'wait=26', 'after=-1']) {
      await expectRefusal(test, ['GET', `${path}?${field}`], {
        code: 'ERR_INVALID_QUERY',
        field: field.split('=')[0] ?? '',
      });
    }
  });
});
