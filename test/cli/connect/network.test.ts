import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { localProxy } from '../../client/local-proxy.ts';
import { movedClock } from '../../client/moved-clock.ts';
import { recordingService } from '../../client/recording-service.ts';
import { apiKey, errorBody, page } from '../../client/records.ts';
import { type Step, scriptedService } from '../../client/scripted-service.ts';
import { tlsHost, tlsService } from '../../client/tls-service.ts';
import { runCli, startCli } from '../../harness/run-cli.ts';
import { temporaryDirectory } from '../../harness/temporary-directory.ts';

const list = ['api-keys', 'list', '-o', 'id'];
const keys = { body: page('keys', [apiKey('ak_1')]) };
const limited = {
  status: 429,
  headers: { 'retry-after': '7' },
  body: errorBody('ERR_RATE_LIMITED', 429, 'slow down'),
};

async function against(...script: Step[]) {
  const service = await scriptedService(...script);
  const env = { TUNNELCTL_BASE_URL: service.baseUrl, TUNNELCTL_API_KEY: 's3cret' };
  return { ...service, env, clock: movedClock() };
}

describe('a request that failed', () => {
  it('is sent again, quietly on a pipe and with a line on a terminal', async () => {
    for (const isTTY of [false, true]) {
      const { env, clock, requests } = await against(limited, limited, keys);
      const { exitCode, stdout, stderr } = await runCli(list, { env, clock, isTTY });
      expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: 'ak_1\n' });
      expect(stderr).toBe(isTTY ? 'the service answered 429; trying again in 8 s\n'.repeat(2) : '');
      expect(requests).toHaveLength(3);
    }
  });

  it('is sent again as often as --retries, the environment or nobody says', async () => {
    const unavailable = { status: 503, body: errorBody('ERR_UNAVAILABLE', 503, 'not now') };
    for (const [argv, own, times] of [
      [[], {}, 3],
      [['--retries', '0'], {}, 1],
      [['--retries', '4'], { TUNNELCTL_RETRIES: '1' }, 5],
      [[], { TUNNELCTL_RETRIES: '1' }, 2],
    ] as const) {
      const { env, clock, requests } = await against(unavailable);
      expect(await runCli([...list, ...argv], { env: { ...env, ...own }, clock })).toMatchObject({
        exitCode: 6,
      });
      expect(requests).toHaveLength(times);
    }
    expect(await runCli([...list, '--retries', '11'])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('--retries must be at most 10'),
    });
  });

  it('is not waited for longer than a minute', async () => {
    const { env, clock } = await against({ ...limited, headers: { 'retry-after': '90' } });
    const { exitCode, stderr } = await runCli(['api-keys', 'get', 'ak_1'], { env, clock });
    expect(exitCode).toBe(6);
    expect(stderr).toContain('wait 90 s, then try again');
    expect(clock.waits).toEqual([]);
  });

  it('is given up at once by Ctrl-C', async () => {
    const { env, requests } = await against(limited);
    const running = startCli(list, {
      env,
      clock: { now: Date.now, sleep: () => new Promise(() => setImmediate(() => running.signal('SIGINT'))) },
    });
    expect(await running.outcome).toEqual({ exitCode: 130, stdout: '', stderr: '' });
    expect(requests).toHaveLength(1);
  });

  it.each([
    [['api-keys', 'create'], 'tunnelctl api-keys list'],
    [['api-keys', 'update', 'ak_1', '--description', 'x'], 'tunnelctl api-keys get ak_1'],
    [['tunnel-sessions', 'restart', 'ts_1'], 'tunnelctl tunnel-sessions get ts_1'],
  ])('may have changed something: %j says with which command to look', async (argv, command) => {
    const { env, clock, requests, baseUrl } = await against('reset');
    const { exitCode, stderr } = await runCli(argv, { env, clock });
    expect({ exitCode, stderr: stderr.replaceAll(baseUrl, 'BASE') }).toEqual({
      exitCode: 7,
      stderr: expect.stringContaining(
        'error: cannot reach BASE: the connection closed before the whole answer had arrived; ' +
          'the request may have been carried out',
      ),
    });
    expect(stderr).toContain(`hint: see with ${command} whether it was, before you repeat it\n`);
    expect(requests).toHaveLength(1);
  });
});

