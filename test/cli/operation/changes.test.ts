import { describe, expect, it } from 'vitest';
import type { RecordedRequest } from '../../client/recording-service.ts';
import { recordingService } from '../../client/recording-service.ts';
import { endpoint, errorBody } from '../../client/records.ts';
import { runCli } from '../../harness/run-cli.ts';
import { both } from '../output/both.ts';

const policy = (status: number) =>
  `on_http_request:\n  - actions:\n      - type: deny\n        config:\n          status_code: ${status}\n`;

const present = endpoint('ep_1', { description: 'old words', traffic_policy: policy(403) });

/** Shows an endpoint and changes it as asked. */
const answer = ({ method, body }: RecordedRequest) => ({
  body: method === 'GET' ? present : endpoint('ep_1', body as Record<string, unknown>),
});

const update = ['endpoints', 'update', 'ep_1', '-o', 'id'];
const change = ['--description', 'new words', '--pooling-enabled', '--traffic-policy', policy(404)];
const changes = [
  'changes to ep_1  https://app.example.com  cloud  public:',
  '  description: "old words" -> "new words"',
  '  pooling_enabled: false -> true',
  '  traffic_policy:',
  '    …',
  '            - type: deny',
  '              config:',
  '    -           status_code: 403',
  '    +           status_code: 404',
  '',
];
// In the order of the schema of the request.
const [head, description, pooling, ...policyLines] = changes as [string, string, string, ...string[]];
const told = [head, ...policyLines.slice(0, -1), description, pooling, ''].join('\n');

