// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these marks are those of manifests
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { demoIds } from '../../../../src/contract/examples/demo-ids.ts';
import { exampleKeys } from '../../../../src/contract/examples/example-keys.ts';
import { runCli } from '../../../harness/run-cli.ts';
import { serveInProcess } from '../../../harness/served-sandbox.ts';
import { temporaryDirectory } from '../../../harness/temporary-directory.ts';
import { exportAndBack } from './export-and-back.ts';
import { hostilePieces, hostilePolicies } from './hostile-accounts.ts';
import { manifestAccount } from './manifest-account.ts';

const head = `# yaml-language-server: $schema=./tunnelctl.schema.json
# What an account holds, as tunnelctl diff and tunnelctl apply take it. Not managed: SSH certificates, which expire,
# and endpoints of agents and edges.
`;

const endpoints = `endpoints:
  - url: http://orders.example.com
    description: order service, for clusters only
    bindings:
      - kubernetes
  - url: http://payments.example.com
    description: payment service, for clusters only
    bindings:
      - kubernetes
  - url: https://api.example.com
    description: public API
    metadata: '{"tier":"gold"}'
    pooling_enabled: true
  - url: https://app.example.com
    description: web application
    traffic_policy: |
      on_http_request:
        - expressions:
            - req.url.path.startsWith('/admin')
          actions:
            - type: deny
              config:
                status_code: 404
        - actions:
            - type: forward-internal
              config:
                url: https://app.internal
`;

const demo = `${head}# Secrets are taken from the environment: EVENT_DESTINATION_METRICS_NOT_CONNECTED_YET_API_KEY.
version: 1
${endpoints}ssh_credentials:
  - public_key: KEY laptop
    description: the developer's laptop
    acl:
      - bind:*.example.com
  - public_key: KEY builder
    description: build machine
    metadata: '{"rack":7}'
    acl: []
api_keys:
  - description: ci
    metadata: '{"team":"platform"}'
  - description: the admin's laptop
kubernetes_operators:
  - deployment:
      name: operator
      namespace: tunnel
      version: "1.4.0"
      cluster_name: production
    description: production cluster
    enabled_features:
      - bindings
      - ingress
    binding:
      endpoint_selectors:
        - endpoint.url.endsWith('.example.com')
      ingress_endpoint: ingress.example.com:443
  - deployment:
      name: operator
      namespace: tunnel
      version: "1.5.0"
      cluster_name: staging
    description: staging cluster
    enabled_features:
      - ingress
      - gateway
    region: eu
event_destinations:
  - description: audit log
    target:
      log_target:
        auth:
          role:
            role_resource_name: role/event-writer
        log_group_resource_name: log-group/audit
  - description: metrics, not connected yet
    target:
      metrics_target:
        api_key: \${env:EVENT_DESTINATION_METRICS_NOT_CONNECTED_YET_API_KEY}
        ddtags: env:demo
        service: tunnels
        ddsite: metrics.example.com
`;

const secretNote =
  'note: secrets are not in it; an apply to another account takes them from EVENT_DESTINATION_METRICS_NOT_CONNECTED_YET_API_KEY\n';
const includeNote =
  'note: event sources and modules of edges are not in it, since no operation lists what they belong to: ' +
  '--include edgtcp_…, edghts_…/edghtsrt_… or esb_… adds them\n';

const withoutKeys = (text: string) => text.replace(/ssh-ed25519 AAAA\S+/g, 'KEY');

