import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listAuthorities } from '../../../src/account/resources/ssh-certificates/ssh-certificate-authorities.ts';
import { exampleKeys } from '../../../src/contract/examples/example-keys.ts';
import { sshKeygen } from '../../harness/ssh-keygen.ts';
import { temporaryDirectory } from '../../harness/temporary-directory.ts';
import { baseUrl, expectRefusal, type Json, startService } from '../../harness/test-service.ts';

const kinds = ['user', 'host'] as const;
const pathOf = (kind: string) => `/ssh_${kind}_certificates`;

async function start() {
  const test = await startService();
  const [authority] = await listAuthorities(test.service.store);
  const required = { ssh_certificate_authority_id: authority?.id ?? '', public_key: exampleKeys.ed25519 };
  return { test, required, authorityKey: authority?.publicKey ?? '' };
}

/** What the real ssh-keygen reads out of a certificate. */
async function inspect({ certificate }: Json): Promise<string> {
  const folder = temporaryDirectory();
  const file = join(folder, 'key-cert.pub');
  writeFileSync(file, `${certificate}\n`);
  return sshKeygen('-L', '-f', file);
}

/** The lines below a heading of `ssh-keygen -L`. */
function section(text: string, heading: string): string[] {
  const lines = text.split('\n').map((line) => line.trim());
  const start = lines.indexOf(`${heading}:`);
  if (start < 0) return [];
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => /^[A-Z].*:/.test(line));
  return (end < 0 ? rest : rest.slice(0, end)).filter((line) => line !== '');
}