describe('a proxy', () => {
  it('of the environment is used, and a certificate authority of the command line trusted', async () => {
    const service = await tlsService(() => keys.body);
    const { origin, asked } = await localProxy(service.port);
    const env = { TUNNELCTL_BASE_URL: `https://${tlsHost}`, TUNNELCTL_API_KEY: 'k', HTTPS_PROXY: origin };
    const trusting = await runCli([...list, '--ca-cert', service.authorityFile], { env });
    expect(trusting).toEqual({ exitCode: 0, stdout: 'ak_1\n', stderr: '' });
    const byEnvironment = { ...env, TUNNELCTL_CA_CERT: service.authorityFile };
    expect(await runCli(list, { env: byEnvironment })).toMatchObject({ exitCode: 0 });
    expect(new Set(asked)).toEqual(new Set([`CONNECT ${tlsHost}:443`]));
    const { exitCode, stderr } = await runCli(list, { env });
    expect(exitCode).toBe(7);
    expect(stderr).toContain('TLS failed');
    expect(stderr).toContain('--ca-cert');
  });

  it('that asks for credentials is told so, and they are never shown', async () => {
    const { origin } = await localProxy(1, { wants: 'Basic x' });
    const HTTPS_PROXY = origin.replace('http://', 'http://me:s3cret@');
    const env = {
      TUNNELCTL_BASE_URL: `https://${tlsHost}`,
      TUNNELCTL_API_KEY: 'k',
      HTTPS_PROXY,
      TUNNELCTL_DEBUG: '1',
    };
    const { exitCode, stderr } = await runCli([...list, '--debug'], { env });
    expect(exitCode).toBe(7);
    expect(stderr).toContain(`through the proxy ${origin}: it refuses the user or password (407)`);
    expect(stderr).not.toMatch(/s3cret|bWU6/);
  });

  it('is not asked for what NO_PROXY names, nor for this machine', async () => {
    const service = await recordingService(keys);
    const env = {
      TUNNELCTL_BASE_URL: service.baseUrl,
      TUNNELCTL_API_KEY: 'k',
      HTTP_PROXY: 'http://127.0.0.1:1',
    };
    expect(await runCli(list, { env })).toMatchObject({ exitCode: 0 });
  });
});

describe('--ca-cert', () => {
  it.each([
    ['absent.pem', 'cannot read the file absent.pem: no such file or directory'],
    ['empty.pem', "empty.pem holds no certificate; give a PEM file with the authority's certificate"],
    ['damaged.pem', 'damaged.pem holds a certificate that cannot be read; give it whole, as PEM'],
  ])('refuses %s before anything is sent', async (file, problem) => {
    const cwd = temporaryDirectory();
    writeFileSync(join(cwd, 'empty.pem'), 'nothing\n');
    writeFileSync(join(cwd, 'damaged.pem'), '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n');
    const env = { TUNNELCTL_BASE_URL: 'https://127.0.0.1:1', TUNNELCTL_API_KEY: 'k' };
    const { exitCode, stderr } = await runCli(['endpoints', 'list', '--ca-cert', file], { cwd, env });
    expect(exitCode).toBe(2);
    expect(stderr).toContain(`error: --ca-cert ${problem}\n`);
  });
});

it('warns of a key that travels in the open, unless it stays on this machine', async () => {
  const service = await recordingService(keys);
  const { origin } = await localProxy(Number(new URL(service.baseUrl).port));
  const env = { TUNNELCTL_BASE_URL: 'http://api.tunnel.test', TUNNELCTL_API_KEY: 'k', HTTP_PROXY: origin };
  expect(await runCli(list, { env })).toEqual({
    exitCode: 0,
    stdout: 'ak_1\n',
    stderr:
      'warning: the API key travels unencrypted to http://api.tunnel.test, where anybody on the way can read it; use https\n',
  });
});