describe('export', () => {
  it.each([true, false])(
    'writes the account in a stable order, without ids and times (terminal: %s)',
    async (isTTY) => {
      const { run } = await manifestAccount('demo');
      const { exitCode, stdout, stderr } = await run(['export'], { isTTY });
      expect(exitCode).toBe(0);
      expect(withoutKeys(stdout)).toBe(demo);
      expect(stderr).toBe(secretNote + includeNote);
    },
  );

  it('writes JSON for -o json and for a name that ends so, whatever the settings say of other output', async () => {
    const { run, read } = await manifestAccount('demo');
    const { stdout } = await run(['export', 'api-keys', '-o', 'json'], { env: { TUNNELCTL_OUTPUT: 'csv' } });
    const text = `{
  "$schema": "./tunnelctl.schema.json",
  "version": 1,
  "api_keys": [
    {
      "description": "ci",
      "metadata": "{\\"team\\":\\"platform\\"}"
    },
    {
      "description": "the admin's laptop"
    }
  ]
}
`;
    expect(stdout).toBe(text);
    expect(await run(['export', 'api_keys', '-f', 'keys.json'])).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: 'exported 2 records to keys.json\n',
    });
    expect(read('keys.json')).toBe(text);
    expect(await run(['export', '-o', 'csv'])).toMatchObject({
      exitCode: 2,
      stdout: '',
      stderr: expect.stringMatching(/^error: --output "csv" is not an export format; use yaml or json/),
    });
  });

  it('has the kinds that are named, be there none of them, and knows no others', async () => {
    const { run } = await manifestAccount();
    expect(await run(['export', 'endpoints', 'api_keys'])).toEqual({
      exitCode: 0,
      stdout: `${head}version: 1\nendpoints: []\napi_keys: []\n`,
      stderr: '',
    });
    expect(await run(['export', 'endpoint'])).toMatchObject({
      exitCode: 2,
      stdout: '',
      stderr: expect.stringMatching(/^error: <kind> "endpoint" is not one of .*; did you mean endpoints\?\n/),
    });
  });

  it('has what belongs to subscriptions, edges and routes that are included, and finds TCP edges', async () => {
    const { run } = await manifestAccount('demo');
    const { audit } = demoIds.eventSubscriptions;
    const { shop } = demoIds.httpsEdges;
    const { shopRoot, shopApi } = demoIds.httpsEdgeRoutes;
    const include = [audit, `${shop}/${shopRoot}`, `${shop}/${shopApi}`].flatMap((id) => ['--include', id]);
    const { database, mail } = demoIds.tcpEdges;
    expect(await run(['export', 'edges.tcp.ip-restriction', ...include])).toEqual({
      exitCode: 0,
      stdout: `${head}version: 1
https_edges:
  - id: ${shop}
    routes:
      - id: ${shopRoot}
        user_agent_filter:
          deny:
            - (?i)scraper
      - id: ${shopApi}
tcp_edges:
  - id: ${database}
    ip_restriction:
      ip_policy_ids:
        - ${demoIds.ipPolicies.office}
        - ${demoIds.ipPolicies.vpn}
  - id: ${mail}
event_subscriptions:
  - id: ${audit}
    sources:
      - api_key_created.v0
      - api_key_deleted.v0
      - ip_policy_created.v0
`,
      stderr: '',
    });
  });

  it.each([
    [
      ['event-sources'],
      '<kind> event-sources needs --include esb_…: no operation lists what its records belong to',
    ],
    [['--include', 'esb_x'], '--include "esb_x" is not edgtcp_…, edghts_…/edghtsrt_… or esb_…'],
    [
      ['--include', demoIds.eventSubscriptions.audit.replace(/.$/, '0')],
      `--include ${demoIds.eventSubscriptions.audit.replace(/.$/, '0')} is not there in this account`,
    ],
  ])('refuses %j, and writes nothing', async (words, message) => {
    const { run } = await manifestAccount('demo');
    const { exitCode, stdout, stderr } = await run(['export', ...words]);
    expect({ exitCode, stdout, message: stderr.split('\n')[0] }).toEqual({
      exitCode: 2,
      stdout: '',
      message: `error: ${message}`,
    });
  });

  it('says whose records are where that is asked for', async () => {
    const { run } = await manifestAccount('demo');
    const { stdout } = await run(['export', 'api-keys', '--owners']);
    expect(stdout).toContain(`  - description: ci
    metadata: '{"team":"platform"}'
    owner_id: ${demoIds.bots.ci}
`);
  });

  it('writes records with their ids that nothing else tells from others, and says so', async () => {
    const seed = { api_keys: [{}, { description: 'a' }, { description: 'b' }, { description: 'b' }] };
    const { run, list } = await manifestAccount(JSON.stringify(seed));
    const keys = await list('api-keys');
    const { stdout, stderr } = await run(['export', 'api-keys']);
    const id = (description: string, i = 0) =>
      (
        keys
          .filter((key) => key.description === description)
          .map((key) => key.id)
          .sort() as string[]
      )[i];
    expect(stdout).toBe(`${head}version: 1
api_keys:
  - id: ${id('')}
  - description: a
  - id: ${id('b')}
    description: b
  - id: ${id('b', 1)}
    description: b
`);
    expect(stderr).toBe(
      `note: api_keys: nothing but the id tells ${id('')}, ${id('b')}, ${id('b', 1)} from others; give each a description of its own to have it without its id\n`,
    );
  });

  it('gives no variable to two secrets, also where one destination is called almost as another', async () => {
    const destination = (description: string) => ({
      description,
      target: { metrics_target: { api_key: 'secret' } },
    });
    const seed = { event_destinations: ['audit log', 'audit-LOG', 'Café'].map(destination) };
    const { run } = await manifestAccount(JSON.stringify(seed));
    const { stdout } = await run(['export', 'event-destinations']);
    const names = [...stdout.matchAll(/\$\{env:(\w+)\}/g)].map(([, name]) => name);
    expect(new Set(names).size).toBe(3);
    expect(names.sort()).toEqual([
      expect.stringMatching(/^EVENT_DESTINATION_AUDIT_LOG_API_KEY_[0-9A-F]{12}$/),
      expect.stringMatching(/^EVENT_DESTINATION_AUDIT_LOG_API_KEY_[0-9A-F]{12}$/),
      'EVENT_DESTINATION_CAFE_API_KEY',
    ]);
    expect(stdout).not.toContain('secret\n');
  });
});