describe.each(kinds)('an SSH %s certificate', (kind) => {
  const path = pathOf(kind);

  it('is not signed for a key that anybody can sign for', async () => {
    const { test, required } = await start();
    const prefix = Buffer.from(required.public_key.split(' ')[1] ?? '', 'base64').subarray(0, -32);
    for (const point of ['00'.repeat(32), `ec${'ff'.repeat(31)}`]) {
      const blob = Buffer.concat([prefix, Buffer.from(point, 'hex')]);
      const body = { ...required, public_key: `ssh-ed25519 ${blob.toString('base64')}` };
      await expectRefusal(test, ['POST', path, { body }], {
        code: 'ERR_INVALID_FIELD',
        field: 'public_key',
        msg: 'holds an Ed25519 key of small order',
      });
    }
  });

  it('is signed by the authority that the request names, for the id of its record', async () => {
    const { test, required, authorityKey } = await start();
    const certificate = await test.create(path, { ...required, principals: ['alice', 'bob'] });
    expect(certificate).toMatchObject({
      id: expect.stringMatching(kind === 'user' ? /^sucrt_/ : /^shcrt_/),
      uri: `${baseUrl}${path}/${certificate.id}`,
      created_at: '2026-11-21T08:00:00Z',
      ...required,
      key_type: 'ed25519',
      description: '',
      metadata: '',
      principals: ['alice', 'bob'],
    });
    expect(String(certificate.certificate)).toMatch(
      new RegExp(`^ssh-ed25519-cert-v01@openssh.com \\S+ ${certificate.id}$`),
    );
    const text = await inspect(certificate);
    expect(text).toContain(`Type: ssh-ed25519-cert-v01@openssh.com ${kind} certificate`);
    expect(text).toContain(`Key ID: "${certificate.id}"`);
    expect(text).toContain('Serial: 0');
    expect(section(text, 'Principals')).toEqual(['alice', 'bob']);
    const folder = temporaryDirectory();
    writeFileSync(join(folder, 'ca.pub'), `${authorityKey}\n`);
    const fingerprint = (await sshKeygen('-l', '-f', join(folder, 'ca.pub'))).split(' ')[1];
    expect(text).toContain(`Signing CA: ED25519 ${fingerprint}`);
    expect(await test.get(`${path}/${certificate.id}`)).toEqual(certificate);
    expect((await test.get(path))[path.slice(1)]).toEqual([certificate]);
  });

  it('is valid from now on, for the default time, without principals', async () => {
    const { test, required } = await start();
    test.clock.now += 999;
    const certificate = await test.create(path, required);
    const until = kind === 'user' ? '2026-11-22T08:00:00' : '2027-11-21T08:00:00';
    expect(certificate).toMatchObject({
      valid_after: '2026-11-21T08:00:00Z',
      valid_until: `${until}Z`,
      principals: [],
    });
    const text = await inspect(certificate);
    expect(text).toContain(`Valid: from 2026-11-21T08:00:00 to ${until}`);
    expect(text).toContain('Principals: (none)');
  });

  it('is valid in the time that is given, in UTC and whole seconds', async () => {
    const { test, required } = await start();
    const certificate = await test.create(path, {
      ...required,
      valid_after: '2027-01-01T01:00:00.9+01:00',
      valid_until: '2027-06-30T23:59:59Z',
    });
    expect(certificate).toMatchObject({
      valid_after: '2027-01-01T00:00:00Z',
      valid_until: '2027-06-30T23:59:59Z',
    });
    expect(await inspect(certificate)).toContain('Valid: from 2027-01-01T00:00:00 to 2027-06-30T23:59:59');
  });

  it('ends the default time after its creation, whenever it starts', async () => {
    const { test, required } = await start();
    const valid_until = kind === 'user' ? '2026-11-22T08:00:00Z' : '2027-11-21T08:00:00Z';
    for (const valid_after of ['2020-01-01T00:00:00Z', '2026-11-21T07:55:00Z', '2026-11-22T07:59:59Z']) {
      const certificate = await test.create(path, { ...required, valid_after });
      expect(certificate).toMatchObject({ valid_after, valid_until });
    }
  });

  it.each([
    [{ valid_until: '2026-11-21T08:00:00Z' }, 'valid_until'],
    [{ valid_until: '2020-01-01T00:00:00Z' }, 'valid_until'],
    [{ valid_after: '2027-01-01T00:00:00Z', valid_until: '2027-01-01T00:00:00.5Z' }, 'valid_until'],
    [{ valid_after: '2027-01-02T00:00:00Z', valid_until: '2027-01-01T00:00:00Z' }, 'valid_until'],
    [{ valid_after: '2030-01-01T00:00:00Z' }, 'valid_after'],
    [{ valid_after: '9999-12-31T23:59:59Z' }, 'valid_after'],
    [{ valid_after: 'tomorrow' }, 'valid_after'],
    [{ valid_until: '2027-02-30T00:00:00Z' }, 'valid_until'],
    [{ valid_until: '8h' }, 'valid_until'],
    [{ valid_until: '' }, 'valid_until'],
    [{ principals: [''] }, 'principals[0]'],
    [{ principals: ['a', 'b,c'] }, 'principals[1]'],
    [{ principals: ['b c'] }, 'principals[0]'],
    [{ principals: ['b\u0007'] }, 'principals[0]'],
    [{ principals: Array(257).fill('a') }, 'principals'],
    [{ principals: 'alice' }, 'principals'],
    [{ public_key: 'ssh-ed25519 AAAA' }, 'public_key'],
    [{ ssh_certificate_authority_id: 'sshca_3KcDdWSGPppJvyonQNtaREDYVma' }, 'ssh_certificate_authority_id'],
    [{ ssh_certificate_authority_id: '' }, 'ssh_certificate_authority_id'],
  ])('is refused with %j', async (change, field) => {
    const { test, required } = await start();
    await expectRefusal(test, ['POST', path, { body: { ...required, ...change } }], {
      code: 'ERR_INVALID_FIELD',
      field,
      msg: field,
    });
  });

  it('needs an authority and a key', async () => {
    const { test, required } = await start();
    for (const field of ['ssh_certificate_authority_id', 'public_key'] as const) {
      const { [field]: _missing, ...rest } = required;
      await expectRefusal(test, ['POST', path, { body: rest }], { code: 'ERR_MISSING_FIELD', field });
    }
  });

  it('names the authorities that there are when it is asked of another', async () => {
    const { test, required } = await start();
    const body = { ...required, ssh_certificate_authority_id: 'sshca_x' };
    await expectRefusal(test, ['POST', path, { body }], {
      code: 'ERR_INVALID_FIELD',
      field: 'ssh_certificate_authority_id',
      msg: required.ssh_certificate_authority_id,
    });
  });

  it('may be made any number of times for one key, each with a nonce of its own', async () => {
    const { test, required } = await start();
    const [first, second] = [await test.create(path, required), await test.create(path, required)];
    expect(first.certificate).not.toBe(second.certificate);
  });

  it('takes a key in PEM, and every kind of key', async () => {
    const { test, required } = await start();
    const ecdsa = await test.create(path, { ...required, public_key: exampleKeys.ecdsa });
    expect(ecdsa).toMatchObject({ key_type: 'ecdsa', public_key: exampleKeys.ecdsa });
    expect(await inspect(ecdsa)).toContain('ecdsa-sha2-nistp256-cert-v01@openssh.com');
  });

  it('keeps everything but description and metadata', async () => {
    const { test, required } = await start();
    const certificate = await test.create(path, { ...required, description: 'a' });
    const target = `${path}/${certificate.id}`;
    const changed = await test.call('PATCH', target, { body: { description: '', metadata: 'b' } });
    expect(changed.body).toEqual({ ...certificate, description: '', metadata: 'b' });
    await expectRefusal(test, ['PATCH', target, { body: { principals: ['root'] } }], {
      code: 'ERR_UNKNOWN_FIELD',
      field: 'principals',
      msg: 'supported: description, metadata',
    });
    expect((await test.call('DELETE', target)).status).toBe(204);
    await expectRefusal(test, ['GET', target], { code: 'ERR_NOT_FOUND' });
  });

  it('is not found among those of the other kind', async () => {
    const { test, required } = await start();
    const { id } = await test.create(path, required);
    const other = pathOf(kind === 'user' ? 'host' : 'user');
    await expectRefusal(test, ['GET', `${other}/${id}`], { code: 'ERR_NOT_FOUND' });
  });
});

