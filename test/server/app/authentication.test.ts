import { describe, expect, it } from 'vitest';
import { type CallOptions, expectRefusal, startService } from '../../harness/test-service.ts';

describe('the API key of a request', () => {
  const withHeader = (authorization: string | undefined): [string, string, CallOptions] => [
    'GET',
    '/endpoints',
    { headers: { authorization } },
  ];

  it('is its token, after the word Bearer in any letter case', async () => {
    const test = await startService();
    for (const word of ['Bearer', 'bearer', 'BEARER']) {
      const answer = await test.call(...withHeader(`${word} ${test.admin.token}`));
      expect(answer.status).toBe(200);
    }
  });

  it('is asked for with WWW-Authenticate when it is missing', async () => {
    const test = await startService();
    const answer = await expectRefusal(test, withHeader(undefined), { code: 'ERR_MISSING_API_KEY' });
    expect(answer.headers['www-authenticate']).toBe('Bearer');
  });

  it.each([
    ['an empty header', ''],
    ['no token', 'Bearer'],
    ['a token without Bearer', '3KLndco1v7wfR1f9HUhHV3GUmjD_abcdefghijklmnopqrstuvwxyz0123'],
    ['another scheme', 'Basic YWRtaW46YWRtaW4='],
    ['two tokens', 'Bearer a b'],
    ['something too short', 'Bearer 3KLndco1v7wfR1f9HUhHV3GUmjD_abc'],
    ['something too long', `Bearer 3KLndco1v7wfR1f9HUhHV3GUmjD_${'a'.repeat(10_000)}`],
    ['an id of something else', 'Bearer ep_3KLndco1v7wfR1f9HUhHV3GUmjD'],
  ])('is malformed when it is %s', async (_what, header) => {
    const test = await startService();
    const answer = await expectRefusal(test, withHeader(header), { code: 'ERR_MALFORMED_API_KEY' });
    expect(answer.headers['www-authenticate']).toBe('Bearer');
  });

  it("is told apart from the key's id", async () => {
    const test = await startService();
    const answer = await expectRefusal(test, withHeader(`Bearer ${test.admin.keyId}`), {
      code: 'ERR_API_KEY_ID_AS_TOKEN',
    });
    expect(answer.headers['www-authenticate']).toBe('Bearer');
  });

  it('is unknown when no key has this id, or the secret is another one', async () => {
    const test = await startService();
    const otherId = `3KLndco1v7wfR1f9HUhHV3GUmjD${test.admin.token.slice(27)}`;
    const otherSecret = test.admin.token.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'));
    for (const token of [otherId, otherSecret, `${test.admin.token}0`]) {
      const answer = await expectRefusal(test, withHeader(`Bearer ${token}`), {
        code: 'ERR_UNKNOWN_API_KEY',
      });
      expect(answer.headers['www-authenticate']).toBe('Bearer');
    }
  });

  it('ends at once when the key is deleted, and is then told from one that never was', async () => {
    const test = await startService();
    const { token } = (await test.create('/api_keys')) as { token?: string };
    expect((await test.call(...withHeader(`Bearer ${token}`))).status).toBe(200);
    const id = `ak_${token?.slice(0, 27)}`;
    expect((await test.call('DELETE', `/api_keys/${id}`)).status).toBe(204);
    const answer = await expectRefusal(test, withHeader(`Bearer ${token}`), { code: 'ERR_DELETED_API_KEY' });
    expect(answer.headers['www-authenticate']).toBe('Bearer');
    const guess = `${token?.slice(0, 28)}${'0'.repeat(30)}`;
    await expectRefusal(test, withHeader(`Bearer ${guess}`), { code: 'ERR_UNKNOWN_API_KEY' });
  });

  it('may delete itself', async () => {
    const test = await startService();
    expect((await test.call('DELETE', `/api_keys/${test.admin.keyId}`)).status).toBe(204);
    await expectRefusal(test, ['GET', '/endpoints'], { code: 'ERR_DELETED_API_KEY' });
  });

  it('is never repeated in an answer', async () => {
    const test = await startService();
    for (const header of [`Bearer ${test.admin.token}x`, `Bearer !${test.admin.token}`, test.admin.token]) {
      const { text, headers } = await test.call(...withHeader(header));
      expect(text + JSON.stringify(headers)).not.toContain(test.admin.token.slice(28));
    }
  });
});
