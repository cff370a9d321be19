import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { hasChromium, openBrowser } from '../harness/browser.ts';
import { type ServedSandbox, startServe } from '../harness/served-sandbox.ts';

/** A web site on another port of this machine; what its pages do is up to the test. */
async function openSite(): Promise<number> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>elsewhere</title><body>');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return (server.address() as AddressInfo).port;
}

/** Runs `foreign-page.mjs` in the page: everything that a page can try, by what it is. */
async function attack(page: Page, { url, api_key }: Pick<ServedSandbox, 'url' | 'api_key'>) {
  await page.addScriptTag({ path: fileURLToPath(new URL('foreign-page.mjs', import.meta.url)) });
  const outcome = await page.evaluate(`attack(${JSON.stringify({ url, token: api_key })})`);
  return outcome as Record<string, string>;
}

async function keysOf({ url, api_key }: ServedSandbox) {
  const response = await fetch(`${url}/api_keys`, {
    headers: { authorization: `Bearer ${api_key}`, 'service-version': '2' },
  });
  return ((await response.json()) as { keys: unknown[] }).keys;
}

const skipped = hasChromium ? '' : ' (skipped: no /usr/bin/chromium; Debian: chromium)';

describe.skipIf(!hasChromium)(`a web page in Chromium${skipped}`, () => {
  it('of another origin can neither read nor drive the service, even with its key', async () => {
    const sandbox = await startServe(['--ephemeral', '--log-level', 'error']);
    const before = await keysOf(sandbox);
    const site = await openSite();
    const browser = await openBrowser('--host-resolver-rules=MAP evil.example 127.0.0.1');
    for (const origin of [
      `http://127.0.0.1:${site}`,
      `http://localhost:${site}`,
      `http://evil.example:${site}`,
    ]) {
      const page = await browser.newPage();
      const statuses = new Set<number>();
      page.on('response', async (response) => {
        if (!response.url().startsWith(sandbox.url)) return;
        statuses.add(response.status());
        const headers = Object.keys(await response.allHeaders().catch(() => ({})));
        expect(headers.filter((name) => name.startsWith('access-control-'))).toEqual([]);
      });
      await page.goto(origin);
      const outcome = await attack(page, sandbox);
      const {
        'reading without CORS': opaqueRead,
        'writing without CORS': opaqueWrite,
        'a beacon': beacon,
        ...rest
      } = outcome;
      // Sent blindly; what matters is that it was refused.
      expect(
        [opaqueRead, opaqueWrite, beacon].filter(
          (seen) => !['opaque', 'failed', 'true', 'false'].includes(String(seen)),
        ),
      ).toEqual([]);
      for (const [what, seen] of Object.entries(rest)) expect(seen, `${origin}: ${what}`).toBe('failed');
      expect([...statuses], origin).toEqual([403]);
      await page.close();
    }
    expect(await keysOf(sandbox)).toEqual(before);
  });

  it('whose own name is made to lead to the service (DNS rebinding) gets nothing of it', async () => {
    const sandbox = await startServe(['--ephemeral', '--log-level', 'error']);
    const { port } = new URL(sandbox.url);
    const before = await keysOf(sandbox);
    const browser = await openBrowser('--host-resolver-rules=MAP evil.example 127.0.0.1');
    const page = await browser.newPage();
    const url = `http://evil.example:${port}`;
    const response = await page.goto(`${url}/openapi.json`);
    expect(response?.status()).toBe(421);
    // The page's own origin by now: no CORS is needed, and still nothing is to be had.
    const seen = await page.evaluate(async (token) => {
      const headers = {
        authorization: `Bearer ${token}`,
        'service-version': '2',
        'content-type': 'application/json',
      };
      const got = await fetch('/endpoints', { headers });
      const made = await fetch('/api_keys', { method: 'POST', headers, body: '{}' });
      return [got.status, made.status];
    }, sandbox.api_key);
    expect(seen).toEqual([421, 421]);
    expect(await keysOf(sandbox)).toEqual(before);
  });

  it('of the service itself can use it', async () => {
    const sandbox = await startServe(['--ephemeral', '--log-level', 'error']);
    const browser = await openBrowser();
    const page = await browser.newPage();
    for (const url of [sandbox.url, sandbox.url.replace('127.0.0.1', 'localhost')]) {
      const response = await page.goto(`${url}/openapi.json`);
      expect(response?.status()).toBe(200);
      const status = await page.evaluate(async (token) => {
        const headers = {
          authorization: `Bearer ${token}`,
          'service-version': '2',
          'content-type': 'application/json',
        };
        return (await fetch('/api_keys', { method: 'POST', headers, body: '{}' })).status;
      }, sandbox.api_key);
      expect(status).toBe(201);
    }
  });
});
