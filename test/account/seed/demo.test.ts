import { describe, expect, it } from 'vitest';
import { readAccount } from '../../../src/account/records/account.ts';
import { demoSeed } from '../../../src/account/seed/demo/demo.ts';
import { readSeed } from '../../../src/account/seed/read.ts';
import { demoIds } from '../../../src/contract/examples/demo-ids.ts';
import { catalogue } from '../../../src/contract/index.ts';
import { responseSchema } from '../../../src/contract/schema/resource.ts';
import { validate } from '../../../src/contract/schema/validate.ts';
import { demoFiles } from './seed-fixture.ts';

const openDemo = demoFiles();

const examples = catalogue.flatMap((entry) =>
  entry.operation.examples.map((example) => ({ title: `${entry.name}: ${example.summary}`, entry, example })),
);

function targetOf(path: string, params: Readonly<Record<string, string>> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
}

describe('the demo account', () => {
  it.each(examples)('runs the example $title', async ({ entry: { operation }, example }) => {
    const demo = await openDemo();
    const answer = await demo.call(operation, targetOf(operation.path, example.params), example.body);
    expect(answer, answer.text).toMatchObject({ status: operation.status });
    const schema = responseSchema(operation);
    if (schema) expect(validate(schema, answer.body)).toEqual([]);
    else expect(answer.text).toBe('');
  });

  const lists = catalogue.filter(({ operation }) => operation.list);

  it.each(lists.map((entry) => [entry.name, entry] as const))('shows two or more at %s', async (_, entry) => {
    const { list, path, examples } = entry.operation;
    const demo = await openDemo();
    const body = await demo.get(targetOf(path, examples[0]?.params));
    expect((body[list?.collection ?? ''] as unknown[]).length).toBeGreaterThanOrEqual(2);
  });

  it('is a seed like any other', async () => {
    const { seed } = await readSeed({ name: 'demo.json', text: JSON.stringify(demoSeed) });
    expect(seed).toEqual(demoSeed);
  });

  it('is the account of a fresh file, with its admin', async () => {
    const { service } = await openDemo();
    expect(await readAccount(service.store)).toEqual({
      id: demoIds.account.account,
      adminId: demoIds.users.admin,
      mayReportAbuse: true,
    });
    const ids = async (collection: string) =>
      (await service.store.list(collection, { limit: 100 })).map(({ id }) => id);
    expect(await ids('users')).toEqual([demoIds.users.developer, demoIds.users.admin]);
    expect(await ids('ssh_certificate_authorities')).toEqual([
      demoIds.sshCertificateAuthorities.hosts,
      demoIds.sshCertificateAuthorities.users,
    ]);
  });

  it('has every id of the contract, and no other', async () => {
    const { service, rows } = await openDemo();
    await service.close();
    const known = Object.values(demoIds).flatMap((kind) => Object.values(kind));
    const stored = (await rows()) as { collection: string; id: string; data: string }[];
    const ids = stored.filter(({ collection }) => collection !== 'settings').map(({ id }) => id);
    expect(ids.toSorted()).toEqual(known.filter((id) => id !== demoIds.account.account).toSorted());
  });

  it('has certificates that start with it, under ids that are older', async () => {
    const demo = await openDemo();
    const certificate = await demo.get(`/ssh_user_certificates/${demoIds.sshUserCertificates.alice}`);
    expect(certificate.created_at).toMatch(/^2026-10-/);
    expect(Date.parse(String(certificate.valid_after))).toBeGreaterThan(Date.now() - 60_000);
  });

  it('has agents whose endpoints say where they come from', async () => {
    const demo = await openDemo();
    const { tunnelSessions, tunnels, agentEndpoints, reservedDomains, users, tcpAddresses } = demoIds;
    const ref = (id: string) => expect.objectContaining({ id });
    expect(await demo.get(`/endpoints/${agentEndpoints.sshWeb}`)).toMatchObject({
      type: 'ephemeral',
      tunnel: ref(tunnels.sshWeb),
      tunnel_session: ref(tunnelSessions.ssh),
      domain: ref(reservedDomains.demo),
      principal: ref(users.developer),
      upstream_url: 'ssh',
      upstream_protocol: 'http1',
    });
    expect(await demo.get(`/endpoints/${agentEndpoints.windowsTcp}`)).toMatchObject({
      tcp_addr: ref(tcpAddresses.desktop),
      upstream_protocol: 'tcp',
    });
    expect(await demo.get(`/endpoints/${demoIds.edgeEndpoints.shop}`)).toMatchObject({
      type: 'edge',
      edge: ref(demoIds.httpsEdges.shop),
    });
    expect(await demo.get(`/tunnels/${tunnels.linuxLabels}`)).not.toHaveProperty('endpoint');
  });
});
