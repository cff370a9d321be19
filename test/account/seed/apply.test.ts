import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readAccount } from '../../../src/account/records/account.ts';
import { demoIds } from '../../../src/contract/examples/demo-ids.ts';
import { serve } from '../../../src/hosting/serve.ts';
import { makeKey, sshKeygen } from '../../harness/ssh-keygen.ts';
import { temporaryDirectory } from '../../harness/temporary-directory.ts';
import { freshFile, problemsOf } from './seed-fixture.ts';

const folder = temporaryDirectory(afterAll);
const id = (prefix: string, digit: string) => `${prefix}_3KHTkB6oJg5NIowPiOVzSJsUDm${digit}`;

describe('a seed', () => {
  it('does nothing the second time', async () => {
    const file = await freshFile();
    await file.seed('demo');
    await file.seed('endpoints: [{ url: https://a.example.com }]');
    const rows = await file.rows();
    await file.seed('demo');
    await file.seed('endpoints: [{ url: https://a.example.com }]');
    expect(await file.rows()).toEqual(rows);
  });

  it('takes the order of the file for granted nowhere', async () => {
    const file = await freshFile();
    await file.seed(`
agents:
  - os: linux
    agent_version: 3.1.0
    ip: 2001:db8::1
    credential_id: ${id('cr', '0')}
    tunnels: [{ url: https://a.example.com, forwards_to: localhost:80 }]
credentials: [{ id: ${id('cr', '0')}, owner_id: ${id('bot', '0')} }]
bots: [{ id: ${id('bot', '0')}, name: ci }]
`);
    const { endpoints } = (await file.get('/endpoints')) as { endpoints: object[] };
    expect(endpoints).toMatchObject([{ principal: { id: id('bot', '0') }, url: 'https://a.example.com' }]);
    expect(await file.get('/tunnel_sessions')).toMatchObject({
      tunnel_sessions: [{ transport: 'tunnelctl/2', credential: { id: id('cr', '0') }, region: 'us' }],
    });
  });

  it('makes ids and times from each other, else from now', async () => {
    const file = await freshFile();
    await file.seed(`{"endpoints": [
      {"url": "https://a.example.com", "id": "${demoIds.endpoints.app}"},
      {"url": "https://b.example.com", "created_at": "2020-02-03T05:05:06+01:00"},
      {"url": "https://c.example.com", "created_at": "2020-02-03T04:05:06Z"},
      {"url": "https://d.example.com", "created_at": "1999-01-01T00:00:00Z", "id": "${demoIds.endpoints.api}"},
      {"url": "https://e.example.com"}
    ]}`);
    const { endpoints } = (await file.get('/endpoints')) as {
      endpoints: { created_at: string; url: string }[];
    };
    expect(endpoints.map(({ url, created_at }) => [url.slice(8, 9), created_at])).toEqual([
      ['e', expect.stringContaining(new Date().toISOString().slice(0, 10))],
      ['d', '1999-01-01T00:00:00Z'],
      ['a', expect.stringMatching(/^2026-10-/)],
      ['c', '2020-02-03T04:05:06Z'],
      ['b', '2020-02-03T04:05:06Z'],
    ]);
  });

  it('adds to an account in use, which keeps its id and admin', async () => {
    const file = await freshFile();
    await file.seed('endpoints: [{ url: https://a.example.com }]');
    await file.seed('demo');
    expect(await readAccount(file.service.store)).toEqual(file.service.account);
    const users = await file.service.store.list('users', { limit: 10 });
    expect(users.map((row) => row.id)).toEqual([
      file.service.account.adminId,
      demoIds.users.developer,
      demoIds.users.admin,
    ]);
  });

  it('says whether abuse may be reported', async () => {
    const file = await freshFile();
    await file.seed('account: { may_report_abuse: false }');
    const answer = await file.call({ method: 'POST' }, '/abuse_reports', { urls: ['https://a.example'] });
    expect(answer.status).toBe(403);
  });

  it('brings API keys whose tokens authenticate', async () => {
    const file = await freshFile();
    const token = `${id('ak', '0').slice(3)}_abcdefghijklmnopqrst`;
    await file.seed(`
users: [{ id: ${id('usr', '0')}, name: alice }]
api_keys: [{ token: ${token}, owner_id: ${id('usr', '0')} }, { description: nobody has this one }]
`);
    const answer = await file.call({ method: 'GET' }, '/api_keys', undefined, token);
    expect(answer.body).toMatchObject({
      keys: [
        { description: 'nobody has this one' },
        { id: id('ak', '0'), owner_id: id('usr', '0'), token: null },
      ],
    });
    const other = await file.call({ method: 'GET' }, '/api_keys', undefined, `${token}u`);
    expect(other.status).toBe(401);
  });

  it.each(['ed25519', 'ecdsa', 'rsa'])('takes an %s authority that ssh-keygen made', async (type) => {
    const line = await makeKey(folder, type, ['-t', type]);
    const key = readFileSync(join(folder, type), 'utf8');
    const file = await freshFile();
    await file.seed(
      JSON.stringify({
        ssh_certificate_authorities: [{ id: id('sshca', '0'), private_key: key }],
        ssh_user_certificates: [
          { ssh_certificate_authority_id: id('sshca', '0'), public_key: line, principals: ['alice'] },
        ],
        ssh_host_certificates: [{ ssh_certificate_authority_id: id('sshca', '0'), public_key: line }],
      }),
    );
    const fingerprint = (await sshKeygen('-lf', join(folder, `${type}.pub`))).split(' ')[1] ?? '';
    for (const kind of ['ssh_user_certificates', 'ssh_host_certificates']) {
      const answer = (await file.get(`/${kind}`)) as Record<string, { certificate: string }[]>;
      const certificate = join(folder, `${type}-${kind}.pub`);
      writeFileSync(certificate, `${answer[kind]?.[0]?.certificate}\n`);
      const shown = await sshKeygen('-Lf', certificate);
      expect(shown.split('\n').find((part) => part.includes('Signing CA'))).toContain(fingerprint);
    }
  });

  it('leaves no secret in the data file', async () => {
    const file = await freshFile();
    await makeKey(folder, 'canary', ['-t', 'ed25519']);
    const privateKey = readFileSync(join(folder, 'canary'), 'utf8');
    await file.seed(
      JSON.stringify({
        api_keys: [{ token: `${id('ak', '0').slice(3)}_CanaryOfAToken0000000` }],
        ssh_certificate_authorities: [{ private_key: privateKey }],
        event_destinations: [
          { target: { metrics_target: { api_key: 'CanaryOfMetrics', ddtags: '', service: '', ddsite: '' } } },
          {
            target: {
              stream_target: {
                auth: { creds: { cloud_access_key_id: 'visible', cloud_secret_access_key: 'CanaryOfCloud' } },
                stream_resource_name: 'stream',
              },
            },
          },
        ],
      }),
    );
    const seed = Buffer.from(privateKey.split('\n').slice(1, -2).join(''), 'base64').subarray(-90, -58);
    const canaries = ['CanaryOf', privateKey.split('\n')[3] ?? '', seed.toString('base64').slice(4, -4)];
    const parent = join(file.file, '..');
    const names = readdirSync(parent);
    expect(names).toContain('sandbox.db-wal');
    const bytes = Buffer.concat(names.map((name) => readFileSync(join(parent, name))));
    expect(bytes.includes('visible')).toBe(true);
    for (const canary of canaries) expect(bytes.includes(canary), canary).toBe(false);
  });

  it('may hold thousands of endpoints', async () => {
    const file = await freshFile();
    const endpoints = Array.from({ length: 2_000 }, (_, i) => ({ url: `https://h${i}.example.com` }));
    await file.seed(JSON.stringify({ endpoints }));
    const { endpoints: page } = (await file.get('/endpoints?limit=2')) as { endpoints: { url: string }[] };
    expect(page.map(({ url }) => url)).toEqual(['https://h1999.example.com', 'https://h1998.example.com']);
  });

  it('is applied by serve, which still makes a key for the admin at its first start', async () => {
    const { file, service } = await freshFile();
    await service.close();
    const options = { file, host: '127.0.0.1', port: 0, seed: 'demo' } as const;
    const first = await serve(options);
    const answer = await fetch(`${first.url}/api_keys`, {
      headers: { authorization: `Bearer ${first.apiKey?.token}`, 'service-version': '2' },
    });
    const { keys } = (await answer.json()) as { keys: object[] };
    await first.stop();
    expect(keys[0]).toMatchObject({ id: first.apiKey?.id, owner_id: demoIds.users.admin });
    expect(first.authorities.map((authority) => authority.id)).toEqual([
      demoIds.sshCertificateAuthorities.hosts,
      demoIds.sshCertificateAuthorities.users,
    ]);
    const second = await serve(options);
    await second.stop();
    expect(second).not.toHaveProperty('apiKey');
  });

  it('is refused when an id of it is there already', async () => {
    const file = await freshFile();
    await file.seed(`users: [{ id: ${id('usr', '0')}, name: a }]`);
    expect(await problemsOf(file, `users:\n  - { id: ${id('usr', '0')}, name: b }`)).toEqual([
      `seed.yml:2: users[0].id: "${id('usr', '0')}" already exists in this account`,
    ]);
  });
});
