import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { run } from '../../src/cli/main.ts';
import { processStreams } from '../../src/cli/streams.ts';
import { exampleKeys } from '../../src/contract/example-keys.ts';
import { type Answer, type RecordedRequest, recordingService } from '../client/recording-service.ts';
import { apiKey, endpoint, eventSource, page } from '../client/records.ts';
import { type Outcome, runCli } from './run-cli.ts';

/** What a command prints when the service answers so; the same on a terminal and on a pipe. */
async function outcomeOf(
  line: string,
  answer: Answer | ((request: RecordedRequest, baseUrl: string) => Answer),
): Promise<Outcome> {
  const { baseUrl } = await recordingService(answer);
  const env = { TUNNELCTL_BASE_URL: baseUrl, TUNNELCTL_API_KEY: 'k' };
  const [pipe, terminal] = [
    await runCli(line.split(' '), { env }),
    await runCli(line.split(' '), { env, isTTY: true, columns: 40 }),
  ];
  expect(terminal).toEqual(pipe);
  return pipe;
}

const twoKeys = page('keys', [apiKey('ak_2', 'nightly'), apiKey('ak_1')]);

describe('a list', () => {
  it('is a table of the columns that the contract names', async () => {
    expect(await outcomeOf('api-keys list', { body: twoKeys })).toEqual({
      exitCode: 0,
      stdout: [
        'ID    DESCRIPTION  OWNER_ID  CREATED_AT',
        'ak_2  nightly      usr_1     2026-11-21T08:00:00Z',
        'ak_1  -            usr_1     2026-11-21T08:00:00Z',
        '',
      ].join('\n'),
      stderr: '',
    });
  });

  it('is an array of whole records as JSON and YAML', async () => {
    const json = await outcomeOf('api-keys list -o json', { body: twoKeys });
    expect(json.stdout).toBe(`${JSON.stringify(twoKeys.keys, null, 2)}\n`);
    const yaml = await outcomeOf('api-keys list -o yaml', { body: twoKeys });
    expect(yaml.stdout).toMatch(/^- id: ak_2\n {2}uri: /);
    expect(parse(yaml.stdout)).toEqual(twoKeys.keys);
  });

  it('without items says so, and stays a list for programs', async () => {
    const body = page('tunnel_sessions', []);
    expect(await outcomeOf('tunnel-sessions list', { body })).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: 'no tunnel sessions to show\n',
    });
    expect(await outcomeOf('tunnel-sessions list -o json', { body })).toEqual({
      exitCode: 0,
      stdout: '[]\n',
      stderr: '',
    });
  });

  it('lines up in any script', async () => {
    const body = page('keys', [apiKey('ak_2', '日本語'), apiKey('ak_1', 'é')]);
    const { stdout } = await outcomeOf('api-keys list', { body });
    expect(stdout).toBe(
      [
        'ID    DESCRIPTION  OWNER_ID  CREATED_AT',
        'ak_2  日本語       usr_1     2026-11-21T08:00:00Z',
        'ak_1  é            usr_1     2026-11-21T08:00:00Z',
        '',
      ].join('\n'),
    );
  });

  it('shows controls that a terminal would obey, instead of letting it', async () => {
    const body = page('keys', [apiKey('ak_1', 'a\u001b[31mred\u009b2J\nnext\u202eline')]);
    const { stdout } = await outcomeOf('api-keys list', { body });
    expect(stdout).toContain('ak_1  a\\u001b[31mred\\u009b2J next\\u202eline  usr_1');
    const json = await outcomeOf('api-keys list -o json', { body });
    expect(json.stdout).toContain('"a\\u001b[31mred\\u009b2J\\nnext\\u202eline"');
    expect(JSON.parse(json.stdout)).toEqual(body.keys);
  });

  it('shows Refs, lists and choices in a few words', async () => {
    const target = {
      stream_target: null,
      delivery_target: null,
      log_target: { auth: { role: { role_resource_name: 'r' }, creds: null }, log_group_resource_name: 'g' },
      metrics_target: null,
      cloud_logs_target: null,
    };
    const destination = { ...apiKey('ed_1'), format: 'json', target };
    const { stdout } = await outcomeOf('event-destinations list', {
      body: page('event_destinations', [destination]),
    });
    expect(stdout).toContain('ed_1  -            json    log_target  2026');
    const bound = await outcomeOf('kubernetes-operators list-bound-endpoints k8sop_1', {
      body: page('endpoints', [endpoint('ep_1', { bindings: ['internal'] })]),
    });
    expect(bound.stdout).toContain('ep_1  https://app.example.com  cloud  internal  -');
  });

  it('ends where --limit says, and asks for no larger page than that', async () => {
    const service = await recordingService((_request, baseUrl) => ({
      body: page('keys', [apiKey('ak_9'), apiKey('ak_8')], `${baseUrl}/api_keys?before_id=ak_8&limit=2`),
    }));
    const env = { TUNNELCTL_BASE_URL: service.baseUrl, TUNNELCTL_API_KEY: 'k' };
    await runCli(['api-keys', 'list', '--limit', '3', '--page-size', '2', '--before-id', 'ak_x'], { env });
    expect(service.requests.map(({ target }) => target)).toEqual(
      ['/api_keys?before_id=ak_x&limit=2', '/api_keys?before_id=ak_8&limit=2'].slice(
        0,
        service.requests.length,
      ),
    );
    expect(service.requests).toHaveLength(2);
  });
});

