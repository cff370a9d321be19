import { describe, expect, it } from 'vitest';
import { demoIds } from '../../../../src/contract/examples/demo-ids.ts';
import { exampleKeys } from '../../../../src/contract/examples/example-keys.ts';
import { manifestAccount } from './manifest-account.ts';

const id = expect.stringMatching(/^[a-z0-9]+_[0-9A-Za-z]{27}$/);
const plain = (text: string) => text.replace(/[a-z0-9]+_[0-9A-Za-z]{27}/g, 'ID');

describe('apply', () => {
  it('creates what is missing, changes what differs and leaves all else alone', async () => {
    const { run, write, list } = await manifestAccount('demo');
    write(
      'account.yml',
      `endpoints:
  - url: https://APP.example.com:443
    description: changed
  - url: https://new.example.com
    metadata: '{"new":true}'
ssh_credentials:
  - public_key: ${exampleKeys.ed25519} another comment
    acl: ['bind:*.example.com']
`,
    );
    const before = await list('endpoints');
    const outcome = await run(['apply', '-f', 'account.yml']);
    expect(plain(outcome.stdout).replace(/AAAA\S+/, 'KEY')).toBe(
      'changed endpoints https://app.example.com (ID)\n' +
        'created endpoints https://new.example.com (ID)\n' +
        'created ssh-credentials ssh-ed25519 KEY another comment (ID)\n',
    );
    expect(outcome).toMatchObject({ exitCode: 0, stderr: '2 created, 1 changed\n' });
    const after = await list('endpoints');
    const app = before.find(({ id: one }) => one === demoIds.endpoints.app);
    expect(after.find(({ id: one }) => one === demoIds.endpoints.app)).toEqual({
      ...app,
      description: 'changed',
      updated_at: expect.any(String),
    });
    const others = before.filter(({ id: one }) => one !== demoIds.endpoints.app);
    expect(after).toEqual(expect.arrayContaining(others));
    expect(after).toHaveLength(before.length + 1);
  });

  it('has nothing to do the second time, and sends nothing', async () => {
    const { run, write, list } = await manifestAccount('demo');
    write('account.yml', 'endpoints:\n  - url: https://new.example.com\n');
    await run(['apply', '-f', 'account.yml']);
    const events = await list('endpoints');
    expect(await run(['apply', '-f', 'account.yml'])).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: 'nothing to do: the account is as the manifests have it\n',
    });
    expect(await list('endpoints')).toEqual(events);
  });

  it('leaves a member alone that no manifest names, and clears one that is empty there', async () => {
    const { run, write, list } = await manifestAccount('demo');
    write('a.yml', `endpoints:\n  - url: https://api.example.com\n    metadata: ''\n`);
    await run(['apply', '-f', 'a.yml']);
    const api = (await list('endpoints')).find(({ url }) => url === 'https://api.example.com');
    expect(api).toMatchObject({ metadata: '', description: 'public API', pooling_enabled: true });
  });

  it('sets what lies within edges and subscriptions', async () => {
    const { run, write } = await manifestAccount('demo');
    const { database, mail } = demoIds.tcpEdges;
    write(
      'a.yml',
      `tcp_edges:
  - id: ${database}
    ip_restriction: { ip_policy_ids: [${demoIds.ipPolicies.vpn}] }
  - id: ${mail}
    ip_restriction: { enabled: false, ip_policy_ids: [${demoIds.ipPolicies.office}] }
https_edges:
  - id: ${demoIds.httpsEdges.shop}
    routes:
      - id: ${demoIds.httpsEdgeRoutes.shopApi}
        user_agent_filter: { deny: [bot] }
event_subscriptions:
  - id: ${demoIds.eventSubscriptions.audit}
    sources: [api_key_created.v0, endpoint_created.v0]
`,
    );
    const outcome = await run(['apply', '-f', 'a.yml']);
    expect(outcome.stdout).toBe(
      `changed edges.tcp.ip-restriction ${database}\n` +
        `created edges.tcp.ip-restriction ${mail}\n` +
        `created edges.https.routes.user-agent-filter ${demoIds.httpsEdges.shop} ${demoIds.httpsEdgeRoutes.shopApi}\n` +
        `created event-sources ${demoIds.eventSubscriptions.audit} endpoint_created.v0\n`,
    );
    expect(await run(['diff', '-f', 'a.yml'])).toMatchObject({ exitCode: 0 });
    const shown = await run(['edges', 'tcp', 'ip-restriction', 'get', mail, '-o', 'json']);
    expect(JSON.parse(shown.stdout)).toEqual({
      enabled: false,
      ip_policies: [{ id: demoIds.ipPolicies.office, uri: expect.any(String) }],
    });
  });

  it('takes several files and directories as one', async () => {
    const { run, write, directory, list } = await manifestAccount();
    const { mkdirSync } = await import('node:fs');
    mkdirSync(`${directory}/account/policies`, { recursive: true });
    write(
      'account/endpoints.yml',
      'endpoints:\n  - url: https://a.example.com\n    traffic_policy: ${file:policies/a.yml}\n',
    );
    write('account/policies/a.yml', '# why\non_http_request:\n  - actions:\n      - type: deny\n');
    write('account/keys.json', JSON.stringify({ api_keys: [{ description: 'robot' }] }));
    write('account/notes.txt', 'no manifest');
    write('more.yml', 'endpoints:\n  - url: https://b.example.com\n');
    const outcome = await run(['apply', '-f', 'account', '-f', 'more.yml', '--tokens-out', 'tokens']);
    expect(outcome).toMatchObject({ exitCode: 0, stderr: '3 created\n' });
    const a = (await list('endpoints')).find(({ url }) => url === 'https://a.example.com');
    expect(a?.traffic_policy).toBe('# why\non_http_request:\n  - actions:\n      - type: deny\n');
  });

  it('tells programs what was done, and no token', async () => {
    const { run, write, read } = await manifestAccount();
    write('a.yml', 'api_keys:\n  - description: robot\nendpoints:\n  - url: https://a.example.com\n');
    const { stdout, stderr, exitCode } = await run([
      'apply',
      '-f',
      'a.yml',
      '--tokens-out',
      't',
      '-o',
      'json',
    ]);
    expect([stderr, exitCode]).toEqual(['', 0]);
    expect(JSON.parse(stdout)).toEqual({
      summary: {
        created: 2,
        updated: 0,
        replaced: 0,
        deleted: 0,
        failed: 0,
        not_tried: 0,
        unchanged: 0,
        unmanaged: 0,
      },
      results: [
        {
          action: 'create',
          kind: 'endpoints',
          name: 'https://a.example.com',
          address: { id },
          state: 'done',
          error: null,
        },
        { action: 'create', kind: 'api-keys', name: 'robot', address: { id }, state: 'done', error: null },
      ],
    });
    const { token } = JSON.parse(read('t'));
    expect(stdout).not.toContain(token);
  });

  it('appends tokens to a file for its owner alone, and makes no key whose token nobody would get', async () => {
    const { run, write, read, mode, list } = await manifestAccount();
    write('a.yml', 'api_keys:\n  - description: one\n');
    expect(await run(['apply', '-f', 'a.yml'])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('--tokens-out'),
    });
    expect(await list('api-keys')).toEqual([]);
    expect(await run(['apply', '-f', 'a.yml', '--tokens-out', 'missing/t'])).toMatchObject({ exitCode: 2 });
    expect(await list('api-keys')).toEqual([]);
    await run(['apply', '-f', 'a.yml', '--tokens-out', 'tokens']);
    write('a.yml', 'api_keys:\n  - description: one\n  - description: two\n');
    await run(['apply', '-f', 'a.yml', '--tokens-out', 'tokens']);
    const tokens = read('tokens')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const keys = await list('api-keys');
    expect(tokens.map(({ description }) => description)).toEqual(['one', 'two']);
    expect(tokens.map((one) => one.id).sort()).toEqual(keys.map((key) => key.id).sort());
    expect(mode('tokens')).toBe('600');
  });

  it('shows tokens once on a terminal', async () => {
    const { run, write, list } = await manifestAccount();
    write('a.yml', 'api_keys:\n  - description: one\n');
    const outcome = await run(['apply', '-f', 'a.yml'], { isTTY: true });
    const [key] = await list('api-keys');
    expect(outcome.stdout).toMatch(
      new RegExp(`one  ${key?.id}  ${String(key?.id).slice(3)}_[0-9A-Za-z]{30}\n$`),
    );
  });

  it('goes on after a failure, says where it stands in the file, and does the rest the next time', async () => {
    const { run, write } = await manifestAccount('demo');
    // An edge has the URL, which no list of cloud endpoints shows.
    write(
      'a.yml',
      'endpoints:\n  - url: https://a.example.com\n  - url: https://shop.example.com\n  - url: https://b.example.com\n',
    );
    const outcome = await run(['apply', '-f', 'a.yml', '--prune', 'endpoints', '--yes']);
    expect(outcome.exitCode).toBe(5);
    expect(outcome.stderr).toContain('error: a.yml:3: endpoints https://shop.example.com: ');
    // Nothing goes after a failure.
    expect(outcome.stderr).toMatch(/\n2 created, 1 failed, 4 not tried; running it again does the rest\n$/);
    write('a.yml', 'endpoints:\n  - url: https://a.example.com\n  - url: https://b.example.com\n');
    const again = await run(['apply', '-f', 'a.yml', '--prune', 'endpoints', '--yes']);
    expect(again).toMatchObject({ exitCode: 0, stderr: '4 deleted\n' });
  });

  it('makes anew what cannot be changed in place only where that is said, and keeps what no manifest names', async () => {
    const { run, write, list } = await manifestAccount('demo');
    const { laptop } = demoIds.sshCredentials;
    write('a.yml', `ssh_credentials:\n  - id: ${laptop}\n    public_key: ${exampleKeys.ed25519}\n`);
    const refused = await run(['apply', '-f', 'a.yml']);
    expect(refused).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--replace') });
    expect(refused.stderr).toContain('public_key');
    const before = (await list('ssh-credentials')).find((one) => one.id === laptop);
    const replaced = await run(['apply', '-f', 'a.yml', '--replace', '--yes']);
    expect(replaced).toMatchObject({ exitCode: 0, stderr: '1 made anew\n' });
    const after = (await list('ssh-credentials')).find((one) => one.public_key === exampleKeys.ed25519);
    expect(after).toMatchObject({
      acl: before?.acl,
      description: before?.description,
      owner_id: before?.owner_id,
    });
    expect(after?.id).not.toBe(laptop);
  });

  it('shows what it would do with --dry-run, and does nothing', async () => {
    const { run, write, list } = await manifestAccount();
    write('a.yml', 'endpoints:\n  - url: https://a.example.com\n');
    const outcome = await run(['apply', '-f', 'a.yml', '--dry-run']);
    expect(outcome).toMatchObject({ exitCode: 0, stderr: '' });
    expect(outcome.stdout).toContain('https://a.example.com');
    expect(await list('endpoints')).toEqual([]);
  });

  it('shows it with --dry-run in every format that diff has', async () => {
    const { run, write } = await manifestAccount();
    write('a.yml', 'endpoints:\n  - url: https://a.example.com\n');
    for (const format of ['table', 'json', 'yaml', 'markdown', 'none']) {
      const shown = await run(['apply', '-f', 'a.yml', '--dry-run', '-o', format]);
      const { stdout } = await run(['diff', '-f', 'a.yml', '-o', format]);
      expect(shown, format).toEqual({ exitCode: 0, stdout, stderr: '' });
    }
  });

  it('refuses a format that has no place for it before anything is done', async () => {
    const { run, write, list } = await manifestAccount();
    write('a.yml', 'endpoints:\n  - url: https://a.example.com\n');
    for (const format of ['csv', 'id', 'raw', 'markdown'])
      expect(await run(['apply', '-f', 'a.yml', '-o', format])).toMatchObject({
        exitCode: 2,
        stderr: expect.stringContaining(`${format} cannot show what is done`),
      });
    expect(await list('endpoints')).toEqual([]);
  });

  it('prints nothing with -o none but what it comes to', async () => {
    const { run, write, list } = await manifestAccount();
    write('a.yml', 'endpoints:\n  - url: https://a.example.com\n');
    const outcome = await run(['apply', '-f', 'a.yml', '-o', 'none']);
    expect(outcome).toEqual({ exitCode: 0, stdout: '', stderr: '1 created\n' });
    expect(await list('endpoints')).toHaveLength(1);
  });
});