describe('a change', () => {
  it('shows the old and the new of what changes at a terminal, and on a pipe where that is asked for', async () => {
    const quiet = await both([...update, ...change], answer);
    expect(quiet.pipe).toEqual({ exitCode: 0, stdout: 'ep_1\n', stderr: '' });
    expect(quiet.terminal).toEqual({ exitCode: 0, stdout: 'ep_1\n', stderr: told });
    // One look more, where somebody looks on.
    expect(quiet.requests).toEqual(['PATCH /endpoints/ep_1', 'GET /endpoints/ep_1', 'PATCH /endpoints/ep_1']);
    const asked = await both([...update, ...change, '--diff'], answer);
    expect(asked.pipe).toEqual({ exitCode: 0, stdout: 'ep_1\n', stderr: told });
  });

  it('is shown and not made with --dry-run', async () => {
    const { pipe, terminal, requests } = await both(
      ['endpoints', 'update', 'ep_1', ...change, '--diff', '--dry-run'],
      answer,
    );
    expect(pipe).toEqual({ exitCode: 0, stdout: told, stderr: '' });
    expect(terminal).toEqual(pipe);
    expect(requests).toEqual(['GET /endpoints/ep_1', 'GET /endpoints/ep_1']);
  });

  it('is an object for programs', async () => {
    const line = 'endpoints update ep_1 --description x --diff --dry-run -o json';
    const { pipe } = await both(line, answer);
    expect(JSON.parse(pipe.stdout)).toEqual({
      id: 'ep_1',
      changes: [{ member: 'description', old: 'old words', new: 'x' }],
    });
  });

  it('of nothing says so', async () => {
    const { pipe } = await both([...update, '--diff', '--description', 'old words'], answer);
    expect(pipe.stderr).toBe('nothing changes: ep_1  https://app.example.com  cloud  public\n');
  });

  it('is told without a look where nothing is to be said, and made all the same where nothing can be seen', async () => {
    const silent = await both([...update, ...change, '--quiet'], answer);
    expect(silent.terminal).toEqual({ exitCode: 0, stdout: 'ep_1\n', stderr: '' });
    expect(silent.requests).toEqual(['PATCH /endpoints/ep_1', 'PATCH /endpoints/ep_1']);
    const unseen = await both([...update, ...change], (request) =>
      request.method === 'GET' ? { status: 403, body: errorBody('ERR_X', 403, 'no') } : answer(request),
    );
    expect(unseen.terminal).toMatchObject({ exitCode: 0, stdout: 'ep_1\n', stderr: '' });
  });

  it('of what is not there is refused before it is sent where it was to be compared', async () => {
    const { pipe, requests } = await both([...update, ...change, '--diff'], {
      status: 404,
      body: errorBody('ERR_NOT_FOUND', 404, 'there is none'),
    });
    expect(pipe.exitCode).toBe(3);
    expect(requests.every((request) => request.startsWith('GET '))).toBe(true);
  });

  it('of a list names the items that come and go, and what an empty one means', async () => {
    const credential = {
      ...base('sshcr_1'),
      public_key: 'ssh-ed25519 AAAA',
      acl: ['bind:a', 'bind:b'],
      owner_id: 'usr_1',
    };
    const lines = async (...acl: string[]) => {
      const argv = ['ssh-credentials', 'update', 'sshcr_1', '--diff', '--dry-run'];
      const { pipe } = await both([...argv, ...acl.flatMap((rule) => ['--acl', rule])], { body: credential });
      return pipe.stdout.split('\n').slice(1, -1);
    };
    expect(await lines('bind:b', 'bind:c')).toEqual([
      '  acl:',
      '    - bind:a',
      '      bind:b',
      '    + bind:c',
    ]);
    expect(await lines('[]')).toEqual(['  acl:', '    - bind:a', '    - bind:b', '    + (everything)']);
  });

  it('of a text of many lines tells whether its last line ends, where that changes', async () => {
    const lines = async (metadata: string) => {
      const argv = ['endpoints', 'update', 'ep_1', '--diff', '--dry-run', '--metadata', metadata];
      const { pipe } = await both(argv, { body: endpoint('ep_1', { metadata: 'a\nb' }) });
      return pipe.stdout.split('\n').slice(2, -1);
    };
    expect(await lines('a\nc')).toEqual(['      a', '    - b', '    + c']);
    expect(await lines('a\nb\n')).toEqual([
      '      a',
      '      b',
      '    - (no line break at the end)',
      '    +',
    ]);
    expect(await lines('')).toEqual(['    - a', '    - b']);
  });

  it('of a secret is told without it', async () => {
    const target = {
      stream_target: null,
      delivery_target: null,
      log_target: null,
      metrics_target: { api_key: '<SECRET>', ddtags: 't', service: 's', ddsite: 'd' },
      cloud_logs_target: null,
    };
    const argv = ['event-destinations', 'update', 'ed_1', '--diff', '--dry-run'];
    for (const [name, value] of Object.entries({
      'api-key': 'env:SECRET',
      ddtags: 'u',
      service: 's',
      ddsite: 'd',
    })) {
      argv.push(`--target.metrics-target.${name}`, value);
    }
    const record = { ...base('ed_1'), format: 'json', target };
    for (const output of [[], ['-o', 'json']]) {
      const { pipe } = await both([...argv, ...output], { body: record }, { env: { SECRET: 'canary' } });
      expect(JSON.stringify(pipe)).not.toContain('canary');
      expect(pipe.exitCode).toBe(0);
      if (output.length > 0) continue;
      expect(pipe.stdout.split('\n').slice(1, -1)).toEqual([
        '  target.metrics_target.api_key: another secret comes',
        '  target.metrics_target.ddtags: "t" -> "u"',
      ]);
    }
  });

  it('of a module replaces all of it: what is not named goes back to its default', async () => {
    const argv = [
      'edges',
      'https',
      'routes',
      'user-agent-filter',
      'replace',
      'e',
      'r',
      '--diff',
      '--dry-run',
    ];
    const { pipe } = await both([...argv, '--deny', 'x'], {
      body: { enabled: false, allow: ['a'], deny: ['x'] },
    });
    expect(pipe.stdout).toBe('changes to e r:\n  enabled: false -> true\n  allow:\n    - a\n');
    const unset = await both([...argv, '--deny', 'x'], {
      status: 404,
      body: errorBody('ERR_MODULE_NOT_SET', 404, 'it is not set'),
    });
    expect(unset.pipe.stdout).toBe('changes to e r:\n  enabled: (nothing) -> true\n  deny:\n    + x\n');
  });

  it('warns of members in a file that it cannot change', async () => {
    const { baseUrl } = await recordingService(answer);
    const env = { TUNNELCTL_BASE_URL: baseUrl, TUNNELCTL_API_KEY: 'k' };
    const stdin = JSON.stringify({ ...present, hostport: 'other:1', principal: { id: 'usr_2', uri: 'x' } });
    const argv = ['endpoints', 'update', 'ep_1', '--from-file', '-', '--diff', '--dry-run'];
    const { stderr } = await runCli(argv, { env, stdin });
    expect(stderr.split('\n').slice(1, -1)).toEqual([
      'warning: update cannot change hostport; it stays app.example.com:443',
      'warning: update cannot change principal; it stays usr_1',
    ]);
  });

  it('is compared or pasted, not both', async () => {
    expect(await runCli([...update, ...change, '--diff', '--curl'])).toMatchObject({
      exitCode: 2,
      stderr: 'error: --diff has no place in a command to paste; leave out --curl\n',
    });
  });
});

function base(id: string) {
  return {
    id,
    uri: `https://api.example.com/x/${id}`,
    created_at: '2026-11-21T08:00:00Z',
    description: '',
    metadata: '',
  };
}