describe('the options of an SSH user certificate', () => {
  const path = pathOf('user');

  it('are a terminal and the rc file unless others are given', async () => {
    const { test, required } = await start();
    const certificate = await test.create(path, required);
    expect(certificate).toMatchObject({
      critical_options: {},
      extensions: { 'permit-pty': '', 'permit-user-rc': '' },
    });
    const text = await inspect(certificate);
    expect(text).toContain('Critical Options: (none)');
    expect(section(text, 'Extensions')).toEqual(['permit-pty', 'permit-user-rc']);
  });

  it('are none with an empty map', async () => {
    const { test, required } = await start();
    const certificate = await test.create(path, { ...required, extensions: {}, critical_options: {} });
    expect(certificate).toMatchObject({ critical_options: {}, extensions: {} });
    expect(await inspect(certificate)).toContain('Extensions: (none)');
  });

  it('are signed as they are given, sorted by name', async () => {
    const { test, required } = await start();
    const critical_options = {
      'source-address': '192.0.2.0/24,2001:db8::/32',
      'force-command': '/bin/true -x',
    };
    const extensions = { 'permit-pty': '', 'permit-agent-forwarding': '', 'login@example.com': 'alice' };
    const certificate = await test.create(path, { ...required, critical_options, extensions });
    expect(certificate).toMatchObject({ critical_options, extensions });
    const text = await inspect(certificate);
    expect(section(text, 'Critical Options')).toEqual([
      'force-command /bin/true -x',
      'source-address 192.0.2.0/24,2001:db8::/32',
    ]);
    const names = section(text, 'Extensions').map((name) => name.split(' ')[0]);
    expect(names).toHaveLength(3);
    expect(names[1]).toBe('permit-agent-forwarding');
  });

  it.each([
    [{ critical_options: { 'verify-required': '' } }, 'critical_options.verify-required'],
    [{ critical_options: { 'force-command': '' } }, 'critical_options.force-command'],
    [{ critical_options: { 'source-address': '192.0.2.1/24' } }, 'critical_options.source-address'],
    [
      { critical_options: { 'source-address': '192.0.2.0/24, 10.0.0.0/8' } },
      'critical_options.source-address',
    ],
    [{ critical_options: { 'source-address': '192.0.2.*' } }, 'critical_options.source-address'],
    [{ critical_options: { 'source-address': '' } }, 'critical_options.source-address'],
    [{ critical_options: { 'source-address': 7 } }, 'critical_options.source-address'],
    [{ critical_options: [] }, 'critical_options'],
    [{ extensions: { '': '' } }, 'extensions.'],
    [{ extensions: { 'permit pty': '' } }, 'extensions.permit pty'],
    [{ extensions: { 'permit-pty': true } }, 'extensions.permit-pty'],
    [{ extensions: { 'permit-pty': 'a'.repeat(4097) } }, 'extensions.permit-pty'],
    [{ extensions: null }, 'extensions'],
    [{ extensions: Object.fromEntries(Array.from({ length: 33 }, (_, i) => [`x${i}`, ''])) }, 'extensions'],
  ])('are refused as %j', async (change, field) => {
    const { test, required } = await start();
    await expectRefusal(test, ['POST', path, { body: { ...required, ...change } }], {
      code: 'ERR_INVALID_FIELD',
      field,
    });
  });

  it('may have any name, even __proto__', async () => {
    const { test, required } = await start();
    const body = `{"ssh_certificate_authority_id": "${required.ssh_certificate_authority_id}",
      "public_key": "${required.public_key}", "extensions": {"__proto__": "a", "constructor": ""}}`;
    const answer = await test.call('POST', path, { body });
    expect(answer.status).toBe(201);
    expect(answer.text).toContain('"extensions":{"__proto__":"a","constructor":""}');
    expect(section(await inspect(answer.body), 'Extensions').join()).toMatch(
      /__proto__.*constructor|constructor.*__proto__/,
    );
  });

  it('are not for host certificates', async () => {
    const { test, required } = await start();
    for (const field of ['extensions', 'critical_options']) {
      await expectRefusal(test, ['POST', pathOf('host'), { body: { ...required, [field]: {} } }], {
        code: 'ERR_UNKNOWN_FIELD',
        field,
      });
    }
  });
});