describe('what apply refuses', () => {
  it('is an empty file: what came before it in a pipe has failed', async () => {
    const { run } = await manifestAccount('demo');
    expect(await run(['apply', '-f', '-', '--prune', 'endpoints', '--yes'], { stdin: '' })).toMatchObject({
      exitCode: 8,
      stderr: expect.stringContaining('stdin:1: is empty'),
    });
  });

  const refusals: [what: string, text: string, message: string][] = [
    [
      'an unknown kind, with the one that was meant',
      'endpoint:\n  - url: https://a.example.com\n',
      'a.yml:1: endpoint: "endpoint" is not a member of a manifest',
    ],
    [
      'an unknown member, with the one that was meant',
      'endpoints:\n  - url: https://a.example.com\n    descripton: x\n',
      'a.yml:3: endpoints[0].descripton',
    ],
    [
      'two of the same identity',
      'endpoints:\n  - url: https://a.example.com\n  - url: https://A.example.com:443\n',
      'a.yml:3: endpoints[1] is the same one of endpoints as in a.yml:2',
    ],
    [
      'what nothing tells from others',
      'api_keys:\n  - metadata: x\n',
      'a.yml:2: api_keys[0] needs description, or an id: nothing else tells api keys apart',
    ],
    [
      'another version',
      'version: 2\nendpoints: []\n',
      'a.yml:1: version is 2: this program reads version 1 of manifests',
    ],
    ['a YAML bomb', 'a: &a [1]\nb: [*a, *a]\n', 'a.yml:2: must not have aliases'],
    [
      'a subscription that is not there',
      `event_subscriptions:\n  - id: esb_${'0'.repeat(27)}\n    sources: [a_b.v0]\n`,
      `a.yml:3: there is no esb_${'0'.repeat(27)} in this account`,
    ],
    [
      'an edge that is not there',
      `tcp_edges:\n  - id: edgtcp_${'0'.repeat(27)}\n    ip_restriction: {ip_policy_ids: [${demoIds.ipPolicies.vpn}]}\n`,
      'a.yml:3: there is no edgtcp_',
    ],
    [
      'an id that is not there',
      `endpoints:\n  - id: ep_${'0'.repeat(27)}\n    url: https://a.example.com\n`,
      'a.yml:2: this account has no ep_',
    ],
    [
      'a policy that cannot be',
      'endpoints:\n  - url: https://a.example.com\n    traffic_policy: |\n      on_request: []\n',
      'a.yml:3: endpoints[0].traffic_policy',
    ],
    [
      'a key that anybody can sign for',
      `ssh_credentials:\n  - public_key: ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${'A'.repeat(43)}\n`,
      'a.yml:2: public_key holds an Ed25519 key of small order',
    ],
    [
      'a text that is no key',
      'ssh_credentials:\n  - public_key: none\n',
      'ssh_credentials[0].public_key is not',
    ],
    [
      'an unset variable',
      'endpoints:\n  - url: https://a.example.com\n    metadata: x${env:UNSET}\n',
      'a.yml:3: endpoints[0].metadata refers to "${env:UNSET}": the environment has no such variable',
    ],
    [
      'an empty variable',
      'ssh_credentials:\n  - public_key: k\n    acl: ["bind:${env:EMPTY}"]\n',
      'a.yml:3: ssh_credentials[0].acl[0] refers to "${env:EMPTY}"',
    ],
    [
      'a missing file',
      'endpoints:\n  - url: https://a.example.com\n    traffic_policy: ${file:gone.yml}\n',
      'refers to "${file:gone.yml}": no such file',
    ],
    [
      'a variable that nothing gives',
      'endpoints:\n  - url: https://${var:name}.example.com\n',
      'give it with --set name=VALUE',
    ],
    [
      'the mask of a secret that nobody has',
      'event_destinations:\n  - description: d\n    target: {metrics_target: {api_key: <SECRET>}}\n',
      'target.metrics_target.api_key must be the secret itself',
    ],
  ];

  it.each(refusals)('is %s', async (_, text, message) => {
    const { run, write, list } = await manifestAccount('demo');
    write('a.yml', text);
    const before = await list('endpoints');
    const outcome = await run(['apply', '-f', 'a.yml'], { env: { EMPTY: '' } });
    expect(outcome).toMatchObject({ exitCode: 8, stdout: '', stderr: expect.stringContaining(message) });
    expect(await list('endpoints')).toEqual(before);
  });

  it('is what two records are meant by, with the ids of both', async () => {
    const { run, write } = await manifestAccount();
    for (const metadata of ['1', '2'])
      await run(['api-keys', 'create', '--description', 'twin', '--metadata', metadata]);
    write('a.yml', 'api_keys:\n  - description: twin\n    metadata: x\n');
    const outcome = await run(['apply', '-f', 'a.yml']);
    expect(outcome.exitCode).toBe(8);
    expect(plain(outcome.stderr)).toContain(
      'a.yml:2: 2 records of the account are twin: ID, ID; write the id of the one that is meant',
    );
  });

  it('is --set without a value', async () => {
    const { run, write } = await manifestAccount();
    write('a.yml', 'endpoints: []\n');
    expect(await run(['apply', '-f', 'a.yml', '--set', 'team='])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('--set gives team no value'),
    });
  });
});

describe('--set', () => {
  it('gives variables their values, and two dollar signs stand for one', async () => {
    const { run, write, list } = await manifestAccount();
    write(
      'a.yml',
      'endpoints:\n  - url: https://${var:name}.example.com\n    metadata: $${env:HOME} $${x}\n',
    );
    await run(['apply', '-f', 'a.yml', '--set', 'name=staging']);
    expect(await list('endpoints')).toMatchObject([
      { url: 'https://staging.example.com', metadata: '${env:HOME} $${x}' },
    ]);
  });
});
