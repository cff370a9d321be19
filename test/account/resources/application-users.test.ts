import { describe, expect, it } from 'vitest';
import { demoIds } from '../../../src/contract/examples/demo-ids.ts';
import { baseUrl, expectRefusal, startService } from '../../harness/test-service.ts';

const { alice, bob } = demoIds.applicationUsers;

function userRow(id: string, username: string) {
  return {
    record: {
      id,
      uri: `/app/users/${id}`,
      identity_provider: { name: 'Example ID', url: 'https://id.example.com' },
      provider_user_id: '1001',
      username,
      email: `${username}@example.com`,
      name: username,
      created_at: '2026-11-01T00:00:00Z',
      last_active: '2026-11-20T00:00:00Z',
      last_login: '2026-11-19T00:00:00Z',
    },
    hidden: {},
  };
}

describe('application users', () => {
  it('are listed newest first, shown and deleted', async () => {
    const test = await startService();
    await test.put('app/users', alice, userRow(alice, 'alice'));
    await test.put('app/users', bob, userRow(bob, 'bob'));
    const expected = (id: string, username: string) => ({
      ...userRow(id, username).record,
      uri: `${baseUrl}/app/users/${id}`,
    });
    expect(await test.get('/app/users')).toEqual({
      application_users: [expected(bob, 'bob'), expected(alice, 'alice')],
      uri: `${baseUrl}/app/users`,
      next_page_uri: null,
    });
    expect(await test.get(`/app/users/${alice}`)).toEqual(expected(alice, 'alice'));
    expect((await test.call('DELETE', `/app/users/${alice}`)).status).toBe(204);
    for (const method of ['GET', 'DELETE']) {
      await expectRefusal(test, [method, `/app/users/${alice}`], { code: 'ERR_NOT_FOUND' });
    }
    expect(await test.get('/app/users?limit=1')).toMatchObject({
      application_users: [{ id: bob }],
      next_page_uri: null,
    });
  });

  it('are not the users of the account', async () => {
    const test = await startService();
    await expectRefusal(test, ['GET', `/app/users/${test.admin.id}`], { code: 'ERR_NOT_FOUND' });
    await expectRefusal(test, ['DELETE', `/app/users/${test.admin.id}`], { code: 'ERR_NOT_FOUND' });
    await test.put('app/users', alice, userRow(alice, 'alice'));
    await expectRefusal(test, ['POST', '/api_keys', { body: { owner_id: alice } }], {
      code: 'ERR_INVALID_FIELD',
      field: 'owner_id',
    });
  });
});
