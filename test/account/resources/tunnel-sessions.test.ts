import { describe, expect, it } from 'vitest';
import type { AgentState } from '../../../src/account/resources/agents/agent-state.ts';
import { tunnelSessionCollection } from '../../../src/account/resources/agents/tunnel-sessions.ts';
import { tunnelCollection } from '../../../src/account/resources/agents/tunnels.ts';
import { endpointCollection } from '../../../src/account/resources/endpoints.ts';
import { demoIds } from '../../../src/contract/examples/demo-ids.ts';
import {
  baseUrl,
  expectRefusal,
  type Json,
  openTestService,
  startService,
  type TestService,
} from '../../harness/test-service.ts';

const { linux } = demoIds.tunnelSessions;
const { linuxWeb, linuxLabels } = demoIds.tunnels;
const endpointId = demoIds.agentEndpoints.linuxWeb;
const ref = (collection: string, id: string) => ({ id, uri: `/${collection}/${id}` });

interface Agent extends AgentState {
  readonly agent_version?: string;
  readonly os?: string;
  readonly transport?: string;
}

/** An agent with one tunnel that serves an endpoint, and one with labels. */
async function startWithAgent(agent: Agent = {}): Promise<TestService> {
  const test = await startService();
  const { agent_version = '3.4.0', os = 'linux', transport = 'tunnel/2', ...hidden } = agent;
  const started_at = '2026-11-20T08:00:00Z';
  const tunnel_session = ref('tunnel_sessions', linux);
  await test.service.store.write(async (transaction) => {
    await tunnelSessionCollection.insert(transaction, {
      record: {
        ...tunnel_session,
        agent_version,
        credential: ref('credentials', demoIds.credentials.laptop),
        ip: '192.0.2.10',
        metadata: '{"host": "web-1"}',
        os,
        region: 'eu',
        started_at,
        transport,
      },
      hidden,
    });
    const tunnel = { started_at, metadata: '', region: 'eu', tunnel_session };
    await tunnelCollection.insert(transaction, {
      record: {
        ...tunnel,
        ...ref('tunnels', linuxWeb),
        public_url: 'https://web.example.com',
        proto: 'https',
        endpoint: ref('endpoints', endpointId),
        forwards_to: 'http://localhost:8080',
      },
      hidden: {},
    });
    await tunnelCollection.insert(transaction, {
      record: {
        ...tunnel,
        ...ref('tunnels', linuxLabels),
        labels: { uri: 'a', team: 'web' },
        forwards_to: 'localhost:22',
      },
      hidden: {},
    });
    await endpointCollection.insert(transaction, {
      record: {
        ...ref('endpoints', endpointId),
        region: 'eu',
        created_at: started_at,
        updated_at: started_at,
        public_url: 'https://web.example.com',
        url: 'https://web.example.com',
        proto: 'https',
        scheme: 'https',
        hostport: 'web.example.com:443',
        host: 'web.example.com',
        port: 443,
        type: 'ephemeral',
        metadata: '',
        description: '',
        principal: ref('users', test.admin.id),
        bindings: ['public'],
        pooling_enabled: false,
        tunnel: ref('tunnels', linuxWeb),
        tunnel_session,
      },
      hidden: {},
    });
  });
  return test;
}

const command = (name: string): [string, string] => ['POST', `/tunnel_sessions/${linux}/${name}`];

async function online(test: TestService) {
  const list = async (path: string, collection: string) =>
    (await test.get(path))[collection] as (Json & { id: string })[];
  return {
    sessions: await list('/tunnel_sessions', 'tunnel_sessions'),
    tunnels: await list('/tunnels', 'tunnels'),
    endpoints: await list('/endpoints', 'endpoints'),
  };
}

/** The version that the only agent runs. */
const versionOf = async (test: TestService) => (await online(test)).sessions[0]?.agent_version;

