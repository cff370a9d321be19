import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { startService } from '../../harness/test-service.ts';

describe('the page at /', () => {
  it('is one document that runs its own script and nothing else, and loads nothing from elsewhere', async () => {
    const test = await startService();
    const { status, headers, text } = await test.call('GET', '/', { headers: { authorization: undefined } });
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
    const policy = new Map(
      headers['content-security-policy']
        ?.split('; ')
        .map((part) => part.split(/ (.*)/, 2) as [string, string]),
    );
    const sumOf = (element: string) => {
      const [, content = ''] = new RegExp(`<${element}>([^]*?)</${element}>`).exec(text) ?? [];
      expect(content.length).toBeGreaterThan(1_000);
      return `'sha256-${hash('sha256', content, 'base64')}'`;
    };
    expect(Object.fromEntries(policy)).toEqual({
      'default-src': "'none'",
      'script-src': sumOf('script'),
      'style-src': sumOf('style'),
      'connect-src': "'self'",
      'img-src': 'data:',
      'base-uri': "'none'",
      'form-action': "'none'",
      'frame-ancestors': "'none'",
      'require-trusted-types-for': "'script'",
    });
    expect(text.match(/<script|<style/g)).toEqual(['<style', '<script']);
    expect(text).not.toMatch(/https?:\/\/|<iframe|innerHTML|\son[a-z]+=|\sstyle=/);
    expect(text).toMatch(/<html lang="en">/);
  });

  it('holds no data of the account, and takes no other method', async () => {
    const test = await startService();
    await test.create('/api_keys', { description: 'canary' });
    const { text } = await test.call('GET', '/');
    for (const word of ['canary', test.service.account.id, test.admin.id, test.admin.token]) {
      expect(text).not.toContain(word);
    }
    expect(await test.call('POST', '/')).toMatchObject({ status: 405, headers: { allow: 'GET' } });
  });
});
