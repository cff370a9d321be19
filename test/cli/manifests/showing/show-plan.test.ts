import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import type { Plan } from '../../../../src/cli/manifests/planning/plan.ts';
import { planLines, planRecord } from '../../../../src/cli/manifests/showing/show-plan.ts';
import { exampleKeys } from '../../../../src/contract/examples/example-keys.ts';
import { hostile, idOf, obeyed, type Planned, planned, policy } from '../planned.ts';

const lines = ({ plan, hidden }: Planned, isColoured = false) => planLines(plan, { isColoured, hidden });

const key = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAPpjdA/U47AlE…97JHNvn alice@laptop';

const account = `
endpoints:
  - id: ${idOf('ep', 1)}
    url: https://app.example.com
    description: old words
    metadata: stays
    traffic_policy: |
${policy(403, 6)}
  - { id: ${idOf('ep', 2)}, url: 'https://gone.example.com', description: bye }
  - { id: ${idOf('ep', 3)}, url: 'https://same.example.com' }
  - { id: ${idOf('ep', 4)}, url: 'https://a.example.com' }
  - { id: ${idOf('ep', 5)}, url: 'https://b.example.com' }
  - { id: ${idOf('ep', 6)}, url: 'https://c.example.com' }
  - { id: ${idOf('ep', 7)}, url: 'https://d.example.com' }
ssh_credentials:
  - id: ${idOf('sshcr', 1)}
    public_key: ${exampleKeys.ed25519}
    acl: ['bind:a', 'bind:b']
api_keys:
  - { id: ${idOf('ak', 1)}, description: nightly }
`;
const manifest = `
endpoints:
  - url: https://app.example.com
    description: new words
    traffic_policy: |
${policy(404, 6)}
  - { url: 'https://same.example.com', description: '' }
  - { url: 'https://new.example.com', pooling_enabled: false }
ssh_credentials:
  - id: ${idOf('sshcr', 1)}
    public_key: ${exampleKeys.ecdsa}
    acl: ['bind:b', 'bind:c']
api_keys: []
event_destinations:
  - description: metrics
    target: { metrics_target: { api_key: canary-in-the-file } }
`;
const isPruned = {
  isPruned: ({ record }: { record: { description?: unknown } }) => record.description === 'bye',
};

describe('a plan for people', () => {
  it('has a block for each action, what stays unmanaged, and a summary', async () => {
    expect(lines(await planned(account, manifest, isPruned))).toEqual([
      `~ endpoints https://app.example.com (${idOf('ep', 1)})`,
      '  traffic_policy:',
      '    …',
      '            - type: deny',
      '              config:',
      '    -           status_code: 403',
      '    +           status_code: 404',
      '  description: "old words" -> "new words"',
      '',
      '+ endpoints https://new.example.com',
      '  url: "https://new.example.com"',
      '  pooling_enabled: false',
      '',
      `-/+ ssh-credentials ${key} (${idOf('sshcr', 1)})`,
      '  the API cannot change public_key in place; --replace deletes it and makes it anew, under another id',
      '  public_key:',
      `    - ${exampleKeys.ed25519}`,
      `    + ${exampleKeys.ecdsa}`,
      '  acl:',
      '    - bind:a',
      '      bind:b',
      '    + bind:c',
      '',
      '+ event-destinations metrics',
      '  description: "metrics"',
      '  target.metrics_target.api_key: a secret comes',
      '',
      `- endpoints https://gone.example.com (${idOf('ep', 2)})`,
      '  url: "https://gone.example.com"',
      '  type: "cloud"',
      '  description: "bye"',
      '  bindings:',
      '    - public',
      '  pooling_enabled: false',
      '',
      'endpoints: 4 that no file has stay: https://a.example.com, https://b.example.com, https://c.example.com and 1 more',
      'api-keys: 1 that no file has stays: nightly',
      '',
      '2 to create, 1 to change, 1 to replace, 1 to delete; 1 as it should be; 5 unmanaged',
    ]);
  });

  it('is coloured where colours are wanted, and says the same', async () => {
    const plan = await planned(account, manifest, isPruned);
    const coloured = lines(plan, true);
    expect(coloured.map(stripVTControlCharacters)).toEqual(lines(plan));
    expect(coloured).toEqual(
      expect.arrayContaining([
        `\u001b[33m~ endpoints https://app.example.com (${idOf('ep', 1)})\u001b[39m`,
        '\u001b[32m+ endpoints https://new.example.com\u001b[39m',
        '  url: \u001b[32m"https://new.example.com"\u001b[39m',
        `\u001b[31m- endpoints https://gone.example.com (${idOf('ep', 2)})\u001b[39m`,
        '  description: \u001b[31m"bye"\u001b[39m',
        '\u001b[31m    -           status_code: 403\u001b[39m',
      ]),
    );
    expect(coloured.at(-1)).toBe(`\u001b[1m${lines(plan).at(-1)}\u001b[22m`);
  });

  it('without differences says so in one line', async () => {
    const same = 'endpoints: [{ url: https://a.example.com }]';
    expect(lines(await planned(same, same))).toEqual(['no differences; 1 as it should be']);
    const two = 'endpoints: [{ url: https://a.example.com }, { url: https://b.example.com }]';
    expect(lines(await planned(two, same))).toEqual([
      'endpoints: 1 that no file has stays: https://b.example.com',
      '',
      'no differences; 1 as it should be; 1 unmanaged',
    ]);
    expect(lines(await planned(same, 'version: 1'))).toEqual(['no differences']);
  });

  it('tells that a credential without an ACL may bind everything', async () => {
    const made = `ssh_credentials: [{ public_key: '${exampleKeys.ed25519}' }]`;
    expect(lines(await planned('{}', made))).toEqual([
      `+ ssh-credentials ${key}`,
      '  public_key:',
      `    + ${exampleKeys.ed25519}`,
      '  acl:',
      '    + (everything)',
      '',
      '1 to create',
    ]);
  });

  it('names what lies within something else by what is around it', async () => {
    const edge = idOf('edgtcp', 1);
    const policyId = idOf('ipp', 1);
    const seed = `ip_policies: [{ id: ${policyId} }]\ntcp_edges: [{ id: ${edge} }]`;
    const made = `tcp_edges: [{ id: ${edge}, ip_restriction: { enabled: true, ip_policy_ids: [${policyId}] } }]`;
    const plan = await planned(seed, made);
    expect(lines(plan)).toEqual([
      `+ edges tcp ip-restriction ${edge}`,
      '  enabled: true',
      '  ip_policy_ids:',
      `    + ${policyId}`,
      '',
      '1 to create',
    ]);
    expect(planRecord(plan.plan, plan.hidden).actions).toMatchObject([
      { kind: 'edges.tcp.ip-restriction', id: null, around: { id: edge }, name: edge },
    ]);
  });

  it('shows notes, as of a secret that nothing can be compared with', async () => {
    const target = 'target: { metrics_target: { api_key: first } }';
    const seed = `event_destinations: [{ description: metrics, ${target} }]`;
    const plan = await planned(seed, seed.replace('first', 'other-canary'), {
      appliedBefore: () => () => undefined,
    });
    expect(lines(plan)).toEqual([
      'note: event-destinations metrics: nothing shows whether target.metrics_target.api_key is up to date, and it was ' +
        'not applied from here before; it stays as it is, --rotate sends it',
      '',
      'no differences; 1 as it should be',
    ]);
  });
});