describe('tunnel sessions and tunnels', () => {
  it('are shown with references that are whole URLs, and labels as they are', async () => {
    const test = await startWithAgent();
    const url = ({ id, uri }: { id: string; uri: string }) => ({ id, uri: baseUrl + uri });
    const session = url(ref('tunnel_sessions', linux));
    expect(await test.get(`/tunnel_sessions/${linux}`)).toMatchObject({
      ...session,
      credential: url(ref('credentials', demoIds.credentials.laptop)),
      metadata: '{"host": "web-1"}',
    });
    expect(await test.get(`/tunnels/${linuxLabels}`)).toEqual({
      ...url(ref('tunnels', linuxLabels)),
      labels: { uri: 'a', team: 'web' },
      tunnel_session: session,
      forwards_to: 'localhost:22',
      started_at: '2026-11-20T08:00:00Z',
      metadata: '',
      region: 'eu',
    });
    expect(await test.get(`/tunnels/${linuxWeb}`)).toMatchObject({
      endpoint: url(ref('endpoints', endpointId)),
    });
    expect((await online(test)).tunnels).toHaveLength(2);
  });

  it.each(['restart', 'stop', 'update'])('that do not exist cannot be told to %s', async (name) => {
    const test = await startWithAgent();
    await expectRefusal(test, ['POST', `/tunnel_sessions/ts_x/${name}`], { code: 'ERR_NOT_FOUND' });
    await expectRefusal(test, [...command(name), { body: { force: true } }], {
      code: 'ERR_UNKNOWN_FIELD',
      field: 'force',
    });
  });
});

describe('a restart', () => {
  it('brings the agent back within two seconds, with new ids for all that it brings', async () => {
    const test = await startWithAgent();
    const before = await online(test);
    expect(await test.call(...command('restart'))).toMatchObject({ status: 204, text: '' });
    expect(await online(test)).toEqual({ sessions: [], tunnels: [], endpoints: [] });
    test.clock.now += 1000;
    expect((await online(test)).sessions).toEqual([]);
    test.clock.now += 1000;
    const after = await online(test);
    const [session] = after.sessions;
    expect(session?.id).not.toBe(linux);
    expect(session).toMatchObject({
      ...before.sessions[0],
      id: session?.id,
      uri: `${baseUrl}/tunnel_sessions/${session?.id}`,
      started_at: '2026-11-21T08:00:01Z',
    });
    const isOld = new Set<unknown>([linux, linuxWeb, linuxLabels, endpointId]);
    expect(after.tunnels).toHaveLength(2);
    expect(after.endpoints).toHaveLength(1);
    for (const { id, tunnel_session } of [...after.tunnels, ...after.endpoints]) {
      expect(isOld.has(id)).toBe(false);
      expect(tunnel_session).toEqual({ id: session?.id, uri: session?.uri });
    }
    const [endpoint] = after.endpoints;
    const web = after.tunnels.find(({ public_url }) => public_url !== undefined);
    expect(web?.endpoint).toEqual({ id: endpoint?.id, uri: endpoint?.uri });
    expect(endpoint?.tunnel).toEqual({ id: web?.id, uri: web?.uri });
    for (const { id, uri } of [session, ...after.tunnels, endpoint] as { id: string; uri: string }[]) {
      expect(await test.get(uri.replace(baseUrl, ''))).toMatchObject({ id });
    }
    for (const target of [`/tunnel_sessions/${linux}`, `/tunnels/${linuxWeb}`, `/endpoints/${endpointId}`]) {
      await expectRefusal(test, ['GET', target], { code: 'ERR_NOT_FOUND' });
    }
    await expectRefusal(test, command('restart'), { code: 'ERR_NOT_FOUND' });
  });

  it('is survived by a service that restarts meanwhile', async () => {
    const test = await startWithAgent();
    await test.call(...command('restart'));
    await test.service.store.close();
    const again = await openTestService(test.file, test.clock);
    try {
      expect((await online(again)).sessions).toEqual([]);
      again.clock.now += 2000;
      expect((await online(again)).sessions).toHaveLength(1);
    } finally {
      await again.service.close();
    }
  });

  it('can be repeated', async () => {
    const test = await startWithAgent();
    await test.call(...command('restart'));
    test.clock.now += 2000;
    const { sessions } = await online(test);
    expect((await test.call('POST', `/tunnel_sessions/${sessions[0]?.id}/restart`)).status).toBe(204);
    test.clock.now += 2000;
    const after = await online(test);
    expect([after.sessions, after.tunnels, after.endpoints].map(({ length }) => length)).toEqual([1, 2, 1]);
  });

  it('keeps the URL of its endpoints while it is away', async () => {
    const test = await startWithAgent();
    await test.call(...command('restart'));
    await expectRefusal(test, ['POST', '/endpoints', { body: { url: 'https://web.example.com' } }], {
      code: 'ERR_ENDPOINT_URL_TAKEN',
    });
  });

  it.each(['windows', 'Windows Server 2022'])('is refused for an agent on %s', async (os) => {
    const test = await startWithAgent({ os });
    await expectRefusal(test, command('restart'), { code: 'ERR_RESTART_UNSUPPORTED' });
  });

  it('is possible on macOS', async () => {
    const test = await startWithAgent({ os: 'darwin' });
    expect((await test.call(...command('restart'))).status).toBe(204);
  });

  it('and an update are refused for a session over SSH, a stop is not', async () => {
    const test = await startWithAgent({ transport: 'ssh', offeredVersion: '3.5.0' });
    for (const name of ['restart', 'update']) {
      await expectRefusal(test, command(name), { code: 'ERR_SESSION_OVER_SSH' });
    }
    expect((await test.call(...command('stop'))).status).toBe(204);
  });
});

