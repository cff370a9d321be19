import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasChromium, openBrowser } from '../harness/browser.ts';
import { pathWithProgram } from '../harness/built-program.ts';
import { type ServedSandbox, startServe } from '../harness/served-sandbox.ts';
import { temporaryDirectory } from '../harness/temporary-directory.ts';

type Look = Parameters<Awaited<ReturnType<typeof openBrowser>>['newPage']>[0];

/** The page of a sandbox in a tab of its own, with everything that went wrong in it. */
async function openPage(sandbox: ServedSandbox, path = '/', look: Look = {}) {
  const browser = await openBrowser();
  const page = await browser.newPage(look);
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    // A refused key is an answer of 401, which Chromium notes as an error of its own.
    if (message.type() === 'error' && !/status of 40[13]/.test(message.text())) problems.push(message.text());
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(`${sandbox.url}/`) && !request.url().startsWith('data:')) {
      problems.push(`asked for ${request.url()}`);
    }
  });
  await page.goto(sandbox.url + path);
  return { page, problems };
}

const withKey = ({ api_key }: ServedSandbox) => `/#key=${api_key}`;
const openView = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click();
const rows = (page: Page) => page.locator('tbody tr.row');

/** How far texts stand out from what is behind them, the least first (WCAG 2.2, 1.4.3 asks for 4.5). */
function contrasts(page: Page): Promise<[string, number][]> {
  // As text: what runs in the browser is not checked against the types of this program.
  return page.evaluate(`(() => {
    const parse = (color) => color.match(/[\\d.]+/g).map(Number);
    const luminance = ([r, g, b]) => [r, g, b].map((v) => v / 255)
      .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
      .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
    const behind = (element) => {
      for (let one = element; one; one = one.parentElement) {
        const [r, g, b, a = 1] = parse(getComputedStyle(one).backgroundColor);
        if (a === 1) return [r, g, b];
      }
      return [255, 255, 255];
    };
    const texts = [...document.querySelectorAll('body *')].filter((element) => element.checkVisibility()
      && !element.closest('script, style, :disabled, .unseen')
      && [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== ''));
    return texts.map((element) => {
      const [a, b] = [parse(getComputedStyle(element).color), behind(element)].map(luminance);
      return [element.textContent.trim().slice(0, 40), (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)];
    }).sort((x, y) => x[1] - y[1]).slice(0, 3);
  })()`);
}

/** Every id that can be seen, wherever it stands, and every word of a row that has one, and in how many lines. */
const linesOfWords = `(() => {
  const found = [];
  const walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!node.parentElement.checkVisibility()) continue;
    const isCell = node.parentElement.closest('tr.row td') !== null;
    for (const { 0: id, index } of node.data.matchAll(isCell ? /[\\w.]+/g : /\\b[a-z0-9]+_[0-9A-Za-z]{27}\\b/g)) {
      // Longer than an id is no word.
      if (id.length > 33) continue;
      if (/[/]$/.test(node.data.slice(0, index))) continue;
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + id.length);
      found.push([id, new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size]);
    }
  }
  return found;
})()`;

const skipped = hasChromium ? '' : ' (skipped: no /usr/bin/chromium; Debian: chromium)';

