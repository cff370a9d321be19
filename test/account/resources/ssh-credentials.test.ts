import { createPublicKey } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { exampleKeys } from '../../../src/contract/examples/example-keys.ts';
import { baseUrl, expectRefusal, startService } from '../../harness/test-service.ts';

const line = exampleKeys.ed25519;
const [keyType = '', blob = ''] = line.split(' ');

/** The same key as SubjectPublicKeyInfo. */
const pem = createPublicKey({
  key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(blob, 'base64').subarray(-32).toString('base64url') },
  format: 'jwk',
})
  .export({ type: 'spki', format: 'pem' })
  .toString();

describe('an SSH credential', () => {
  it('is created without restrictions for its creator', async () => {
    const test = await startService();
    const credential = await test.create('/ssh_credentials', { public_key: line }, test.member);
    expect(credential).toEqual({
      id: expect.stringMatching(/^sshcr_[0-9A-Za-z]{27}$/),
      uri: `${baseUrl}/ssh_credentials/${credential.id}`,
      created_at: '2026-11-21T08:00:00Z',
      description: '',
      metadata: '',
      public_key: line,
      acl: [],
      owner_id: test.member.id,
    });
    expect(await test.get(`/ssh_credentials/${credential.id}`)).toEqual(credential);
    expect((await test.get('/ssh_credentials')).ssh_credentials).toEqual([credential]);
  });

  it('takes a key in PEM and keeps it as one line', async () => {
    const test = await startService();
    const { public_key } = await test.create('/ssh_credentials', { public_key: pem });
    expect(public_key).toBe(`${keyType} ${blob}`);
  });

  it('has a key of its own, whatever the comment or the form', async () => {
    const test = await startService();
    const { id } = await test.create('/ssh_credentials', { public_key: line });
    for (const public_key of [
      line,
      `${keyType} ${blob}`,
      `${keyType} ${blob} another comment`,
      `${line}\n`,
      pem,
    ]) {
      await expectRefusal(test, ['POST', '/ssh_credentials', { body: { public_key } }], {
        code: 'ERR_SSH_PUBLIC_KEY_TAKEN',
        field: 'public_key',
        msg: id,
      });
    }
    await test.create('/ssh_credentials', { public_key: exampleKeys.ecdsa });
    await test.call('DELETE', `/ssh_credentials/${id}`);
    await test.create('/ssh_credentials', { public_key: pem });
  });

  it.each([
    ['', 'public_key'],
    ['ssh-ed25519', 'public_key'],
    ['ssh-ed25519 AAAA', 'public_key'],
    [`ssh-rsa ${blob}`, 'public_key'],
    [`${line}\n${exampleKeys.ecdsa}`, 'public_key'],
    ['ssh-dss AAAAB3NzaC1kc3MAAACBAP', 'public_key'],
    [7, 'public_key must be a string, not a whole number'],
  ])('is refused with the key %j', async (public_key, msg) => {
    const test = await startService();
    await expectRefusal(test, ['POST', '/ssh_credentials', { body: { public_key } }], {
      code: 'ERR_INVALID_FIELD',
      field: 'public_key',
      msg,
    });
  });

  it('needs a key', async () => {
    const test = await startService();
    await expectRefusal(test, ['POST', '/ssh_credentials', { body: {} }], {
      code: 'ERR_MISSING_FIELD',
      field: 'public_key',
      msg: 'public_key is required',
    });
  });

  it('never takes a private key, nor repeats it', async () => {
    const test = await startService();
    const secret = 'MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v';
    const public_key = `-----BEGIN PRIVATE KEY-----\n${secret}\n-----END PRIVATE KEY-----\n`;
    const answer = await expectRefusal(test, ['POST', '/ssh_credentials', { body: { public_key } }], {
      code: 'ERR_INVALID_FIELD',
      field: 'public_key',
    });
    expect(answer.text).not.toContain(secret);
  });

  it('takes every kind of ACL rule', async () => {
    const test = await startService();
    const acl = [
      '*',
      'bind:app.example.com',
      'bind:*.example.com',
      'bind:1.tcp.example.com:20000',
      'bind:team=web',
      'bind:*=web',
      'bind:team=*',
      'bind:*=*',
    ];
    expect(await test.create('/ssh_credentials', { public_key: line, acl })).toMatchObject({ acl });
  });

  it.each([
    [['allow:x'], 'acl[0]', 'acl[0]: "allow:x" is not a bind rule'],
    [['*', 'bind:'], 'acl[1]', 'the target is missing'],
    [['bind:*'], 'acl[0]', 'write "*" alone'],
    [['bind:a.*.example.com'], 'acl[0]', 'acl[0]'],
    [['bind:app.example.com:0'], 'acl[0]', 'port'],
    [['bind:=x'], 'acl[0]', 'key of the label is empty'],
    [[7], 'acl[0]', 'acl[0] must be a string'],
    ['*', 'acl', 'acl must be a list, not a string'],
    [Array(257).fill('*'), 'acl', 'acl has 257 items; at most 256 are allowed'],
  ])('is refused with the ACL %j', async (acl, field, msg) => {
    const test = await startService();
    const refusal = { code: 'ERR_INVALID_FIELD', field, msg } as const;
    await expectRefusal(test, ['POST', '/ssh_credentials', { body: { public_key: line, acl } }], refusal);
    const { id } = await test.create('/ssh_credentials', { public_key: line });
    await expectRefusal(test, ['PATCH', `/ssh_credentials/${id}`, { body: { acl } }], refusal);
  });

  it('keeps its key, while its ACL is replaced whole', async () => {
    const test = await startService();
    const credential = await test.create('/ssh_credentials', {
      public_key: line,
      acl: ['bind:a.example.com'],
    });
    const target = `/ssh_credentials/${credential.id}`;
    const changed = await test.call('PATCH', target, { body: { acl: ['bind:team=*'] } });
    expect(changed.body).toEqual({ ...credential, acl: ['bind:team=*'] });
    expect((await test.call('PATCH', target, { body: { acl: [] } })).body).toEqual({
      ...credential,
      acl: [],
    });
    await expectRefusal(test, ['PATCH', target, { body: { public_key: exampleKeys.ecdsa } }], {
      code: 'ERR_UNKNOWN_FIELD',
      field: 'public_key',
      msg: 'supported: acl, description, metadata',
    });
    // Still found by its key after the changes.
    await expectRefusal(test, ['POST', '/ssh_credentials', { body: { public_key: line } }], {
      code: 'ERR_SSH_PUBLIC_KEY_TAKEN',
    });
  });

  it('has another owner only at the word of an admin', async () => {
    const test = await startService();
    const body = { public_key: line, owner_id: test.member.id };
    await expectRefusal(
      test,
      ['POST', '/ssh_credentials', { body: { ...body, owner_id: test.admin.id }, as: test.member }],
      { code: 'ERR_OWNER_NOT_PERMITTED', field: 'owner_id' },
    );
    await expectRefusal(test, ['POST', '/ssh_credentials', { body: { ...body, owner_id: 'bot_x' } }], {
      code: 'ERR_INVALID_FIELD',
      field: 'owner_id',
    });
    expect((await test.create('/ssh_credentials', body)).owner_id).toBe(test.member.id);
  });

  it('is changed and deleted by its owner and by admins alone', async () => {
    const test = await startService();
    const credential = await test.create('/ssh_credentials', {
      public_key: line,
      acl: ['bind:a.example.com'],
    });
    const target = `/ssh_credentials/${credential.id}`;
    const as = test.member;
    for (const body of [{ acl: [] }, { acl: ['*'] }, { description: 'mine' }, {}]) {
      await expectRefusal(test, ['PATCH', target, { body, as }], { code: 'ERR_NOT_OWNER' });
    }
    await expectRefusal(test, ['DELETE', target, { as }], {
      code: 'ERR_NOT_OWNER',
      msg: `${credential.id} belongs to ${test.admin.id}`,
    });
    expect((await test.call('DELETE', target)).status).toBe(204);

    const own = await test.create('/ssh_credentials', { public_key: line }, as);
    const changed = await test.call('PATCH', `/ssh_credentials/${own.id}`, { body: { acl: ['*'] }, as });
    expect(changed.body).toEqual({ ...own, acl: ['*'] });
    const byAdmin = await test.call('PATCH', `/ssh_credentials/${own.id}`, { body: { acl: [] } });
    expect(byAdmin.body).toEqual({ ...own, acl: [] });
    expect((await test.call('DELETE', `/ssh_credentials/${own.id}`, { as })).status).toBe(204);
  });

  it('is refused with a key that anybody can sign for, and may be cleaned up where it was taken once', async () => {
    const test = await startService();
    const zeros = `ssh-ed25519 ${Buffer.from(`0000000b${Buffer.from('ssh-ed25519').toString('hex')}00000020${'00'.repeat(32)}`, 'hex').toString('base64')}`;
    await expectRefusal(test, ['POST', '/ssh_credentials', { body: { public_key: zeros } }], {
      code: 'ERR_INVALID_FIELD',
      field: 'public_key',
      msg: 'public_key holds an Ed25519 key of small order, for which anybody can sign; make another key',
    });
    const { id } = await test.create('/ssh_credentials', { public_key: line });
    const row = await test.service.store.get('ssh_credentials', id);
    const data = row?.data as { record: object };
    await test.put('ssh_credentials', id, { ...data, record: { ...data.record, public_key: zeros } });
    const body = { description: 'to be replaced' };
    const described = await test.call('PATCH', `/ssh_credentials/${id}`, { body });
    expect(described).toMatchObject({ status: 200, body: { ...body, public_key: zeros } });
    expect((await test.call('DELETE', `/ssh_credentials/${id}`)).status).toBe(204);
    expect(test.failures).toEqual([]);
  });
});
