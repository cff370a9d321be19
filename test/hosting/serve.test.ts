import { statSync, symlinkSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type ServeOptions, serve } from '../../src/hosting/serve.ts';
import { temporaryDirectory } from '../harness/temporary-directory.ts';

function newFile(): string {
  const folder = temporaryDirectory();
  return join(folder, 'sandbox.db');
}

async function start(file: string, options: Partial<ServeOptions> = {}) {
  const running = await serve({ file, host: '127.0.0.1', port: 0, ...options });
  let isStopped = false;
  const stop = async () => {
    if (!isStopped) await running.stop();
    isStopped = true;
  };
  onTestFinished(stop);
  return { ...running, stop };
}

async function call(url: string, token: string | undefined, path: string, body?: object) {
  const response = await fetch(url + path, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, 'service-version': '2', 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

describe('serving', () => {
  it('makes an admin key at the first start and at no other, unless it is asked for', async () => {
    const file = newFile();
    const first = await start(file);
    expect(first.apiKey?.token).toMatch(/^\w{27}_\w{27,}$/);
    expect(first.authorities).toEqual([
      { id: expect.stringMatching(/^sshca_/), publicKey: expect.stringMatching(/^ssh-ed25519 /) },
    ]);
    const { token } = first.apiKey ?? {};
    const made = await call(first.url, token, '/api_keys', { description: 'kept' });
    expect(made.status).toBe(201);
    await first.stop();
    const second = await start(file);
    expect(second.apiKey).toBeUndefined();
    expect(second.authorities).toEqual(first.authorities);
    const kept = await call(second.url, token, `/api_keys/${made.body.id}`);
    expect(kept).toMatchObject({ status: 200, body: { description: 'kept', owner_id: made.body.owner_id } });
    await second.stop();
    const third = await start(file, { newKey: true });
    expect(third.apiKey?.token).not.toBe(token);
    for (const key of [token, third.apiKey?.token]) {
      expect((await call(third.url, key, '/endpoints')).status).toBe(200);
    }
  });

  it('of a file behind a link shows the size of that file and of its write-ahead log', async () => {
    const file = newFile();
    const link = newFile();
    symlinkSync(file, link);
    const { url, apiKey } = await start(link);
    const headers = { authorization: `Bearer ${apiKey?.token}`, 'service-version': '2' };
    const metrics = await (await fetch(`${url}/metrics`, { headers })).text();
    const [bytes = 0, logBytes = 0] = ['', '-wal'].map((suffix) => statSync(file + suffix).size);
    expect(logBytes).toBeGreaterThan(0);
    expect(metrics).toContain(`\ntunnelctl_store_bytes ${bytes + logBytes}\n`);
  });

  it('starts with a seed once, however often it is named', async () => {
    const file = newFile();
    const first = await start(file, { seed: 'demo' });
    const endpoints = await call(first.url, first.apiKey?.token, '/endpoints');
    expect(endpoints.body.endpoints).not.toEqual([]);
    await first.stop();
    const second = await start(file, { seed: 'demo' });
    const again = await call(second.url, first.apiKey?.token, '/endpoints');
    expect(again.body.endpoints).toHaveLength((endpoints.body.endpoints as unknown[]).length);
  });

  it('lets nothing go wrong beside the API, whatever is asked to', async () => {
    const faultInjection = { faults: ['status=500'], rateLimit: '1/60s' };
    const { url, apiKey } = await start(newFile(), { faultInjection });
    const statusOf = async (path: string, method = 'GET') => {
      const headers = { authorization: `Bearer ${apiKey?.token}`, 'service-version': '2' };
      return (await fetch(url + path, { method, headers })).status;
    };
    expect(await statusOf('/endpoints')).toBe(500);
    expect(await statusOf('/endpoints')).toBe(429);
    expect(await statusOf('/nowhere')).toBe(429);
    for (const path of ['/healthz', '/metrics', '/', '/sandbox/v1/faults', '/openapi.json']) {
      expect(await statusOf(path), path).toBe(200);
    }
    expect(await statusOf('/healthz', 'POST')).toBe(405);
    expect(await statusOf('/sandbox/v1/nothing')).toBe(404);
  });

  it('gives whole URIs even to who does not say whom they called', async () => {
    const { url, apiKey } = await start(newFile());
    const socket = connect({ host: '127.0.0.1', port: Number(new URL(url).port) });
    const headers = `authorization: Bearer ${apiKey?.token}\r\nservice-version: 2\r\n`;
    socket.write(`GET /endpoints HTTP/1.0\r\n${headers}\r\n`);
    expect(await text(socket)).toContain(`"uri":"${url}/endpoints"`);
  });

  it('makes no key when the address is taken, so that none is lost', async () => {
    const { url } = await start(newFile());
    const file = newFile();
    const port = Number(new URL(url).port);
    await expect(serve({ file, host: '127.0.0.1', port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
    expect((await start(file)).apiKey).toBeDefined();
  });
});
