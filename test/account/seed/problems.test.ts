import { afterAll, describe, expect, it } from 'vitest';
import { seedLists, seedSchemaOf } from '../../../src/account/seed/lists.ts';
import type { ObjectSchema, Schema } from '../../../src/contract/schema/schema.ts';
import { keywords } from '../../../src/contract/schema/validate.ts';
import { makeKey } from '../../harness/ssh-keygen.ts';
import { temporaryDirectory } from '../../harness/temporary-directory.ts';
import { freshFile, problemsOf } from './seed-fixture.ts';

const key = await makeKey(temporaryDirectory(afterAll), 'key', ['-t', 'ed25519']);
const id = (prefix: string, digit = '0') => `${prefix}_3KHTkB6oJg5NIowPiOVzSJsUDm${digit}`;

const wrong: [what: string, seed: string, problems: (string | RegExp)[]][] = [
  [
    'an unknown list',
    '# comment\nusers: []\nuser: []',
    [
      /^seed.yml:3: user: "user" is not a member of a seed; supported: \$schema, version, account, users, bots, /,
    ],
  ],
  [
    'an unknown member',
    'users:\n  - name: a\n    role: admin',
    ['seed.yml:3: users[0].role: "role" is not a member of users[0]; supported: id, created_at, name, admin'],
  ],
  ['a missing member', 'users:\n  - admin: true', ['seed.yml:2: users[0].name is required']],
  [
    'a wrong type',
    'users:\n  - name:\n      1',
    ['seed.yml:2: users[0].name must be a string, not a whole number'],
  ],
  ['a list as a whole', '- 1', ['seed.yml:1: must be an object, not a list']],
  ['nothing', '', ['seed.yml:1: must be an object, not null']],
  ['no YAML', 'users: [', [/^seed.yml:1: is neither JSON nor YAML: /]],
  ['a repeated key', 'users:\n  - name: a\n    name: b', ['seed.yml:3: has the key "name" twice']],
  ['a repeated key in JSON', '{"users": [],\n"users": []}', ['seed.yml:2: has the key "users" twice']],
  ['an alias', 'users: &a\n  - name: a\nbots: *a', ['seed.yml:3: must not have aliases such as "*a"']],
  [
    'aliases that explode',
    `a: &a [x, x]\n${'bcdefghi'.replace(/./g, (c) => `${c}: &${c} [*${String.fromCharCode(c.charCodeAt(0) - 1)}]\n`)}`,
    [/^seed.yml:2: must not have aliases/],
  ],
  [
    'deep nesting',
    `users: ${'['.repeat(40)}${']'.repeat(40)}`,
    [/^seed.yml:1: is nested more than 32 levels deep/],
  ],
  ['a huge file', `# ${'x'.repeat(17_000_000)}`, ['seed.yml:1: must be at most 16777216 bytes']],
  ['a NUL', 'users:\n  - name: "a\\0"', ['seed.yml:2: users[0].name contains a NUL character at offset 1']],
  [
    'a client authority that is no pair',
    'account:\n  client_authority: { certificate: a, private_key: canary }',
    [
      'seed.yml:2: account.client_authority must hold a certificate and its private key, both PEM, as an export has them',
    ],
  ],
  [
    'a token and a hash',
    'api_keys:\n  - token: 3KHTkB6oJg5NIowPiOVzSJsUDm0_00000000000000000000\n    secret_hash: AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=',
    ['seed.yml:3: api_keys[0].secret_hash is only accepted without token'],
  ],
  [
    'an agent without a credential',
    'agents:\n  - { os: linux, agent_version: 3.1.0, ip: 192.0.2.1 }',
    ['seed.yml:2: agents[0].credential_id is required'],
  ],
  [
    'a wrong URL',
    'endpoints:\n  - url: https://a.example.com\n  - url: ftp://a.example.com',
    ['seed.yml:3: endpoints[1].url has the scheme "ftp"; use https, http, tcp or tls'],
  ],
  [
    'a taken URL',
    'endpoints:\n  - url: https://a.example.com\n  - url: https://A.example.com:443',
    [/^seed.yml:3: endpoints\[1\].url: "https:\/\/a.example.com" is already served by ep_\w{27}$/],
  ],
  [
    'a wrong policy',
    'endpoints:\n  - url: https://a.example.com\n    traffic_policy: "a: 1"',
    [/^seed.yml:3: endpoints\[0\].traffic_policy line 1: the policy: "a" is not a member here/],
  ],
  [
    'a wrong ACL rule',
    `ssh_credentials:\n  - public_key: ${key}\n    acl:\n      - "*"\n      - allow:x`,
    [/^seed.yml:5: ssh_credentials\[0\].acl\[1\]: "allow:x" is not a bind rule/],
  ],
  [
    'a taken key',
    `ssh_credentials:\n  - public_key: ${key}\n  - public_key: ${key} b`,
    [/^seed.yml:3: ssh_credentials\[1\].public_key already belongs to the SSH credential sshcr_\w{27}$/],
  ],
  [
    'an id of another kind',
    `users:\n  - { name: a, id: ${id('bot')} }`,
    ['seed.yml:2: users[0].id must match ^usr_[0-9A-Za-z]{27}$'],
  ],
  [
    'an id given twice',
    `users:\n  - { name: a, id: ${id('usr')} }\n  - { name: b, id: ${id('usr')} }`,
    [`seed.yml:3: users[1].id: "${id('usr')}" is already the id of users[0]`],
  ],
  [
    'a reference to nothing',
    `endpoints:\n  - url: https://a.example.com\n    principal_id: ${id('bot')}`,
    [`seed.yml:3: endpoints[0].principal_id: "${id('bot')}" is neither in this seed nor in the account`],
  ],
  [
    'a reference to something else',
    `ip_policies: [{ id: ${id('ipp')} }]\nevent_subscriptions:\n  - destination_ids:\n      - ${id('ipp')}`,
    [/^seed.yml:4: event_subscriptions\[0\].destination_ids\[0\]: "ipp_\w{27}" is neither/],
  ],
  [
    'a wrong time',
    'users:\n  - name: a\n    created_at: yesterday',
    [/^seed.yml:3: users\[0\].created_at: "yesterday" is not an RFC 3339 time/],
  ],
  [
    'a time before ids',
    'users:\n  - name: a\n    created_at: 2001-01-01T00:00:00Z',
    [/^seed.yml:2: users\[0\] needs an id: one can only be made for a time from 2014-05-13T16:53:20Z to /],
  ],
  [
    'an encrypted or damaged private key',
    'ssh_certificate_authorities:\n  - private_key: |\n      -----BEGIN OPENSSH PRIVATE KEY-----\n      AAAA\n',
    ['seed.yml:2: ssh_certificate_authorities[0].private_key is an OpenSSH private key that is cut short'],
  ],
  [
    'a private key and a kind',
    'ssh_certificate_authorities:\n  - private_key: x\n    kind: rsa',
    [/^seed.yml:3: ssh_certificate_authorities\[0\].kind is only accepted without private_key/],
  ],
  [
    'a signing request that is none',
    'kubernetes_operators:\n  - enabled_features: [bindings]\n    binding:\n      csr: x',
    [/^seed.yml:4: kubernetes_operators\[0\].binding.csr /],
  ],
  [
    "a selector that can't work",
    'kubernetes_operators:\n  - enabled_features: [bindings]\n    binding:\n      endpoint_selectors:\n        - nothing.url',
    [
      /^seed.yml:5: kubernetes_operators\[0\].binding.endpoint_selectors\[0\]: "nothing.url" is not a selector/,
    ],
  ],
  [
    'a critical option that is none',
    `ssh_certificate_authorities: [{ id: ${id('sshca')} }]\nssh_user_certificates:\n  - public_key: ${key}\n    ssh_certificate_authority_id: ${id('sshca')}\n    critical_options:\n      a.b: c`,
    [/^seed.yml:5: ssh_user_certificates\[0\].critical_options.a.b is not a supported critical option/],
  ],
  [
    'a token of another key',
    `api_keys:\n  - id: ${id('ak')}\n    token: ${id('', '1').slice(1)}_abcdefghijklmnopqrst`,
    [`seed.yml:3: api_keys[0].token does not belong to this key; it must start with ${id('').slice(1)}_`],
  ],
  [
    'an edge that serves another scheme',
    'tcp_edges:\n  - endpoints:\n      - url: https://a.example.com',
    [
      'seed.yml:3: tcp_edges[0].endpoints[0].url: "https://a.example.com" cannot be served by this edge; it serves tcp',
    ],
  ],
  [
    'a policy that an edge lacks',
    `tcp_edges:\n  - ip_restriction:\n      ip_policy_ids:\n        - ${id('ipp')}`,
    [/^seed.yml:4: tcp_edges\[0\].ip_restriction.ip_policy_ids\[0\]: "ipp_\w+" is neither in this seed/],
  ],
  [
    'a domain that is none, or reserved',
    'reserved_domains:\n  - name: a.example.com:1\n  - name: b.internal\n  - name: c.example.com\n  - name: C.example.com',
    [
      'seed.yml:2: reserved_domains[0].name: "a.example.com:1" is not a domain',
      'seed.yml:3: reserved_domains[1].name: "b.internal" is not a domain',
      /^seed.yml:5: reserved_domains\[3\].name: "c.example.com" is already reserved by rd_\w+$/,
    ],
  ],
  [
    'agents and tunnels that cannot be',
    `credentials: [{ id: ${id('cr')} }]
agents:
  - { os: linux, agent_version: 3.1.0, ip: 1.2.3, credential_id: ${id('cr')} }
  - { os: linux, agent_version: 3.1.0, ip: 1.2.3.4, credential_id: ${id('cr')}, transport: ssh }
  - os: linux
    agent_version: 3.1.0
    ip: 1.2.3.4
    credential_id: ${id('cr')}
    tunnels:
      - forwards_to: a
      - { forwards_to: a, labels: { a: b }, name: x }
      - { forwards_to: a, labels: { a: b }, url: https://a.example.com }
      - { forwards_to: a, url: https://a.example.com, bindings: [internal] }`,
    [
      'seed.yml:3: agents[0].ip: "1.2.3" is not an IP address',
      'seed.yml:4: agents[1].transport must be <vendor>/2 with a tunnel credential',
      'seed.yml:10: agents[2].tunnels[0] needs url or labels',
      'seed.yml:11: agents[2].tunnels[1].name is only accepted with url',
      'seed.yml:12: agents[2].tunnels[2].labels is only accepted without url',
      'seed.yml:13: agents[2].tunnels[3].bindings[0] cannot be internal: the host of the url must end in .internal',
    ],
  ],
  [
    'a status of a hostname that was not reported',
    'abuse_reports:\n  - urls: [https://a.example]\n    hostnames:\n      - { hostname: b.example, status: BANNED }',
    [/^seed.yml:4: abuse_reports\[0\].hostnames\[0\].hostname: "b.example" is not a hostname of the urls/],
  ],
  [
    'a source given twice',
    'event_subscriptions:\n  - sources: [a_created.v0, b_created.v0, a_created.v0]',
    ['seed.yml:2: event_subscriptions[0].sources[2]: "a_created.v0" is already in the list'],
  ],
  [
    'an admin who is none',
    `account: { admin_id: ${id('usr')} }\nusers: [{ id: ${id('usr')}, name: a }]`,
    ['seed.yml:1: account.admin_id is not the id of an admin among the users of the seed'],
  ],
  [
    'several things, told at once and once',
    `users:
  - { id: ${id('usr')}, name: a, created_at: 2001-01-01T00:00:00Z }
  - { id: ${id('usr')}, name: b }
endpoints:
  - { url: https://a.example.com, principal_id: ${id('usr')} }
  - { url: https://b.example.com, principal_id: ${id('usr', '1')} }`,
    [
      `seed.yml:3: users[1].id: "${id('usr')}" is already the id of users[0]`,
      `seed.yml:6: endpoints[1].principal_id: "${id('usr', '1')}" is neither in this seed nor in the account`,
    ],
  ],
];

