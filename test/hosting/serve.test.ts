import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openSandbox, type ServeOptions, serve } from '../../src/hosting/index.ts';
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

describe('the sandbox', () => {
  it('is the same service on the same file, for its owner without a key', async () => {
    const file = newFile();
    const { url, apiKey } = await start(file);
    const sandbox = await openSandbox({ file, baseUrl: 'http://sandbox.localhost' });
    onTestFinished(sandbox.close);
    const headers = { 'service-version': '2', 'content-type': 'application/json' };
    const body = Buffer.from('{"description": "made in process"}');
    const made = await sandbox.transport({ method: 'POST', target: '/api_keys', headers, body });
    expect(made.status).toBe(201);
    const { id, uri } = JSON.parse(made.body);
    expect(uri).toBe(`http://sandbox.localhost/api_keys/${id}`);
    expect(await call(url, apiKey?.token, `/api_keys/${id}`)).toMatchObject({
      status: 200,
      body: { description: 'made in process' },
    });
    const own = await sandbox.transport({ method: 'GET', target: `/api_keys/${apiKey?.id}`, headers });
    expect(JSON.parse(own.body)).toMatchObject({ owner_id: JSON.parse(made.body).owner_id });
  });
});
