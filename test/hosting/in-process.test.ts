import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openSandbox } from '../../src/hosting/in-process.ts';
import { serve } from '../../src/hosting/serve.ts';

function newFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tunnelctl-sandbox-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'sandbox.db');
}

async function open(file: string) {
  const sandbox = await openSandbox({ file, baseUrl: 'http://sandbox.localhost' });
  onTestFinished(sandbox.close);
  const headers = { 'service-version': '2', 'content-type': 'application/json' };
  return (method: string, target: string, body?: string) =>
    sandbox.transport({ method, target, headers, body: body === undefined ? undefined : Buffer.from(body) });
}

/** All files that loading one loads at once, without what it loads only when it is needed. */
async function filesLoadedBy(entry: string): Promise<string[]> {
  const { metafile } = await build({
    entryPoints: [entry],
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    outdir: 'out',
    metafile: true,
    write: false,
  });
  const found = new Set<string>();
  const visit = (file: string) => {
    if (found.has(file)) return;
    found.add(file);
    for (const { path, kind } of metafile.inputs[file]?.imports ?? []) {
      if (kind === 'import-statement') visit(path);
    }
  };
  visit(entry);
  return [...found];
}

describe('the sandbox', () => {
  it('is the same service on the same file, for its owner without a key', async () => {
    const file = newFile();
    const { url, apiKey, stop } = await serve({ file, host: '127.0.0.1', port: 0 });
    onTestFinished(stop);
    const send = await open(file);
    const made = await send('POST', '/api_keys', '{"description": "made in process"}');
    expect(made.status).toBe(201);
    const { id, uri, owner_id } = JSON.parse(made.body);
    expect(uri).toBe(`http://sandbox.localhost/api_keys/${id}`);
    const headers = { authorization: `Bearer ${apiKey?.token}`, 'service-version': '2' };
    const served = await fetch(`${url}/api_keys/${id}`, { headers });
    expect(await served.json()).toMatchObject({ description: 'made in process', owner_id });
    expect(JSON.parse((await send('GET', `/api_keys/${apiKey?.id}`)).body)).toMatchObject({ owner_id });
  });

  it('has what is served beside the API, but for what only a running service knows', async () => {
    const send = await open(newFile());
    expect(await send('GET', '/healthz')).toMatchObject({ status: 200, body: '{"status":"ok"}' });
    expect(JSON.parse((await send('GET', '/sandbox/v1/events')).body)).toMatchObject({ events: [] });
    expect(JSON.parse((await send('GET', '/sandbox/v1/requests')).body)).toMatchObject({ ended: true });
    for (const path of ['/metrics', '/sandbox/v1/faults', '/nowhere']) {
      expect((await send('GET', path)).status, path).toBe(404);
    }
    expect((await send('DELETE', '/endpoints')).status).toBe(405);
  });

  it('loads no listener and nothing else that only a running service or an account file needs', async () => {
    const files = await filesLoadedBy('src/hosting/in-process.ts');
    expect(files).toContain('src/server/app/operations.ts');
    expect(files).toContain('src/store/sqlite/sqlite.ts');
    const rooms = /^src\/(server\/(?!app\/)|account\/seed\/|account\/agents\/simulated-agents\.ts)/;
    expect(files.filter((file) => rooms.test(file))).toEqual([]);
  });
});