describe('export to another account', () => {
  const env = { EVENT_DESTINATION_METRICS_NOT_CONNECTED_YET_API_KEY: 'secret' };

  it('goes through a pipe, and leaves nothing to do the second time', async () => {
    const [from, to] = [await manifestAccount('demo'), await manifestAccount()];
    const { stdout } = await from.run(['export']);
    const apply = ['apply', '-f', '-', '--tokens-out', 'tokens'];
    expect(await to.run(apply, { stdin: stdout, env })).toMatchObject({
      exitCode: 0,
      stderr: expect.stringMatching(/^12 created\n/),
    });
    expect((await to.run(['export'])).stdout).toBe(stdout);
    expect(await to.run(apply, { stdin: stdout, env })).toMatchObject({
      exitCode: 0,
      stderr: 'nothing to do: the account is as the manifests have it\n',
    });
  });

  it('asks for secrets before anything is sent', async () => {
    const [from, to] = [await manifestAccount('demo'), await manifestAccount()];
    const { stdout } = await from.run(['export']);
    const { exitCode, stderr } = await to.run(['apply', '-f', '-', '--tokens-out', 'tokens'], {
      stdin: stdout,
    });
    expect({ exitCode, stderr }).toMatchObject({
      exitCode: 8,
      stderr: expect.stringContaining('${env:EVENT_DESTINATION_METRICS_NOT_CONNECTED_YET_API_KEY}'),
    });
    expect(await to.list('endpoints')).toEqual([]);
  });
});