describe('a plan for programs', () => {
  it('has everything, by stable names', async () => {
    const { plan, hidden } = await planned(account, manifest, isPruned);
    const record = planRecord(plan, hidden);
    expect(record.summary).toEqual({
      create: 2,
      update: 1,
      replace: 1,
      delete: 1,
      unchanged: 1,
      unmanaged: 5,
    });
    expect(record.actions.slice(0, 3)).toEqual([
      {
        action: 'update',
        kind: 'endpoints',
        id: idOf('ep', 1),
        around: {},
        name: 'https://app.example.com',
        place: 'account.yml:3',
        changes: [
          { member: 'traffic_policy', old: policy(403), new: policy(404) },
          { member: 'description', old: 'old words', new: 'new words' },
        ],
      },
      {
        action: 'create',
        kind: 'endpoints',
        id: null,
        around: {},
        name: 'https://new.example.com',
        place: 'account.yml:13',
        changes: [
          { member: 'url', old: null, new: 'https://new.example.com' },
          { member: 'pooling_enabled', old: null, new: false },
        ],
      },
      {
        action: 'replace',
        kind: 'ssh-credentials',
        id: idOf('sshcr', 1),
        around: {},
        name: exampleKeys.ed25519,
        place: 'account.yml:15',
        changes: [
          { member: 'public_key', old: exampleKeys.ed25519, new: exampleKeys.ecdsa },
          { member: 'acl', old: ['bind:a', 'bind:b'], new: ['bind:b', 'bind:c'] },
        ],
        fixed: ['public_key'],
      },
    ]);
    expect(record.actions.at(-1)).toMatchObject({ action: 'delete', id: idOf('ep', 2), place: null });
    expect(record.unmanaged).toEqual([
      ...['a', 'b', 'c', 'd'].map((name, i) => ({
        kind: 'endpoints',
        id: idOf('ep', 4 + i),
        name: `https://${name}.example.com`,
      })),
      { kind: 'api-keys', id: expect.any(String), name: 'nightly' },
    ]);
    expect(JSON.stringify(record)).not.toContain('canary');
  });

  it('is YAML without anchors, for readers that know none', async () => {
    const urls = ['a', 'b'].map((name) => `{ url: https://${name}.example.com }`);
    const { plan, hidden } = await planned('{}', `endpoints: [${urls.join(', ')}]`);
    expect(stringify(planRecord(plan, hidden))).not.toMatch(/[&*]a\d/);
  });

  it('names what cannot be compared', async () => {
    const seed = (words: string, secret: string) =>
      `event_destinations: [{ description: metrics, metadata: ${words}, target: { metrics_target: { api_key: ${secret} } } }]`;
    const { plan, hidden } = await planned(seed('a', 'first'), seed('b', 'second'));
    expect(planRecord(plan, hidden).actions).toMatchObject([
      {
        changes: [{ member: 'metadata', old: 'a', new: 'b' }],
        unknown: ['target.metrics_target.api_key'],
      },
    ]);
  });
});