describe.skipIf(!hasChromium)(`the page in Chromium${skipped}`, () => {
  it('asks for a key, says why it does not take one, and keeps it in the tab', async () => {
    const sandbox = await startServe(['--ephemeral']);
    const { page, problems } = await openPage(sandbox);
    await page.getByLabel('API key').fill('nonsense');
    await page.getByRole('button', { name: 'Open' }).click();
    await expect.poll(() => page.getByRole('alert').textContent()).toMatch(/bearer token/);
    await page.getByLabel('API key').fill(sandbox.api_key ?? '');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Endpoints' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Endpoints' }).waitFor();
    expect(await page.context().cookies()).toEqual([]);
    expect(await page.evaluate('Object.keys(localStorage)')).toEqual([]);
    await page.getByRole('button', { name: 'Forget the key' }).click();
    await page.getByLabel('API key').waitFor();
    expect(await page.evaluate('Object.keys(sessionStorage)')).toEqual([]);
    expect(problems).toEqual([]);
  });

  it('takes the key of the printed link out of the address', async () => {
    const sandbox = await startServe(['--ephemeral']);
    const { page } = await openPage(sandbox, withKey(sandbox));
    await page.getByRole('heading', { name: 'Endpoints' }).waitFor();
    expect(page.url()).toBe(`${sandbox.url}/`);
  });

  it('shows the records of each kind, page by page and whole', async () => {
    const sandbox = await startServe(['--ephemeral', '--seed', 'demo']);
    const { page, problems } = await openPage(sandbox, withKey(sandbox));
    await expect.poll(() => rows(page).count()).toBeGreaterThan(5);
    const kinds = page.getByRole('navigation', { name: 'Kinds of resources' });
    await expect.poll(() => kinds.getByRole('link').allTextContents()).toContain('Tunnel sessions4');
    for (let i = 0; i < 30; i++) await call(sandbox, '/api_keys', { description: `key ${i}` });
    await kinds.getByRole('link', { name: /^API keys/ }).click();
    await page.getByText('1 to 25, newest first').waitFor();
    expect(await rows(page).first().textContent()).toContain('key 29');
    await page.getByRole('button', { name: 'Older' }).click();
    await page.getByText(/^26 to \d+, newest first$/).waitFor();
    expect(await page.getByRole('button', { name: 'Older' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Newer' }).click();
    await page.getByText('1 to 25, newest first').waitFor();
    const first = rows(page).first().getByRole('button');
    await first.focus();
    await page.keyboard.press('Enter');
    expect(await first.getAttribute('aria-expanded')).toBe('true');
    expect(await page.locator('pre').first().textContent()).toContain('"description": "key 29"');
    expect(problems).toEqual([]);
  });

  it('finds records by text, on all pages, while somebody types', async () => {
    const seed = join(temporaryDirectory(), 'seed.json');
    const endpoints = Array.from({ length: 130 }, (_, i) => ({
      url: `https://app${i}.example.com`,
      description: `number ${i} of many`,
    }));
    writeFileSync(seed, JSON.stringify({ endpoints }));
    const sandbox = await startServe(['--ephemeral', '--seed', seed]);
    for (let i = 0; i < 3; i++) await call(sandbox, '/endpoints');
    const { page, problems } = await openPage(sandbox, `/#key=${sandbox.api_key}`);
    await page.getByText('1 to 25, newest first').waitFor();
    const field = page.getByLabel('Filter by text');
    await field.pressSequentially('MANY app12');
    // app12, and app120 to app129.
    await page.getByText('11 of 130', { exact: true }).waitFor();
    await field.fill('"number 0 of');
    await page.getByText('Nothing matches.').waitFor();
    await field.fill('number 3 of many made');
    await page.getByText('Nothing matches.').waitFor();
    await field.fill(' 3 number app3.');
    await expect
      .poll(() => rows(page).allTextContents())
      .toEqual([expect.stringContaining('https://app3.example.com')]);
    expect(await page.evaluate('document.activeElement.type')).toBe('search');
    await field.fill('');
    await page.getByText('1 to 25, newest first').waitFor();
    await openView(page, 'Requests');
    await expect.poll(() => rows(page).count()).toBe(3);
    await call(sandbox, '/endpoints/nope');
    await page.getByLabel('Filter by text').fill('err_not_found');
    await expect.poll(() => page.locator('tbody tr.row:visible').count()).toBe(1);
    await call(sandbox, '/endpoints/nope-again');
    await expect.poll(() => page.locator('tbody tr.row:visible').count()).toBe(2);
    await call(sandbox, '/endpoints');
    await page.getByLabel('Filter by text').fill('nope-again');
    await expect.poll(() => page.locator('tbody tr.row:visible').count()).toBe(1);
    expect(problems).toEqual([]);
  });

  it('leads from a record to those that it refers to, and back', async () => {
    const sandbox = await startServe(['--ephemeral', '--seed', 'demo']);
    const { page, problems } = await openPage(sandbox, withKey(sandbox));
    await page.getByRole('heading', { name: 'Endpoints' }).waitFor();
    await page.goto(`${sandbox.url}/#/resources/tunnels`);
    await rows(page).first().getByRole('button').click();
    const session = page
      .locator('tr.detail a')
      .filter({ hasText: /^ts_\w{27}$/ })
      .first();
    const id = (await session.textContent()) ?? '';
    await session.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: id }).waitFor();
    expect(page.url()).toBe(`${sandbox.url}/#/resources/tunnel-sessions/${id}`);
    const referrers = page.locator('.referrers');
    await referrers.getByRole('heading', { name: 'Endpoints' }).waitFor();
    const tunnel = referrers.getByRole('link', { name: /^tn_\w{27}$/ }).first();
    const tunnelId = await tunnel.textContent();
    await tunnel.click();
    await page.getByRole('heading', { name: tunnelId ?? '' }).waitFor();
    await page.locator('pre').getByRole('link', { name: id, exact: true }).waitFor();
    // What no list holds is no link.
    await page.goto(`${sandbox.url}/#/resources/endpoints`);
    await page.getByLabel('Filter by text').fill('app.example.com');
    await rows(page).first().getByRole('button').click();
    const domain = page.locator('tr.detail .id').filter({ hasText: /rd_\w{27}/ });
    await domain.first().waitFor();
    expect(await domain.locator('a').count()).toBe(0);
    // Events lead to their objects.
    await call(sandbox, '/endpoints', { url: 'https://live.internal' });
    await openView(page, 'Events');
    await rows(page).first().getByRole('link', { name: /^ep_/ }).click();
    await page.getByText('"https://live.internal"').first().waitFor();
    await page.getByText('Nothing.', { exact: true }).waitFor();
    expect(problems).toEqual([]);
    await page.goto(`${sandbox.url}/#/resources/endpoints/ep_nope`);
    await expect.poll(() => page.getByRole('alert').textContent()).toMatch(/"ep_nope" does not exist/);
    for (const odd of ['%', '%2e%2e', '..', '']) {
      await page.goto(`${sandbox.url}/#/resources/endpoints/${odd}`);
      await page.locator('[role=alert], tbody').first().waitFor();
    }
  });

  it.each(['granted', 'refused'])(
    'gives the command line and curl of a record, to be copied: permission %s',
    async (permission) => {
      const sandbox = await startServe(['--ephemeral', '--seed', 'demo']);
      const { page, problems } = await openPage(sandbox, withKey(sandbox));
      await page.getByRole('heading', { name: 'Endpoints' }).waitFor();
      if (permission === 'granted') {
        await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: sandbox.url });
      } else {
        await page.evaluate(
          "navigator.clipboard.writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError'))",
        );
      }
      await rows(page).first().getByRole('button').click();
      const commands = page.locator('.command code');
      await expect.poll(() => commands.count()).toBe(2);
      const [line = '', curl = ''] = await commands.allTextContents();
      const id = (await rows(page).first().getByRole('button').textContent()) ?? '';
      expect(line).toBe(`tunnelctl endpoints get ${id} --base-url ${sandbox.url}`);
      const key = { TUNNELCTL_API_KEY: sandbox.api_key ?? '' };
      for (const [name, text] of [
        ['Command line', line],
        ['curl', curl],
      ] as const) {
        const button = page.getByRole('button', { name: `Copy: ${name}` });
        await button.focus();
        await page.keyboard.press('Enter');
        await expect.poll(() => page.locator('.command [role=status]').allTextContents()).toContain('copied');
        // What a paste brings, whoever put it there.
        const field = page.getByLabel('Filter by text');
        await field.focus();
        await page.keyboard.press('Control+V');
        expect(await field.inputValue()).toBe(text);
        expect(text).not.toContain(key.TUNNELCTL_API_KEY);
        // An empty filter again, and the row open again.
        await field.fill('');
        await page.getByText(/^1 to \d+, newest first$/).waitFor();
        await rows(page).first().getByRole('button').click();
      }
      const path = { PATH: pathWithProgram(), HOME: temporaryDirectory(), ...key };
      for (const [script, whole] of [
        [`${line} -o json`, 1],
        [curl, 1],
      ] as const) {
        const { stdout } = await execa('bash', ['-c', script], { env: path, extendEnv: false });
        expect({ whole, record: JSON.parse(stdout) }).toMatchObject({ record: { id } });
      }
      expect(problems).toEqual([]);
    },
  );

  it('never breaks an id or a word of a table into lines, on a screen of any width', async () => {
    const sandbox = await startServe(['--ephemeral', '--seed', 'demo']);
    await call(sandbox, '/api_keys', { description: 'for an event' });
    await call(sandbox, '/endpoints', { url: 'https://a-rather-long-name-of-a-host.example.com' });
    const { page } = await openPage(sandbox, withKey(sandbox));
    await page.getByRole('heading', { name: 'Endpoints' }).waitFor();
    for (const view of ['resources/endpoints', 'resources/tunnels', 'resources/api-keys', 'events']) {
      await page.goto(`${sandbox.url}/#/${view}`);
      await rows(page).first().waitFor();
      await rows(page).first().getByRole('button').click();
      for (const width of [1280, 900, 600, 360]) {
        await page.setViewportSize({ width, height: 700 });
        const lines = (await page.evaluate(linesOfWords)) as [string, number][];
        expect(lines.length).toBeGreaterThan(5);
        expect(lines.filter(([, count]) => count !== 1)).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      }
    }
  });

  it('shows events and requests as they come, but not its own', async () => {
    const sandbox = await startServe(['--ephemeral', '--seed', 'demo']);
    const { page, problems } = await openPage(sandbox, withKey(sandbox));
    await page.getByRole('heading', { name: 'Endpoints' }).waitFor();
    await openView(page, 'Requests');
    await page.getByText('No requests yet.').waitFor();
    await call(sandbox, '/api_keys', { description: 'first' });
    await expect.poll(() => rows(page).first().textContent()).toMatch(/\/api_keysPOST201api-keys\.create/);
    expect(await rows(page).count()).toBe(1);
    await page.getByRole('button', { name: 'Pause' }).click();
    await call(sandbox, '/api_keys', { description: 'second' });
    await page.getByRole('button', { name: 'Resume (1 new)' }).click();
    await expect.poll(() => rows(page).count()).toBe(2);
    await openView(page, 'Events');
    await expect.poll(() => rows(page).count()).toBe(2);
    await call(sandbox, '/endpoints', { url: 'https://live.internal' });
    await expect
      .poll(() => rows(page).first().textContent())
      .toMatch(/^endpoint_created\.v0ep_\w{27}admined_/);
    expect(problems).toEqual([]);
  });

  it('notices that the service is gone, and goes on when it is back', async () => {
    const data = ['--data', join(temporaryDirectory(), 'sandbox.db')];
    const sandbox = await startServe(data);
    const { page } = await openPage(sandbox, withKey(sandbox));
    await page.getByRole('heading', { name: 'Endpoints' }).waitFor();
    await openView(page, 'Requests');
    await call(sandbox, '/api_keys');
    await expect.poll(() => rows(page).count()).toBe(1);
    expect(await sandbox.end('SIGTERM')).toEqual({ code: 0, signal: null });
    await page.getByText('not reachable').waitFor();
    const again = await startServe([...data, '--port', new URL(sandbox.url).port]);
    await call({ ...again, api_key: sandbox.api_key }, '/endpoints');
    await expect.poll(() => rows(page).first().textContent()).toMatch(/^\/endpoints/);
    await page.getByText('live', { exact: true }).waitFor();
  });

  it('is the API reference as well', async () => {
    const sandbox = await startServe(['--ephemeral']);
    const { page, problems } = await openPage(sandbox, withKey(sandbox));
    await page.getByRole('heading', { name: 'Endpoints' }).waitFor();
    await openView(page, 'API reference');
    await page.getByText('59 operations').waitFor();
    await page.getByLabel('Find operations').fill('post ssh certificates');
    await page.getByText('2 of 59 operations').waitFor();
    await page.locator('summary:visible', { hasText: '/ssh_user_certificates' }).click();
    const operation = page.locator('details[open]');
    for (const text of [
      'tunnelctl ssh-user-certificates create',
      'ssh_certificate_authority_id',
      'force-command',
    ]) {
      await operation.getByText(text).first().waitFor();
    }
    expect(problems).toEqual([]);
  });

  it('shows what anybody stored as text, whatever it looks like', async () => {
    const sandbox = await startServe(['--ephemeral']);
    const evil = '<img src=x onerror="document.title=1"><script>document.title=2</script>';
    await call(sandbox, '/api_keys', { description: evil });
    await call(sandbox, '/endpoints/%3Cimg%20src=x%3E');
    const { page, problems } = await openPage(sandbox, withKey(sandbox));
    await page.getByRole('heading', { name: 'Endpoints' }).waitFor();
    for (const view of [
      '#/resources/api-keys',
      '#/events',
      '#/requests',
      '#/resources/%3Cimg%3E',
      '#/__proto__',
    ]) {
      await page.goto(`${sandbox.url}/${view}`);
      await rows(page).first().or(page.getByText('There are none.')).first().waitFor();
      for (const button of await rows(page).getByRole('button').all()) await button.click();
      expect(await page.locator('main img, main script').count()).toBe(0);
    }
    await page.goto(`${sandbox.url}/#/resources/api-keys`);
    await page.getByText(evil).first().waitFor();
    expect(await page.title()).toMatch(/^Resources/);
    expect(problems).toEqual([]);
  });

  it.each<[string, Look]>([
    ['light', { colorScheme: 'light' }],
    ['dark', { colorScheme: 'dark' }],
    ['narrow', { viewport: { width: 320, height: 640 } }],
  ])('can be read and used: %s', async (_name, look) => {
    const sandbox = await startServe(['--ephemeral', '--seed', 'demo']);
    await call(sandbox, '/endpoints/nope');
    await call(sandbox, '/endpoints', { url: 'https://a-rather-long-name-of-a-host.example.com' });
    const { page } = await openPage(sandbox, '/', look);
    const check = async () => {
      for (const [text, ratio] of await contrasts(page)) expect([text, ratio >= 4.5]).toEqual([text, true]);
      // Nothing but a table or a row of links scrolls sideways.
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      for (const role of ['banner', 'main'] as const) expect(await page.getByRole(role).count()).toBe(1);
      expect(await page.locator('h1').count()).toBe(1);
      const unnamed = await page
        .locator('button:not([aria-label]), a')
        .evaluateAll(
          (all) =>
            (all as unknown as { textContent: string }[]).filter(
              ({ textContent }) => textContent.trim() === '',
            ).length,
        );
      expect(unnamed).toBe(0);
    };
    await page.getByLabel('API key').waitFor();
    await check();
    await page.getByLabel('API key').fill(sandbox.api_key ?? '');
    await page.keyboard.press('Enter');
    await expect.poll(() => rows(page).count()).toBeGreaterThan(5);
    await rows(page).first().getByRole('button').click();
    await check();
    for (const view of ['Events', 'Requests', 'API reference']) {
      await openView(page, view);
      await page.locator('details, tbody tr.row').first().waitFor();
      await page.locator('summary, tbody tr.row button').first().click();
      await check();
    }
  });

  it('leads to by the keyboard alone', async () => {
    const sandbox = await startServe(['--ephemeral']);
    const { page } = await openPage(sandbox, withKey(sandbox));
    await page.getByRole('heading', { name: 'Endpoints' }).waitFor();
    await page.keyboard.press('Tab');
    const focused = () => page.evaluate('document.activeElement.textContent || document.activeElement.id');
    expect(await focused()).toBe('Skip to the content');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('content');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    expect(await focused()).toBe('API reference');
    await page.keyboard.press('Enter');
    await page.getByText('59 operations').waitFor();
    expect(await page.evaluate('document.activeElement.id')).toBe('content');
  });
});

/** Sends a request as a program would. */
async function call({ url, api_key }: ServedSandbox, path: string, body?: object): Promise<void> {
  const response = await fetch(url + path, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${api_key}`,
      'service-version': '2',
      'content-type': 'application/json',
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  await response.text();
}