describe('export into files', () => {
  it('writes a file for its owner only, the same bytes each time, also twice at once', async () => {
    const { run, read, mode, directory } = await manifestAccount('demo');
    const words = ['export', '-f', 'account.yml', '--policies', 'policies'];
    expect(await run(words)).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: `exported 12 records to account.yml\n${secretNote}${includeNote}`,
    });
    const [text, policy] = [read('account.yml'), read('policies/app.example.com.yml')];
    expect(text).toContain('    traffic_policy: ${file:policies/app.example.com.yml}\n');
    expect(policy).toMatch(/^on_http_request:\n {2}- expressions:/);
    expect([mode('account.yml'), mode('policies/app.example.com.yml')]).toEqual(['600', '600']);
    const both = await Promise.all([run(words), run(words)]);
    expect(both.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
    expect([read('account.yml'), read('policies/app.example.com.yml')]).toEqual([text, policy]);
    expect(readdirSync(directory).filter((name) => !name.startsWith('sandbox.db'))).toEqual([
      'account.yml',
      'policies',
    ]);
  });

  it('writes a file for each kind into a directory, and says which it found there', async () => {
    const { run, read, write, directory } = await manifestAccount('demo');
    mkdirSync(join(directory, 'account'));
    write('account/old.yml', 'endpoints: []\n');
    const { exitCode, stderr } = await run(['export', '-f', 'account', '--policies', 'account/policies']);
    expect(exitCode).toBe(0);
    expect(stderr).toContain('note: account holds old.yml from before, which apply -f account reads too\n');
    expect(readdirSync(join(directory, 'account')).sort()).toEqual([
      'api-keys.yml',
      'endpoints.yml',
      'event-destinations.yml',
      'kubernetes-operators.yml',
      'old.yml',
      'policies',
      'ssh-credentials.yml',
    ]);
    expect(read('account/api-keys.yml')).toBe(`${head}version: 1
api_keys:
  - description: ci
    metadata: '{"team":"platform"}'
  - description: the admin's laptop
`);
    expect(read('account/endpoints.yml')).toContain('${file:policies/app.example.com.yml}');
    const env = { EVENT_DESTINATION_METRICS_NOT_CONNECTED_YET_API_KEY: 'secret' };
    write('account/old.yml', '# nothing\nversion: 1\n');
    expect(await run(['diff', '-f', 'account'], { env })).toMatchObject({ exitCode: 0 });
  });

  it('makes a directory that is named with a slash, with an empty list for what there is none of', async () => {
    const { run, read } = await manifestAccount();
    expect(await run(['export', 'endpoints', '-f', 'a/b/', '-o', 'json'])).toMatchObject({ exitCode: 0 });
    expect(JSON.parse(read('a/b/endpoints.json'))).toEqual({
      $schema: './tunnelctl.schema.json',
      version: 1,
      endpoints: [],
    });
  });

  it('names policies by their URLs, each once', async () => {
    const policy = hostilePolicies[0];
    const urls = ['https://a.example.com', 'https://*.example.com', 'http://a.example.com:8080'];
    const pooled = ['x', 'y'].map((description) => ({
      ...{ url: 'https://pool.example.com', pooling_enabled: true, description, traffic_policy: policy },
    }));
    const seed = {
      endpoints: [...urls.map((url) => ({ url, traffic_policy: policy })), ...pooled],
    };
    const { run, directory, read } = await manifestAccount(JSON.stringify(seed));
    expect(await run(['export', '-f', 'a.yml', '--policies', 'p'])).toMatchObject({ exitCode: 0 });
    const names = readdirSync(join(directory, 'p')).sort();
    expect(names).toEqual([
      'a.example.com.yml',
      'any.example.com.yml',
      'http-a.example.com-8080.yml',
      expect.stringMatching(/^pool\.example\.com-[0-9a-f]{12}\.yml$/),
      expect.stringMatching(/^pool\.example\.com-[0-9a-f]{12}\.yml$/),
    ]);
    for (const name of names) expect(read(`p/${name}`)).toBe(policy);
  });

  it.each([
    [['-f', 'missing/a.yml'], '--file cannot write missing/a.yml: no such file or directory'],
    [['-f', ''], '--file names no file; write - for stdout'],
    [['-f', 'loop/'], '--file cannot make the directory loop/: its links go round in a circle'],
    [
      ['-f', 'dir/', '--policies', 'dir'],
      '--policies must be another directory than that of --file, where each file is a manifest',
    ],
    [
      ['--policies', 'a}b'],
      '--policies must not have braces, or a ~ at the beginning: a manifest refers to a}b',
    ],
    [['--policies', 'sandbox.db'], '--policies cannot make the directory sandbox.db: it already exists'],
  ])('refuses %j', async (words, message) => {
    const { run, directory } = await manifestAccount('demo');
    symlinkSync('loop', join(directory, 'loop'));
    const { exitCode, stdout, stderr } = await run(['export', ...words]);
    expect({ exitCode, stdout, message: stderr.split('\n')[0] }).toEqual({
      exitCode: 2,
      stdout: '',
      message: `error: ${message}`,
    });
  });
});

