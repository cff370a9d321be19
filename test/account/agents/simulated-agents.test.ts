import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { simulatedAgents } from '../../../src/account/agents/simulated-agents.ts';
import { exampleKeys } from '../../../src/contract/examples/example-keys.ts';
import { openService } from '../../../src/hosting/open-service.ts';
import { inEachTurn } from '../../harness/event-loop.ts';
import { temporaryDirectory } from '../../harness/temporary-directory.ts';
import { openTestService } from '../../harness/test-service.ts';

const agent = { os: 'linux', agent_version: '3.9.1', ip: '203.0.113.7' };

/** A service, and its file opened a second time as another process does. */
async function openTwice() {
  const folder = temporaryDirectory();
  const file = join(folder, 'sandbox.db');
  const test = await openTestService(file, {
    get now() {
      return Date.now();
    },
  });
  const other = await openService(file);
  onTestFinished(async () => {
    await other.close();
    await test.service.close();
  });
  const events = async () => {
    const { events: all } = (await test.get('/sandbox/v1/events')) as { events: { event_type: string }[] };
    return all.map(({ event_type }) => event_type).filter((type) => !type.startsWith('api_key_'));
  };
  return { test, agents: simulatedAgents(other, 'http://sandbox.localhost'), events };
}

it('an agent that connects is seen by the service at once, with tunnels and endpoints, and told as events', async () => {
  const { test, agents, events } = await openTwice();
  const session = await agents.connect({
    ...agent,
    os: 'darwin',
    metadata: 'mine',
    tunnels: [
      { url: 'https://mac.example.com', forwards_to: 'http://localhost:3000' },
      { labels: { team: 'web' }, forwards_to: 'http://localhost:3000' },
    ],
  });
  const { uri, ...known } = session;
  expect(await test.get(`/tunnel_sessions/${session.id}`)).toMatchObject({
    ...known,
    credential: { id: expect.stringMatching(/^cr_/), uri: expect.any(String) },
  });
  expect(uri).toContain(session.id);
  const { endpoints } = (await test.get('/endpoints')) as unknown as { endpoints: Record<string, unknown>[] };
  expect(endpoints).toMatchObject([
    {
      url: 'https://mac.example.com',
      type: 'ephemeral',
      metadata: 'mine',
      upstream_url: 'http://localhost:3000',
    },
  ]);
  expect(await agents.list()).toMatchObject([{ id: session.id, os: 'darwin', state: 'online', tunnels: 2 }]);
  await agents.disconnect(session.id);
  expect((await test.call('GET', `/tunnel_sessions/${session.id}`)).status).toBe(404);
  expect(await test.get('/endpoints')).toMatchObject({ endpoints: [] });
  expect(await events()).toEqual([
    'tunnel_session_started.v0',
    'reserved_domain_created.v0',
    'endpoint_created.v0',
    'endpoint_deleted.v0',
    'tunnel_session_stopped.v0',
  ]);
});

it('ids of what an agent brings sort after what was made before', async () => {
  const { test, agents } = await openTwice();
  const before = await test.create('/endpoints', { url: 'https://a.example.com' });
  await agents.connect({ ...agent, tunnels: [{ url: 'https://b.example.com', forwards_to: 'x' }] });
  const after = await test.create('/endpoints', { url: 'https://c.example.com' });
  const { endpoints } = (await test.get('/endpoints')) as unknown as { endpoints: { id: string }[] };
  expect([endpoints[0]?.id, endpoints[2]?.id]).toEqual([after.id, before.id]);
});

it('an offered update is what the update operation sees', async () => {
  const { test, agents } = await openTwice();
  const { id } = await agents.connect({ ...agent, tunnels: [] });
  const update = async () => (await test.call('POST', `/tunnel_sessions/${id}/update`)).body.error_code;
  expect(await update()).toBe('ERR_NO_UPDATE_AVAILABLE');
  await agents.offerUpdate(id, '3.10.0', true);
  expect(await update()).toBe('ERR_UPDATE_CHECKS_DISABLED');
  expect(await agents.offerUpdate(id, '3.10.0', false)).toMatchObject({ offered_version: '3.10.0' });
  expect(await update()).toBeUndefined();
  expect(await agents.list()).toMatchObject([{ id, state: 'updating' }]);
});

it('an agent over SSH takes the SSH credential of the account, and gets no updates', async () => {
  const { test, agents } = await openTwice();
  const ssh = { ...agent, transport: 'ssh', tunnels: [] };
  await expect(agents.connect(ssh)).rejects.toMatchObject({ code: 'INVALID_AGENT', field: 'credential_id' });
  const { id } = await test.create('/ssh_credentials', { public_key: exampleKeys.ed25519 });
  const session = await agents.connect(ssh);
  expect(session).toMatchObject({ transport: 'ssh', credential: { id } });
  await expect(agents.offerUpdate(session.id, '4.0.0', false)).rejects.toMatchObject({
    code: 'ERR_SESSION_OVER_SSH',
  });
});

it('what an agent cannot be is refused by its member, and leaves nothing behind', async () => {
  const { test, agents } = await openTwice();
  await test.create('/endpoints', { url: 'https://taken.example.com' });
  const before = test.rows();
  const tunnel = (url: string) => ({ ...agent, tunnels: [{ url, forwards_to: 'x' }] });
  const refused = [
    [{ ...agent, ip: 'here' }, 'ip', '"here" is not an IP address'],
    [{ ...agent, credential_id: 'cr_x' }, 'credential_id', '"cr_x" is not in the account'],
    [{ ...agent, metadata: 'x'.repeat(5000) }, 'metadata', /4096/],
    [tunnel('ftp://x'), 'url', /scheme "ftp"/],
    [tunnel('https://taken.example.com'), 'url', /is already served by ep_/],
  ] as const;
  for (const [given, member, message] of refused) {
    await expect(agents.connect({ ...given })).rejects.toMatchObject({
      field: member,
      message: typeof message === 'string' ? message : expect.stringMatching(message),
    });
  }
  await expect(agents.disconnect('ts_none')).rejects.toMatchObject({ code: 'ERR_NOT_FOUND' });
  await expect(agents.offerUpdate('ts_none', '1.0', false)).rejects.toMatchObject({ code: 'ERR_NOT_FOUND' });
  // The clock of the file may have gone on.
  const objects = (rows: unknown[]) => rows.filter((row) => !JSON.stringify(row).includes('clock'));
  expect(objects(test.rows())).toEqual(objects(before));
});

it('many agents are listed with everything else in its turn meanwhile', async () => {
  const { agents } = await openTwice();
  await Promise.all(Array.from({ length: 250 }, () => agents.connect(agent)));
  let turns = 0;
  const look = () => {
    turns += 1;
  };
  expect(await inEachTurn(look, () => agents.list())).toHaveLength(250);
  expect(turns).toBeGreaterThanOrEqual(3);
});
