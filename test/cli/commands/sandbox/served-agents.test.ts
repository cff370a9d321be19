import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { scriptedService } from '../../../client/scripted-service.ts';
import { runCli } from '../../../harness/run-cli.ts';
import { serveInProcess } from '../../../harness/served-sandbox.ts';
import { temporaryDirectory } from '../../../harness/temporary-directory.ts';
import { startService } from '../../../harness/test-service.ts';

async function ephemeral() {
  const cwd = temporaryDirectory();
  const { env } = await serveInProcess(['--ephemeral'], { cwd });
  return (...argv: string[]) => runCli(argv, { cwd, env: { HOME: cwd, NO_COLOR: '1', ...env } });
}

describe('serve --ephemeral', () => {
  it('gets an agent, an update for it, and loses it again', async () => {
    const run = await ephemeral();
    const made = await run('sandbox', 'agents', 'connect', '--url', 'https://mac.example.com', '-o', 'id');
    expect(made).toMatchObject({ exitCode: 0, stderr: '' });
    const id = made.stdout.trim();
    const endpoints = await run('endpoints', 'list', '--columns', 'url,type');
    expect(endpoints.stdout).toBe('https://mac.example.com\tephemeral\n');
    expect(await run('sandbox', 'agents', 'offer-update', id, '3.10.0')).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: `offered: ${id} runs 3.9.1 and can get 3.10.0\n`,
    });
    expect(await run('tunnel-sessions', 'update', id)).toMatchObject({ exitCode: 0 });
    const listed = await run('sandbox', 'agents', 'list');
    expect(listed.stdout).toBe(`${id}\tlinux\t3.9.1\ttunnelctl/2\tupdating\t3.10.0\tfalse\t1\n`);
    const chosen = await run('sandbox', 'agents', 'list', '--where', 'os=darwin');
    expect(chosen.stderr).toBe('no agents to show\n0 found, 1 looked through\n');
    expect(await run('sandbox', 'agents', 'disconnect', id)).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: `disconnected: ${id}\n`,
    });
    expect((await run('tunnel-sessions', 'list', '-o', 'json')).stdout).toBe('[]\n');
    expect((await run('endpoints', 'list', '-o', 'json')).stdout).toBe('[]\n');
  });

  it('names the flag at fault as a data file does', async () => {
    const run = await ephemeral();
    const refused = await run('sandbox', 'agents', 'connect', '--url', 'ftp://x');
    expect(refused).toMatchObject({ exitCode: 2, stdout: '' });
    expect(refused.stderr).toBe('error: --url has the scheme "ftp"; use https, http, tcp or tls\n');
    expect(await run('sandbox', 'agents', 'disconnect', 'ts_nope')).toMatchObject({
      exitCode: 3,
      stdout: '',
    });
    expect(await run('sandbox', 'agents', 'disconnect', '')).toMatchObject({ exitCode: 2, stdout: '' });
  });

  it('is seeded while it runs, once, and says where a seed is wrong', async () => {
    const run = await ephemeral();
    const seeded = await run('sandbox', 'seed', 'demo');
    expect(seeded).toMatchObject({ exitCode: 0, stdout: '' });
    expect(seeded.stderr).toMatch(/^seeded: 2 users, .*\nadded to the account ac_\w+, which was in use/);
    expect((await run('sandbox', 'seed', 'demo')).stderr).toBe('the account has this seed already\n');
    const cwd = temporaryDirectory();
    const stdin = 'endpoints:\n  - url: gopher://x\n';
    const { env } = await serveInProcess(['--ephemeral'], { cwd });
    expect(await runCli(['sandbox', 'seed', '-'], { cwd, env, stdin })).toMatchObject({
      exitCode: 8,
      stdout: '',
      stderr: expect.stringMatching(/^error: stdin:2: endpoints\[0\]\.url has the scheme "gopher"/),
    });
    expect((await runCli(['endpoints', 'list', '-o', 'json'], { env })).stdout).toBe('[]\n');
  });
});