describe('an export that comes to nothing', () => {
  it('writes nothing where a page in the middle cannot be read', async () => {
    const cwd = temporaryDirectory();
    const fault = 'path=/kubernetes_operators,status=500';
    const args = ['--seed', 'demo', '--log-level', 'off', '--ephemeral', '--fault', fault];
    const { env } = await serveInProcess(args, { env: { HOME: cwd } });
    const { exitCode, stdout } = await runCli(['export', '--retries', '0'], { env });
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    const file = await runCli(['export', '-f', 'a.yml', '--retries', '0'], { env, cwd });
    expect(file.exitCode).toBe(1);
    expect(readdirSync(cwd)).not.toContain('a.yml');
  });

  it('writes nothing where policies would lie in what is to be a file', async () => {
    const { run, directory } = await manifestAccount('demo');
    expect(await run(['export', '-f', 'acc', '--policies', 'acc/policies'])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining(
        '--policies lies in acc, which would be a file; write acc/ for a directory',
      ),
    });
    expect(readdirSync(directory)).not.toContain('acc');
    expect((await run(['export', '-f', 'acc/', '--policies', 'acc/policies'])).exitCode).toBe(0);
  });

  it('ends quietly where its reader has enough', async () => {
    const { run } = await manifestAccount('demo');
    const stdout = new Writable({
      write: (_chunk, _encoding, done) => done(Object.assign(new Error('EPIPE'), { code: 'EPIPE' })),
    });
    expect((await run(['export'], { stdout })).stderr).toBe('');
  });
});

describe('what an account may hold', () => {
  it('comes out of an empty account byte for byte, whatever its texts are', async () => {
    const unique = (text: string, i: number) => `${text}${i}`.slice(0, 60);
    const seed = {
      endpoints: hostilePolicies.map((traffic_policy, i) => ({
        url: `https://a${i}.example.com`,
        description: hostilePieces[i] ?? '',
        traffic_policy,
      })),
      ssh_credentials: [{ public_key: exampleKeys.ed25519, acl: [] }],
      api_keys: hostilePieces.map((text, i) => ({
        description: unique(text, i),
        metadata: `${text}a${text}`,
      })),
      event_destinations: hostilePieces.slice(0, 3).map((text, i) => ({
        description: unique(text, i),
        target: { metrics_target: { api_key: 'secret', ddtags: text } },
      })),
    };
    await exportAndBack(seed);
  });

  it('reaches no terminal as a command to it', async () => {
    const metadata = '\u001b]0;title\u0007\u009b31m\u202e\u2028 \u001b[2J\n\u001b[31m';
    const { run } = await manifestAccount(
      JSON.stringify({ api_keys: [{ description: 'a\u001b[1m', metadata }] }),
    );
    for (const format of ['yaml', 'json']) {
      const { stdout } = await run(['export', '-o', format], { isTTY: true });
      expect(stdout).toContain('\\u001b');
      // biome-ignore lint/suspicious/noControlCharactersInRegex: what must not be there
      expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e\u2028]/);
    }
  });
});
