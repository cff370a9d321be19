import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { baseUrl, expectRefusal, startService } from '../../harness/test-service.ts';

describe('an API key', () => {
  it('is created with what is unset as empty text, and with its token this once', async () => {
    const test = await startService();
    const key = await test.create('/api_keys');
    expect(key).toEqual({
      id: expect.stringMatching(/^ak_[0-9A-Za-z]{27}$/),
      uri: `${baseUrl}/api_keys/${key.id}`,
      description: '',
      metadata: '',
      created_at: '2026-11-21T08:00:00Z',
      token: expect.any(String),
      owner_id: test.admin.id,
    });
    const later = { ...key, token: null };
    expect(await test.get(`/api_keys/${key.id}`)).toEqual(later);
    expect((await test.get('/api_keys')).keys).toContainEqual(later);
    expect((await test.call('PATCH', `/api_keys/${key.id}`, { body: { metadata: '' } })).body).toEqual(later);
  });

  it('has a token of the id without its prefix and 160 random bits or more', async () => {
    const test = await startService();
    const key = await test.create('/api_keys');
    const [id, secret = ''] = String(key.token).split('_');
    expect(`ak_${id}`).toBe(key.id);
    expect(secret).toMatch(/^[0-9A-Za-z]+$/);
    expect(secret.length * Math.log2(62)).toBeGreaterThanOrEqual(160);
  });

  it('leaves nothing of its token in the file', async () => {
    const test = await startService();
    const key = await test.create('/api_keys');
    const secret = String(key.token).slice(28);
    for (const suffix of ['', '-wal']) {
      expect(readFileSync(test.file + suffix).includes(secret)).toBe(false);
    }
  });

  it('belongs to whoever creates it, and acts for them', async () => {
    const test = await startService();
    const key = await test.create('/api_keys', {}, test.member);
    expect(key.owner_id).toBe(test.member.id);
    const headers = { authorization: `Bearer ${key.token}` };
    const made = await test.call('POST', '/api_keys', { body: {}, headers });
    expect(made.body.owner_id).toBe(test.member.id);
  });

  it('may be made by an admin for any user or bot', async () => {
    const test = await startService();
    const bot = await test.addCaller({ id: await test.newId('bot'), name: 'ci', isAdmin: false });
    for (const owner_id of [test.admin.id, test.member.id, bot.id]) {
      expect((await test.create('/api_keys', { owner_id })).owner_id).toBe(owner_id);
    }
    for (const owner_id of ['', 'alice', `usr_${'0'.repeat(27)}`, test.admin.keyId, 'a'.repeat(5000)]) {
      const answer = await expectRefusal(test, ['POST', '/api_keys', { body: { owner_id } }], {
        code: 'ERR_INVALID_FIELD',
        field: 'owner_id',
        msg: 'is not a user or bot of this account',
      });
      expect(answer.text.length).toBeLessThan(500);
    }
  });

  it('may be made by others only for themselves', async () => {
    const test = await startService();
    const as = test.member;
    expect((await test.create('/api_keys', { owner_id: as.id }, as)).owner_id).toBe(as.id);
    for (const owner_id of [test.admin.id, 'nobody']) {
      await expectRefusal(test, ['POST', '/api_keys', { body: { owner_id }, as }], {
        code: 'ERR_OWNER_NOT_PERMITTED',
        field: 'owner_id',
      });
    }
  });

  it('is changed and deleted by its owner and by admins alone', async () => {
    const test = await startService();
    const bot = await test.addCaller({ id: await test.newId('bot'), name: 'ci', isAdmin: false });
    const target = `/api_keys/${test.admin.keyId}`;
    for (const as of [test.member, bot]) {
      const refusal = {
        code: 'ERR_NOT_OWNER',
        msg: `${test.admin.keyId} belongs to ${test.admin.id}`,
      } as const;
      await expectRefusal(test, ['DELETE', target, { as }], refusal);
      await expectRefusal(test, ['PATCH', target, { body: { description: 'mine' }, as }], refusal);
      await expectRefusal(test, ['PATCH', target, { body: {}, as }], refusal);
      await expectRefusal(test, ['PATCH', target, { body: { owner_id: as.id }, as }], {
        code: 'ERR_UNKNOWN_FIELD',
        field: 'owner_id',
      });
      // Whether it exists is no secret: everybody reads everything.
      expect((await test.call('GET', target, { as })).status).toBe(200);
      await expectRefusal(test, ['DELETE', `/api_keys/ak_${'0'.repeat(27)}`, { as }], {
        code: 'ERR_NOT_FOUND',
      });
    }
    const own = await test.create('/api_keys', {}, bot);
    await expectRefusal(test, ['DELETE', `/api_keys/${own.id}`, { as: test.member }], {
      code: 'ERR_NOT_OWNER',
    });
    const renamed = await test.call('PATCH', `/api_keys/${own.id}`, { body: { metadata: 'm' }, as: bot });
    expect(renamed.body).toMatchObject({ metadata: 'm', owner_id: bot.id });
    expect((await test.call('DELETE', `/api_keys/${own.id}`, { as: bot })).status).toBe(204);
    const admins = await test.call('PATCH', `/api_keys/${bot.keyId}`, { body: { metadata: 'by an admin' } });
    expect(admins.body.metadata).toBe('by an admin');
    expect((await test.call('DELETE', `/api_keys/${bot.keyId}`)).status).toBe(204);
  });

  it('may delete itself', async () => {
    const test = await startService();
    const as = test.member;
    expect((await test.call('DELETE', `/api_keys/${as.keyId}`, { as })).status).toBe(204);
    await expectRefusal(test, ['GET', '/api_keys', { as }], { code: 'ERR_DELETED_API_KEY' });
  });

  it('is gone once deleted', async () => {
    const test = await startService();
    const { id } = await test.create('/api_keys');
    const deleted = await test.call('DELETE', `/api_keys/${id}`);
    expect(deleted).toMatchObject({ status: 204, text: '' });
    for (const method of ['GET', 'DELETE']) {
      await expectRefusal(test, [method, `/api_keys/${id}`], { code: 'ERR_NOT_FOUND' });
    }
    await expectRefusal(test, ['PATCH', `/api_keys/${id}`, { body: {} }], { code: 'ERR_NOT_FOUND' });
  });
});
