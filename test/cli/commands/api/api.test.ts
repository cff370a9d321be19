import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Answer, type RecordedRequest, recordingService } from '../../../client/recording-service.ts';
import { errorBody, page } from '../../../client/records.ts';
import { runCli, type Surroundings } from '../../../harness/run-cli.ts';
import { temporaryDirectory } from '../../../harness/temporary-directory.ts';

async function api(
  argv: readonly string[],
  answer: Answer | ((request: RecordedRequest, baseUrl: string) => Answer) = { body: { ok: true } },
  surroundings: Surroundings = {},
) {
  const { baseUrl, requests } = await recordingService(answer);
  const env = { TUNNELCTL_BASE_URL: baseUrl, TUNNELCTL_API_KEY: 'canary-key', ...surroundings.env };
  const outcome = await runCli(['api', ...argv], { ...surroundings, env });
  return { ...outcome, requests, baseUrl };
}

describe('api', () => {
  it('gets a path, and prints the answer as it came on a pipe and laid out on a terminal', async () => {
    const answer = { body: '{"b":1,"a":[]}', headers: { 'content-type': 'application/json' } };
    const pipe = await api(['endpoints?limit=5'], answer);
    expect(pipe).toMatchObject({ exitCode: 0, stdout: '{"b":1,"a":[]}\n', stderr: '' });
    expect(pipe.requests).toMatchObject([
      {
        method: 'GET',
        target: '/endpoints?limit=5',
        headers: { authorization: 'Bearer canary-key', 'service-version': '2' },
      },
    ]);
    expect((await api(['/endpoints'], answer, { isTTY: true })).stdout).toBe('{\n  "b": 1,\n  "a": []\n}\n');
    expect((await api(['/endpoints', '-o', 'yaml'], answer)).stdout).toBe('b: 1\na: []\n');
    expect((await api(['/endpoints', '--query', 'b'], answer)).stdout).toBe('1\n');
  });

  it('prints one text of a query as it is, as JSON where that is asked for, and nothing with none', async () => {
    const answer = { body: { policy: 'a:\n  "b"\n', list: [1] } };
    const query = async (...argv: string[]) => (await api(['/endpoints/ep_1', ...argv], answer)).stdout;
    expect(await query('--query', 'policy')).toBe('a:\n  "b"\n\n');
    expect(await query('--query', 'policy', '-o', 'json')).toBe('"a:\\n  \\"b\\"\\n"\n');
    expect(await query('--query', 'policy', '-o', 'none')).toBe('');
    const list = await api(['/endpoints/ep_1', '--query', 'list', '-o', 'raw'], answer);
    expect(list.stderr).toContain('error: --output raw prints texts, and this is a list');
  });

  it('makes a body of fields: texts, what texts mean, and nested ones', async () => {
    const cwd = temporaryDirectory();
    writeFileSync(join(cwd, 'file'), 'content\n');
    const fields = [
      '-f',
      'name=1',
      '-F',
      'count=1',
      '-F',
      'on=true',
      '-F',
      'none=null',
      '-F',
      'text=01',
      '-F',
      'file=@file',
    ];
    const nested = ['-f', 'a.b=x', '-f', 'a[c.d]=y', '-f', 'list[]=1', '-F', 'list[]=2'];
    const items = ['-f', 'rules[][k]=1', '-f', 'rules[][v]=2', '-f', 'rules[][k]=3', '-f', 'raw=@file'];
    const { requests } = await api(['post', '/x', ...fields, ...nested, ...items], undefined, { cwd });
    expect(requests).toMatchObject([{ method: 'POST', headers: { 'content-type': 'application/json' } }]);
    expect(requests[0]?.body).toEqual({
      name: '1',
      count: 1,
      on: true,
      none: null,
      text: '01',
      file: 'content',
      a: { b: 'x', 'c.d': 'y' },
      list: ['1', 2],
      rules: [{ k: '1', v: '2' }, { k: '3' }],
      raw: '@file',
    });
    const list = ['-F', 'list[]=1', '--field', 'list[]=2', '--typed-field=list[]=3', '-f', 'list[]=4'];
    expect((await api(['POST', '/x', ...list])).requests).toMatchObject([
      { body: { list: [1, '2', 3, '4'] } },
    ]);
    expect((await api(['/x', ...list])).requests[0]?.target).toBe(
      '/x?list%5B%5D=1&list%5B%5D=2&list%5B%5D=3&list%5B%5D=4',
    );
  });

  it('makes a query of fields for a GET, and sends a file as it is', async () => {
    expect((await api(['/x?a=1', '-f', 'b=2 3'])).requests[0]?.target).toBe('/x?a=1&b=2+3');
    const sent = await api(['PUT', '/x', '--input', '-'], undefined, { stdin: '{"a": 1}' });
    expect(sent.requests).toMatchObject([{ method: 'PUT', body: { a: 1 } }]);
    const home = temporaryDirectory();
    writeFileSync(join(home, 'body.json'), '{"b": 2}');
    const atHome = await api(['PUT', '/x', '--input', '~/body.json'], undefined, { env: { HOME: home } });
    expect(atHome.requests).toMatchObject([{ method: 'PUT', body: { b: 2 } }]);
  });

  it('adds headers, and shows those of the answer', async () => {
    const { stdout, requests } = await api(['/x', '-i', '-H', 'X-Trace: 7', '-H', 'Service-Version: 3'], {
      headers: { 'operation-id': 'op_1' },
      body: '{}',
    });
    expect(requests[0]?.headers).toMatchObject({ 'x-trace': '7', 'service-version': '3' });
    expect(stdout).toMatch(/^HTTP 200 OK\n(?:[A-Z][\w-]*: .*\n)*Operation-Id: op_1\n(?:.+\n)*\n\{\}\n$/);
  });

  it('follows the pages of a list, one document each', async () => {
    const { stdout, requests } = await api(['--paginate', '/keys'], ({ target }, baseUrl) => ({
      body: target.includes('before_id')
        ? page('keys', [2])
        : page('keys', [1], `${baseUrl}/keys?before_id=1`),
    }));
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).keys),
    ).toEqual([[1], [2]]);
    expect(requests.map(({ target }) => target)).toEqual(['/keys', '/keys?before_id=1']);
  });

  it('exits by the status, with the body on stdout and the reason on stderr', async () => {
    const body = errorBody('ERR_NOT_FOUND', 404, 'there is none');
    const { exitCode, stdout, stderr } = await api(['/endpoints/x'], { status: 404, body });
    expect({ exitCode, body: JSON.parse(stdout) }).toEqual({ exitCode: 3, body });
    expect(stderr).toMatch(/^error: there is none \(ERR_NOT_FOUND\)\n/);
    expect(
      await api(['/x'], { status: 503, body: 'down' }, { env: { TUNNELCTL_RETRIES: '0' } }),
    ).toMatchObject({ exitCode: 6, stdout: 'down\n' });
    expect(
      await api(['/x'], { status: 302, headers: { location: 'https://evil.example.com/' } }),
    ).toMatchObject({ exitCode: 1 });
  });

  it.each([
    'https://evil.example.com/endpoints',
    'http://127.0.0.1:1/endpoints',
    'http://user@127.0.0.1/x',
    'ftp://x/y',
  ])('sends the key nowhere but to the base URL: %s', async (url) => {
    const { exitCode, stdout, stderr, requests } = await api([url]);
    expect({ exitCode, stdout, requests }).toEqual({ exitCode: 2, stdout: '', requests: [] });
    expect(stderr).toMatch(/is not below http:\/\/127/);
  });

  it('takes whole URLs of the service, and stays below the path of the base URL', async () => {
    const own = await api(['--dry-run', 'https://api.example.com/v2/endpoints'], undefined, {
      env: { TUNNELCTL_BASE_URL: 'https://api.example.com/v2' },
    });
    expect(own.stdout).toMatch(/^GET https:\/\/api\.example\.com\/v2\/endpoints\n/);
    for (const path of ['../v1/x', 'https://api.example.com/v2x', '/%2e%2e/x', '..\\x']) {
      const env = { TUNNELCTL_BASE_URL: 'https://api.example.com/v2' };
      expect(await api(['--dry-run', path], undefined, { env })).toMatchObject({ exitCode: 2, stdout: '' });
    }
    expect((await api(['//evil.example.com/x'])).requests).toMatchObject([{ target: '/evil.example.com/x' }]);
  });

  it.each([1, 2, 3])('does not follow next pages in circles: %i of them', async (length) => {
    const { exitCode, stdout, stderr, requests } = await api(
      ['--paginate', '/keys?n=0'],
      ({ target }, baseUrl) => {
        const n = Number(target.split('n=')[1]);
        return { body: page('keys', [{ id: `ak_${n}` }], `${baseUrl}/keys?n=${(n + 1) % length}`) };
      },
    );
    expect({ exitCode, count: requests.length }).toEqual({ exitCode: 1, count: length });
    expect(stdout.trim().split('\n')).toHaveLength(length);
    expect(stderr).toMatch(
      /^error: GET \/keys\?n=0: next_page_uri .*keys\?n=0" leads back to a page that came before/,
    );
  });

  it('notices the same records under new addresses', async () => {
    let n = 0;
    const { exitCode, stderr, requests } = await api(['--paginate', '/keys'], (_, baseUrl) => ({
      body: page('keys', [{ id: 'ak_1' }, { id: `ak_1${n}` }], `${baseUrl}/keys?n=${++n}`),
    }));
    expect({ exitCode, count: requests.length }).toEqual({ exitCode: 1, count: 2 });
    expect(stderr).toContain('another page begins as one before');
  });

  it('does not follow a next page to another host', async () => {
    const { exitCode, requests, stderr } = await api(['--paginate', '/keys'], {
      body: page('keys', [], 'https://evil.example.com/keys'),
    });
    expect({ exitCode, count: requests.length }).toEqual({ exitCode: 2, count: 1 });
    expect(stderr).toContain('"https://evil.example.com/keys" is not below');
  });

  it.each<[string[], string]>([
    [[], '<path> is required'],
    [['/x', '-f', 'a'], '-f "a" is not key=value'],
    [['POST', '/x', '-f', 'a=1', '-f', 'a=2'], '-f a is given twice'],
    [
      ['POST', '/x', '-f', 'a=1', '-f', 'a.b=2'],
      '-f a.b goes into a member that another field gives a value',
    ],
    [['POST', '/x', '-f', 'a[]=1', '-f', 'a.b=2'], '-f a.b is a list in one field and an object in another'],
    [['POST', '/x', '-f', '[a=1'], '-f "[a" is not a key; write a.b, a[b] or a[]'],
    [
      ['POST', '/x', '-F', `a${'[b]'.repeat(40)}=1`],
      `-F "a${'[b]'.repeat(19)}[…" nests deeper than 32 levels, as no body may`,
    ],
    [['/x', '-H', 'Authorization: Bearer canary'], '-H authorization cannot be set by hand'],
    [['/x', '-H', 'Host: evil'], '-H host cannot be set by hand'],
    [['/x', '-H', 'nonsense'], '-H "nonsense" is not Name: value'],
    [['/x', '--input', ''], '--input names no file; write - for stdin'],
    [['/x', '--query', '['], '--query "[" cannot be run: syntax error: invalid token (EOF): ""'],
    [['/x', '--input', '-'], '--input is a body, and GET has none; name the method, such as POST'],
    [['DELETE', '/x', '--paginate'], '--paginate goes with GET alone'],
    [['/x#y'], '"/x#y" must not hold a fragment'],
  ])('refuses %j before any request', async (argv, message) => {
    const { exitCode, requests, stderr } = await api(argv);
    expect({ exitCode, requests }).toEqual({ exitCode: 2, requests: [] });
    expect(stderr.split('\n')[0]).toBe(`error: ${message}`);
    expect(stderr).not.toContain('canary');
  });

  it('prints the request instead of sending it, secrets masked wherever they stand', async () => {
    const argv = ['POST', '/new_thing', '-f', 'inner.client_secret=canary', '-F', 'api_key=5', '--dry-run'];
    const { stdout, requests } = await api(argv);
    expect(requests).toEqual([]);
    expect(stdout).toContain('"client_secret": "<SECRET>"');
    expect(stdout).toContain('"api_key": "<SECRET>"');
    expect(stdout).not.toContain('canary');
  });

  it('shows examples that work as a shell reads them', async () => {
    const { stdout } = await runCli(['api', '--help']);
    const lines = stdout.split('\n').filter((line) => line.startsWith('  tunnelctl api '));
    const script = `tunnelctl() { printf '%s\\0' "$@"; printf '\\n\\0'; }\n${lines.join('\n')}\n`;
    const words = execFileSync('bash', ['-c', script], { encoding: 'utf8' }).split('\0\n\0').slice(0, -1);
    const requests: string[] = [];
    for (const line of words) {
      const outcome = await api(line.split('\0').slice(1), { body: page('endpoints', []) });
      expect(outcome).toMatchObject({ exitCode: 0, stderr: '' });
      requests.push(...outcome.requests.map(({ method, target }) => `${method} ${target}`));
    }
    expect(requests).toEqual(['GET /endpoints?limit=1', 'GET /endpoints', 'POST /api_keys']);
  });
});