describe('a record', () => {
  it('is a member a line, in the order of the contract, long texts on lines of their own', async () => {
    const policy = 'on_http_request:\n  - actions:\n      - type: deny\n';
    const body = endpoint('ep_1', { traffic_policy: policy, colour: 'red' });
    expect((await outcomeOf('endpoints get ep_1', { body })).stdout).toBe(
      [
        'id:              ep_1',
        'uri:             https://api.example.com/endpoints/ep_1',
        'region:          global',
        'created_at:      2026-11-21T08:00:00Z',
        'updated_at:      2026-11-21T08:00:00Z',
        'public_url:      https://app.example.com',
        'proto:           https',
        'scheme:          https',
        'hostport:        app.example.com:443',
        'host:            app.example.com',
        'port:            443',
        'type:            cloud',
        'metadata:        -',
        'description:     -',
        'domain:          rd_1',
        'url:             https://app.example.com',
        'principal:       usr_1',
        'traffic_policy:',
        '  on_http_request:',
        '    - actions:',
        '        - type: deny',
        'bindings:        public',
        'pooling_enabled: false',
        'colour:          red',
        '',
      ].join('\n'),
    );
  });

  it('is the whole record as JSON', async () => {
    const body = endpoint('ep_1', { colour: 'red' });
    const { stdout } = await outcomeOf('endpoints get ep_1 -o json', { body });
    expect(stdout).toBe(`${JSON.stringify(body, null, 2)}\n`);
  });

  it('with a secret in it says that it is shown only once', async () => {
    const body = { ...apiKey('ak_1'), token: 't0ken' };
    const { stdout, stderr } = await outcomeOf('api-keys create', { status: 201, body });
    expect(stdout).toContain('token:       t0ken\n');
    expect(stderr).toBe('note: token is shown only this once; keep it now\n');
  });
});

describe('an operation without a result', () => {
  it.each<[string, string]>([
    ['ssh-credentials delete sshcr_1', 'deleted sshcr_1\n'],
    ['edges tcp ip-restriction delete edgtcp_1', 'deleted ip-restriction of edgtcp_1\n'],
    ['event-sources delete esb_1 api_key_created.v0', 'deleted api_key_created.v0\n'],
    [
      'ssh-user-certificates delete sucrt_1',
      'deleted sucrt_1\n' +
        'note: This does not revoke the certificate: servers accept it until its validity ends.\n',
    ],
    [
      'tunnel-sessions update ts_1',
      'update requested: ts_1\n' +
        'note: Wait at least 10 seconds, then restart the agent to run the new version. ' +
        'An update never crosses a major version.\n',
    ],
  ])('%s says on stderr what is done', async (line, stderr) => {
    expect(await outcomeOf(line, { status: 204 })).toEqual({ exitCode: 0, stdout: '', stderr });
    expect(await outcomeOf(`${line} -o json`, { status: 204 })).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: '',
    });
  });
});

it('warns of a user certificate without principals, and makes it', async () => {
  const { baseUrl, requests } = await recordingService({ status: 500 });
  const argv = ['ssh-user-certificates', 'create', '--ssh-certificate-authority-id', 'sshca_1'];
  const { stderr } = await runCli([...argv, '--public-key', exampleKeys.ed25519], {
    env: { TUNNELCTL_BASE_URL: baseUrl, TUNNELCTL_API_KEY: 'k' },
  });
  expect(requests).toHaveLength(1);
  expect(stderr.split('\n')[0]).toBe(
    'warning: no --principals: the certificate is for any user, and current OpenSSH servers refuse such a one',
  );
});

it('ends quietly when the reader of stdout goes away', async () => {
  const { baseUrl } = await recordingService({
    body: { sources: [eventSource('a_b.v0')], uri: 'https://x.example' },
  });
  const stdout = new PassThrough();
  stdout.destroy();
  const stderr = new PassThrough();
  const env = { TUNNELCTL_BASE_URL: baseUrl, TUNNELCTL_API_KEY: 'k' };
  const streams = Object.defineProperties(processStreams(), {
    stdout: { value: stdout },
    stderr: { value: stderr },
    env: { value: env },
  });
  expect(await run(['event-sources', 'list', 'esb_1'], streams)).toBe(0);
  expect(stderr.read()).toBeNull();
});