describe('what came from the environment', () => {
  const env = {
    HOST: 'inner-canary.example.com',
    WORDS: 'canary words',
    SHORT: 'all',
    LONG: 'canary words, and more',
  };
  const hidingManifest = [
    'endpoints:',
    `  - url: https://\${env:HOST}`,
    `    description: \${env:WORDS}`,
    `    metadata: now \${env:LONG}`,
    '    traffic_policy: |',
    policy(404, 6).replace('status_code: 404', `status_code: 404 # \${env:WORDS}`),
    `  - url: https://new-\${env:HOST}`,
    `    description: \${env:SHORT} of it`,
  ].join('\n');
  const before = [
    'endpoints:',
    '  - url: https://inner-canary.example.com',
    '    description: it was canary words once',
    '    traffic_policy: |',
    policy(403, 6).replace('status_code: 403', 'status_code: 403 # canary words'),
    '  - url: https://other.inner-canary.example.com',
  ].join('\n');

  it('is shown as the reference to it, in what is there and in what comes', async () => {
    const { plan, hidden } = await planned(before, hidingManifest, { env });
    expect(
      planLines(plan, { isColoured: false, hidden }).map((line) => line.replace(/ \(ep_.*\)/, '')),
    ).toEqual([
      `~ endpoints https://\${env:HOST}`,
      '  traffic_policy:',
      '    …',
      '            - type: deny',
      '              config:',
      `    -           status_code: 403 # \${env:WORDS}`,
      `    +           status_code: 404 # \${env:WORDS}`,
      `  description: "it was \${env:WORDS} once" -> "\${env:WORDS}"`,
      `  metadata: (nothing) -> "now \${env:LONG}"`,
      '',
      `+ endpoints https://new-\${env:HOST}`,
      `  url: "https://new-\${env:HOST}"`,
      '  description: "all of it"',
      '',
      `endpoints: 1 that no file has stays: https://other.\${env:HOST}`,
      '',
      '1 to create, 1 to change; 1 unmanaged',
    ]);
    expect(JSON.stringify(planRecord(plan, hidden))).not.toContain('canary');
  });

  it('may be any text: none of its characters mean something', async () => {
    const text = '.*+?^$' + '{}()|[]\\/-"\n\u{1f600}$&canary';
    const words = `endpoints: [{ url: https://a.example.com, description: "\${env:TEXT}" }]`;
    const { plan, hidden } = await planned('{}', words, { env: { TEXT: text } });
    expect(planRecord(plan, hidden).actions[0]?.changes[1]).toEqual({
      member: 'description',
      old: null,
      new: `\${env:TEXT}`,
    });
  });
});

describe('a plan of hostile records', () => {
  it('moves no cursor, turns no line around, and breaks no line', async () => {
    const text = JSON.stringify(hostile);
    const words = JSON.stringify(`${hostile}\n+ endpoints forged\n`);
    const seed = `endpoints:
  - { url: 'https://a.example.com', description: ${words}, metadata: ${words} }
api_keys: [{ description: ${text} }, { description: ${words} }, { description: gone, metadata: ${words} }]
`;
    const made = `endpoints: [{ url: 'https://a.example.com', description: ${text}, metadata: 'x' }]
api_keys: [{ description: new }]
`;
    const { plan, hidden } = await planned(seed, made, {
      isPruned: ({ record }) => record.description === 'gone',
    });
    const noted: Plan = { ...plan, notes: [`a note of ${hostile}\nforged`] };
    const shown = planLines(noted, { isColoured: false, hidden });
    for (const line of shown) {
      expect(line).not.toMatch(obeyed);
      expect(line).not.toContain('\n');
    }
    // What looks like a block stands within one.
    expect(shown.filter((line) => /^[+~-]/.test(line))).toHaveLength(3);
    expect(shown.join('\n')).toContain('\\u009b31m\\u202e');
  });
});

describe('a plan of 10,000 actions', () => {
  it('is shown at once: nothing is looked through twice', async () => {
    const { plan, hidden } = await planned(account, manifest, { ...isPruned, env: {} });
    const most = 10_000;
    const actions = Array.from(
      { length: most },
      (_, i) => plan.actions[i % plan.actions.length] ?? [],
    ).flat();
    const large: Plan = {
      ...plan,
      actions,
      unmanaged: Array.from(
        { length: most },
        (_, i) => plan.unmanaged[i % plan.unmanaged.length] ?? [],
      ).flat(),
    };
    const many = new Map(Array.from({ length: 100 }, (_, i) => [`canary-${i}`, `\${env:CANARY_${i}}`]));
    const blocks = lines({ plan: large, hidden: new Map([...hidden, ...many]) });
    expect(blocks.filter((line) => /^(\+|~|-|-\/\+) /.test(line))).toHaveLength(most);
    expect(planRecord(large, many).actions).toHaveLength(most);
  });
});