describe('a stop', () => {
  it('takes the session, its tunnels and its endpoints', async () => {
    const test = await startWithAgent();
    const { id } = await test.create('/endpoints', { url: 'https://cloud.example.com' });
    expect(await test.call(...command('stop'))).toMatchObject({ status: 204, text: '' });
    test.clock.now += 60_000;
    expect(await online(test)).toMatchObject({ sessions: [], tunnels: [], endpoints: [{ id }] });
    await expectRefusal(test, command('stop'), { code: 'ERR_NOT_FOUND' });
    await test.create('/endpoints', { url: 'https://web.example.com' });
  });
});

describe('an update', () => {
  it('takes ten seconds, and its version runs after a restart', async () => {
    const test = await startWithAgent({ offeredVersion: '3.5.0' });
    expect(await test.call(...command('update'))).toMatchObject({ status: 204, text: '' });
    for (const name of ['update', 'restart']) {
      await expectRefusal(test, command(name), { code: 'ERR_UPDATE_UNDER_WAY' });
    }
    test.clock.now += 9_999;
    await expectRefusal(test, command('update'), { code: 'ERR_UPDATE_UNDER_WAY' });
    test.clock.now += 1;
    await expectRefusal(test, command('update'), { code: 'ERR_UPDATED_NOT_RESTARTED' });
    expect(await versionOf(test)).toBe('3.4.0');
    expect((await test.call(...command('restart'))).status).toBe(204);
    test.clock.now += 2000;
    expect(await versionOf(test)).toBe('3.5.0');
    const [session] = (await online(test)).sessions;
    await expectRefusal(test, ['POST', `/tunnel_sessions/${session?.id}/update`], {
      code: 'ERR_NO_UPDATE_AVAILABLE',
    });
  });

  it('waits through a restart that came before it', async () => {
    const test = await startWithAgent({ offeredVersion: '3.5.0' });
    await test.call(...command('restart'));
    test.clock.now += 2000;
    const [session] = (await online(test)).sessions;
    expect(session?.agent_version).toBe('3.4.0');
    expect((await test.call('POST', `/tunnel_sessions/${session?.id}/update`)).status).toBe(204);
  });

  it.each([
    ['3.4.0', undefined],
    ['3.4.0', '3.4.0'],
    ['3.4.0', '3.3.9'],
    ['3.4.0', '4.0.0'],
    ['3.4.0', '2.9.0'],
    ['3.10.0', '3.9.0'],
  ])('of an agent that runs %s is not available with %s on offer', async (agent_version, offered) => {
    const test = await startWithAgent({
      agent_version,
      ...(offered !== undefined && { offeredVersion: offered }),
    });
    await expectRefusal(test, command('update'), { code: 'ERR_NO_UPDATE_AVAILABLE' });
  });

  it.each([
    ['3.4.0', '3.4.1'],
    ['3.9.0', '3.10.0'],
    ['3.4', '3.4.1'],
  ])('of an agent that runs %s is available with %s on offer', async (agent_version, offeredVersion) => {
    const test = await startWithAgent({ agent_version, offeredVersion });
    expect((await test.call(...command('update'))).status).toBe(204);
  });

  it("is refused where the agent's configuration disables update checks", async () => {
    const test = await startWithAgent({ offeredVersion: '3.5.0', refusesUpdates: true });
    await expectRefusal(test, command('update'), { code: 'ERR_UPDATE_CHECKS_DISABLED' });
    expect((await test.call(...command('restart'))).status).toBe(204);
    test.clock.now += 2000;
    const [session] = (await online(test)).sessions;
    await expectRefusal(test, ['POST', `/tunnel_sessions/${session?.id}/update`], {
      code: 'ERR_UPDATE_CHECKS_DISABLED',
    });
  });

  it('may be told to an agent on Windows, which then has to be restarted by hand', async () => {
    const test = await startWithAgent({ os: 'windows', offeredVersion: '3.5.0' });
    expect((await test.call(...command('update'))).status).toBe(204);
    test.clock.now += 10_000;
    await expectRefusal(test, command('restart'), { code: 'ERR_RESTART_UNSUPPORTED' });
    await expectRefusal(test, command('update'), { code: 'ERR_UPDATED_NOT_RESTARTED' });
  });
});