describe('a seed with a problem', () => {
  it.each(wrong)('such as %s tells its line, and nothing is stored', async (_, seed, expected) => {
    const problems = await problemsOf(await freshFile(), seed);
    expect(problems).toHaveLength(expected.length);
    for (const [i, problem] of expected.entries()) {
      if (typeof problem === 'string') expect(problems[i]).toBe(problem);
      else expect(problems[i]).toMatch(problem);
    }
  });

  it('tells ten problems at most', async () => {
    const users = Array.from({ length: 20 }, () => ({}));
    expect(await problemsOf(await freshFile(), JSON.stringify({ users }))).toHaveLength(10);
    const endpoints = Array.from({ length: 20 }, () => ({
      url: 'https://a.example.com',
      bindings: ['internal'],
    }));
    expect(await problemsOf(await freshFile(), JSON.stringify({ endpoints }))).toHaveLength(10);
  });

  it('does not show secrets', async () => {
    const seed = JSON.stringify({
      api_keys: [
        { token: 'Canary of a token' },
        { token: `${id('', '1').slice(1)}_CanaryOfAToken000000`, id: id('ak') },
      ],
      ssh_certificate_authorities: [{ private_key: 'Canary of a key' }],
      event_destinations: [{ target: { metrics_target: { api_key: 'Canary', ddtags: 1 } } }],
    });
    for (const line of await problemsOf(await freshFile(), seed)) expect(line).not.toContain('Canary');
  });

  it('is retried once it is corrected', async () => {
    const file = await freshFile();
    await problemsOf(file, 'users: [{ name: 1 }]');
    await file.seed('users: [{ name: a }]');
    expect(await file.service.store.list('users', { limit: 5 })).toHaveLength(2);
  });
});

describe('the schema of seeds', () => {
  const annotations = [
    'title',
    'description',
    'default',
    'x-secret',
    'x-refers-to',
    'x-file',
    'x-warn-empty',
    'x-empty',
    'x-shown-as',
    'x-document',
    'x-span',
    'x-follows',
    'x-identifies',
  ];

  function* parts(schema: Schema | undefined, path: string): Generator<[path: string, schema: ObjectSchema]> {
    if (typeof schema !== 'object') return;
    yield [path, schema];
    yield* parts(schema.items as Schema | undefined, `${path}[]`);
    for (const [name, member] of Object.entries(schema.properties ?? {}))
      yield* parts(member, `${path}.${name}`);
  }

  it('says only what is enforced or shown, and describes every member', () => {
    for (const [path, part] of parts(seedSchemaOf(seedLists), 'seed')) {
      expect([
        path,
        Object.keys(part).filter((name) => ![...keywords, ...annotations].includes(name)),
      ]).toEqual([path, []]);
      if (/\.\w+$/.test(path)) expect([path, part.description]).toEqual([path, expect.any(String)]);
    }
  });
});