describe('a service that is none of ours', () => {
  const verbs = [
    ['agents', 'list'],
    ['agents', 'connect'],
    ['agents', 'disconnect', 'ts_1'],
    ['agents', 'offer-update', 'ts_1', '3.10.0'],
    ['abuse-reports', 'process', 'abrp_1'],
    ['info'],
    ['seed', 'demo'],
    ['events'],
    ['requests'],
    ['faults', 'list'],
    ['faults', 'add', 'status=500'],
    ['faults', 'clear'],
  ];
  const answers = {
    'in the words of its API': {
      error_code: 'ERR_NO_SUCH_ROUTE',
      status_code: 404,
      msg: 'no',
      details: { operation_id: 'op_1' },
    },
    'with a page': '<!doctype html><h1>Not found</h1>',
    'with nothing': '',
  };

  it.each(Object.entries(answers))(
    'is told from a sandbox by every verb: it refuses %s',
    async (_how, body) => {
      const html = { 'content-type': 'text/html' };
      const foreign = await scriptedService({
        status: 404,
        body,
        ...(typeof body === 'string' && { headers: html }),
      });
      const cwd = temporaryDirectory();
      const env = { HOME: cwd, TUNNELCTL_BASE_URL: foreign.baseUrl, TUNNELCTL_API_KEY: 'k' };
      for (const verb of verbs) {
        const { exitCode, stdout, stderr } = await runCli(['sandbox', ...verb], { cwd, env });
        expect({ verb, exitCode, stdout, stderr }).toEqual({
          verb,
          exitCode: 2,
          stdout: '',
          stderr: expect.stringMatching(
            /^error: the service is not a sandbox: it .*\nhint: give the address of tunnelctl serve, or --sandbox for the data file on this machine\n$/,
          ),
        });
      }
      expect(readdirSync(cwd)).toEqual([]);
    },
  );
});

describe('the admin API', () => {
  const calls: [method: string, path: string, body?: object][] = [
    ['GET', '/sandbox/v1/agents'],
    ['POST', '/sandbox/v1/agents', { os: 'linux', agent_version: '1.0', ip: '203.0.113.7' }],
    ['PATCH', '/sandbox/v1/agents/ts_1', { offered_version: '2.0' }],
    ['DELETE', '/sandbox/v1/agents/ts_1'],
    ['PATCH', '/sandbox/v1/abuse_reports/abrp_1', { outcome: 'BANNED' }],
    ['GET', '/sandbox/v1/account'],
    ['POST', '/sandbox/v1/seeds', { name: 'demo' }],
  ];

  it.each(calls)('%s %s is for admins alone', async (method, path, body) => {
    const test = await startService();
    const before = test.rows();
    const options = body === undefined ? {} : { body };
    expect(await test.call(method, path, { ...options, as: test.member })).toMatchObject({
      status: 403,
      body: { error_code: 'ERR_ADMIN_REQUIRED' },
    });
    const nobody = await test.call(method, path, { ...options, headers: { authorization: undefined } });
    expect(nobody).toMatchObject({ status: 401, body: { error_code: 'ERR_MISSING_API_KEY' } });
    expect(test.rows()).toEqual(before);
  });

  it('refuses bodies that are none of its own, and names what a path offers', async () => {
    const test = await startService();
    const refusals = [
      ['POST', '/sandbox/v1/agents', { id: 'ts_1', os: 'x', agent_version: '1', ip: '::1' }, 400, /"?id"?/],
      [
        'POST',
        '/sandbox/v1/agents',
        { os: 'x', agent_version: '1', ip: 'here' },
        400,
        /^ip: "here" is not an IP/,
      ],
      ['PATCH', '/sandbox/v1/agents/ts_1', { offered_version: '' }, 400, /^offered_version/],
      [
        'PATCH',
        '/sandbox/v1/agents/ts_1',
        { offered_version: '1' },
        404,
        /^tunnel session "ts_1" does not exist/,
      ],
      ['PATCH', '/sandbox/v1/abuse_reports/abrp_1', { outcome: 'PENDING' }, 400, /^outcome/],
      ['POST', '/sandbox/v1/seeds', { name: 'other' }, 400, /^name: "other" is not built in/],
      ['PUT', '/sandbox/v1/agents/ts_1', {}, 405, /PATCH, DELETE/],
      ['DELETE', '/sandbox/v1/agents/%', undefined, 404, /./],
      ['DELETE', '/sandbox/v1/agents/', undefined, 404, /./],
      ['DELETE', '/sandbox/v1/agents/a/b', undefined, 404, /./],
    ] as const;
    for (const [method, path, body, status, msg] of refusals) {
      const answer = await test.call(method, path, body === undefined ? {} : { body });
      expect({ path, status: answer.status, msg: answer.body.msg }).toEqual({
        path,
        status,
        msg: expect.stringMatching(msg),
      });
    }
  });
});
