import { describe, expect, it } from 'vitest';
import { type Answer, recordingService } from '../../client/recording-service.ts';
import { apiKey, endpoint, page } from '../../client/records.ts';
import { runCli } from '../../harness/run-cli.ts';
import { both } from './both.ts';

/** Policies as people keep them: with and without an end of the last line, with tabs, backslashes and controls. */
const policies = [
  'on_http_request:\n  - actions:\n      - type: deny\n',
  'on_http_request:\n  - actions:\n      - type: deny',
  '# a\tb \\n\r\non_http_request: []\n\n',
  '{"on_http_request":[]}',
  '# \u001b[31mred\u202e\n{}',
];

const get = (policy: string, ...options: string[]) =>
  both(['endpoints', 'get', 'ep_1', ...options], { body: endpoint('ep_1', { traffic_policy: policy }) });

describe('one text as a result', () => {
  it.each(policies)('is on a pipe byte for byte what was there, and one line break: %j', async (policy) => {
    for (const options of [
      ['--query', 'traffic_policy'],
      ['--columns', 'traffic_policy'],
      ['--query', 'traffic_policy', '-o', 'raw'],
      ['--columns', 'traffic_policy', '-o', 'raw'],
      ['--query', '{p: traffic_policy}', '--columns', 'p', '-o', 'raw'],
      ['--query', 'traffic_policy', '-o', 'wide'],
    ]) {
      const { pipe } = await get(policy, ...options);
      expect(pipe, options.join(' ')).toEqual({ exitCode: 0, stdout: `${policy}\n`, stderr: '' });
    }
  });

  it.each(policies)('is sent back as it was by @-: %j', async (policy) => {
    const record = { ...endpoint('ep_1', { traffic_policy: policy }) };
    const bodies: unknown[] = [];
    const { baseUrl } = await recordingService(({ method, body }): Answer => {
      if (method === 'PATCH') bodies.push(body);
      return { body: record };
    });
    const env = { TUNNELCTL_BASE_URL: baseUrl, TUNNELCTL_API_KEY: 'k' };
    const got = await runCli(['endpoints', 'get', 'ep_1', '--query', 'traffic_policy'], { env });
    const sent = await runCli(['endpoints', 'update', 'ep_1', '--metadata', '@-'], {
      env,
      stdin: got.stdout,
    });
    expect(sent.exitCode).toBe(0);
    expect(bodies).toEqual([{ metadata: policy }]);
  });

  it('keeps its lines and tabs on a terminal, and holds nothing that a terminal obeys', async () => {
    const policy = 'a:\r\n\tb \u001b[31mred\u009b2J\u202e';
    for (const options of [[], ['-o', 'raw']]) {
      const { terminal } = await get(policy, '--query', 'traffic_policy', ...options);
      expect(terminal.stdout).toBe('a:\n\tb \\u001b[31mred\\u009b2J\\u202e\n');
    }
    expect((await get('a\nb\n', '--query', 'traffic_policy')).terminal.stdout).toBe('a\nb\n');
  });

  it('may be a number or an empty text', async () => {
    expect((await get('', '--query', 'traffic_policy')).pipe.stdout).toBe('\n');
    expect((await get('', '--columns', 'port')).pipe.stdout).toBe('443\n');
    expect((await get('', '--columns', 'port', '-o', 'raw')).pipe.stdout).toBe('443\n');
    expect((await get('', '--columns', 'principal')).pipe.stdout).toBe('usr_1\n');
  });
});

describe('-o raw', () => {
  const list = page('endpoints', [
    endpoint('ep_2', { traffic_policy: 'a: 1\nb: "\\n"' }),
    endpoint('ep_1', { traffic_policy: 'c' }),
  ]);

  it('prints a list of texts, each as it is and with one line break', async () => {
    for (const options of [
      ['--columns', 'traffic_policy'],
      ['--query', '[].traffic_policy'],
    ]) {
      const { pipe } = await both(['endpoints', 'list', '-o', 'raw', ...options], { body: list });
      expect(pipe).toEqual({ exitCode: 0, stdout: 'a: 1\nb: "\\n"\nc\n', stderr: '' });
    }
    const lines = await both(['endpoints', 'list', '--query', '[].traffic_policy'], { body: list });
    expect(lines.pipe.stdout).toBe('a: 1\\nb: "\\\\n"\nc\n');
  });

  it.each([
    [['endpoints', 'get', 'ep_1'], 'raw prints one text of a record; choose it with --columns or --query'],
    [['endpoints', 'list', '--columns', 'id,url'], 'raw prints one text of a record'],
  ])('without one text chosen is refused before any request: %j', async (argv, problem) => {
    const { pipe, requests } = await both([...argv, '-o', 'raw'], { body: list });
    expect(pipe).toMatchObject({ exitCode: 2, stdout: '' });
    expect(pipe.stderr).toContain(`error: --output ${problem}`);
    expect(requests).toEqual([]);
  });

  it.each([
    ['@', 'an object'],
    ['principal', 'an object'],
    ['bindings', 'a list'],
    ['no_such_member', 'nothing'],
  ])('of what is no text says so: %s', async (query, what) => {
    const expression = query === 'bindings' ? '[bindings]' : query;
    const { pipe } = await get('x', '--query', expression, '-o', 'raw');
    expect(pipe).toMatchObject({ exitCode: 2, stdout: '' });
    expect(pipe.stderr).toContain(`error: --output raw prints texts, and this is ${what}`);
  });
});

describe('-o none', () => {
  const created = { status: 201, body: { ...apiKey('ak_1'), token: 't0ken' } };

  it('prints nothing of records, lists and queries, and exits as ever', async () => {
    const body = page('keys', [apiKey('ak_1')]);
    for (const line of ['list', 'list --columns id', 'list --query [].id', 'list --sort-by id']) {
      const { pipe, terminal, requests } = await both(`api-keys ${line} -o none`, { body });
      expect([pipe, terminal]).toEqual(Array(2).fill({ exitCode: 0, stdout: '', stderr: '' }));
      expect(requests).toHaveLength(2);
    }
    const one = await both('api-keys get ak_1 -o none', { body: apiKey('ak_1') });
    expect(one.pipe).toEqual({ exitCode: 0, stdout: '', stderr: '' });
    expect((await both('api-keys get ak_1 -o none', { status: 404 })).pipe.exitCode).not.toBe(0);
  });

  it.each(['none', 'id'])('as %s warns of a secret that nobody will ever see', async (format) => {
    const { pipe } = await both(`api-keys create -o ${format}`, created);
    expect(pipe.stderr).toBe(
      `warning: token is shown only once, and --output ${format} leaves it out; nobody can see it now\n`,
    );
  });

  it('as columns without it warns too', async () => {
    const { pipe } = await both('api-keys create --columns id', created);
    expect(pipe.stdout).toBe('ak_1\n');
    expect(pipe.stderr).toBe(
      'warning: token is shown only once, and --columns leaves it out; nobody can see it now\n',
    );
    const shown = await both('api-keys create --columns token -o raw', created);
    expect(shown.pipe).toEqual({
      exitCode: 0,
      stdout: 't0ken\n',
      stderr: 'note: token is shown only this once; keep it now\n',
    });
  });
});
