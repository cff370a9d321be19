import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applySeed } from '../../../../src/account/seed/apply.ts';
import { keyKinds, makeKey } from '../../../harness/ssh-keygen.ts';
import { temporaryDirectory } from '../../../harness/temporary-directory.ts';
import { type Json, startService } from '../../../harness/test-service.ts';
import { hasSshd, ssh, startSshd, user } from './sshd.ts';

const folder = temporaryDirectory(afterAll);
const path = (name: string) => join(folder, name);
const publicKeys = new Map<string, string>();
const hour = 3_600_000;
const at = (hours: number) => new Date(Date.now() + hours * hour).toISOString().replace(/\.\d+/, '');

/** A service with an authority of each kind, and an sshd that trusts them all. */
async function start() {
  const test = await startService();
  test.clock.now = Date.now();
  const authorities = keyKinds.map(([kind]) => ({
    description: kind,
    private_key: readFileSync(path(`authority-${kind}`), 'utf8'),
  }));
  await applySeed(test.service, {
    name: 'seed.json',
    text: JSON.stringify({ ssh_certificate_authorities: authorities }),
  });
  const rows = await test.service.store.list('ssh_certificate_authorities', { limit: 100 });
  const idOf = (kind: string) => rows.find(({ data }) => data.description === kind)?.id;
  const sshd = await startSshd(folder, {
    authorities: keyKinds.map(([kind]) => publicKeys.get(`authority-${kind}`) ?? ''),
    hostKey: path('host'),
  });
  writeFileSync(path('known_hosts'), `[127.0.0.1]:${sshd.port} ${publicKeys.get('host')}\n`);

  const sign = (body: Json, { kind = 'user', key = 'ed25519', authority = 'ed25519' } = {}) =>
    test.create(`/ssh_${kind}_certificates`, {
      ssh_certificate_authority_id: idOf(authority),
      public_key: publicKeys.get(`user-${key}`),
      principals: [user],
      ...body,
    });

  let count = 0;
  /** Logs in with a certificate, and the key that it is for. */
  const logIn = ({ certificate }: Json, key = 'ed25519', command = 'echo welcome', ...options: string[]) => {
    const file = path(`certificate-${++count}.pub`);
    writeFileSync(file, `${certificate}\n`);
    const identity = ['-i', path(`user-${key}`), '-o', `CertificateFile=${file}`];
    const knownHosts = ['-o', `UserKnownHostsFile=${path('known_hosts')}`, '-o', 'StrictHostKeyChecking=yes'];
    return ssh(sshd.port, [...identity, ...knownHosts, ...options], command);
  };
  return { sshd, sign, logIn };
}

const welcome = { exitCode: 0, stdout: 'welcome' };
const refused = {
  exitCode: 255,
  stdout: '',
  stderr: expect.stringContaining('Permission denied (publickey)'),
};

describe.skipIf(!hasSshd)('a real sshd (Debian: openssh-server)', () => {
  beforeAll(async () => {
    for (const [kind, args] of keyKinds) {
      publicKeys.set(`user-${kind}`, await makeKey(folder, `user-${kind}`, args));
      publicKeys.set(`authority-${kind}`, await makeKey(folder, `authority-${kind}`, args));
    }
    publicKeys.set('host', await makeKey(folder, 'host', ['-t', 'ed25519']));
    publicKeys.set('stranger', await makeKey(folder, 'stranger', ['-t', 'ed25519']));
  });

  it('lets in user keys of each kind', async () => {
    const { sshd, sign, logIn } = await start();
    for (const [key] of keyKinds) {
      const seen = await logIn(await sign({}, { key }), key);
      expect(seen, `${key}: ${sshd.log()}`).toMatchObject(welcome);
    }
  });

  it('believes authorities of each kind', async () => {
    const { sshd, sign, logIn } = await start();
    for (const [authority] of keyKinds) {
      const seen = await logIn(await sign({}, { authority }));
      expect(seen, `${authority}: ${sshd.log()}`).toMatchObject(welcome);
    }
    expect(sshd.log()).toMatch(/Accepted publickey for .* ID sucrt_\w+ \(serial 0\) CA /);
  });

  it.each<[string, Json, string]>([
    ['for another user', { principals: ['somebody-else'] }, 'not a listed principal'],
    ['for nobody in particular', { principals: [] }, 'lacks principal list'],
    ['that has expired', { valid_after: at(-2), valid_until: at(-1) }, 'expired'],
    ['that is not valid yet', { valid_after: at(1), valid_until: at(2) }, 'not yet valid'],
    [
      'from outside its source-address',
      { critical_options: { 'source-address': '192.0.2.0/24,2001:db8::/32' } },
      'not from a permitted source address',
    ],
  ])('refuses a certificate %s', async (_what, body, reason) => {
    const { sshd, sign, logIn } = await start();
    expect(await logIn(await sign(body))).toMatchObject(refused);
    expect(sshd.log()).toContain(reason);
  });

  // The client does not even offer such ones.
  it('refuses a host certificate in place of a user certificate, and one for another key', async () => {
    const { sign, logIn } = await start();
    expect(await logIn(await sign({}, { kind: 'host' }))).toMatchObject(refused);
    const other = await logIn(await sign({}, { key: 'ecdsa-256' }), 'ed25519');
    expect(other.exitCode).toBe(255);
  });

  it('lets in who is one of several principals, from within the source-address', async () => {
    const { sign, logIn } = await start();
    expect(await logIn(await sign({ principals: ['somebody-else', user] }))).toMatchObject(welcome);
    const inside = await sign({ critical_options: { 'source-address': '192.0.2.1,127.0.0.2/32' } });
    expect(await logIn(inside, 'ed25519', 'echo welcome', '-b', '127.0.0.2')).toMatchObject(welcome);
    expect(await logIn(inside, 'ed25519', 'echo welcome', '-b', '127.0.0.3')).toMatchObject(refused);
  });

  it('runs the force-command, whatever was asked for', async () => {
    const { sign, logIn } = await start();
    const certificate = await sign({
      critical_options: { 'force-command': 'echo "forced: $SSH_ORIGINAL_COMMAND"' },
    });
    expect(await logIn(certificate, 'ed25519', 'id')).toMatchObject({ exitCode: 0, stdout: 'forced: id' });
  });

  it('gives a terminal unless the extensions leave it out', async () => {
    const { sign, logIn } = await start();
    const usual = await logIn(await sign({}), 'ed25519', 'tty', '-tt');
    expect(usual.stdout).toMatch(/^\/dev\/pts\/\d+/);
    const bare = await logIn(await sign({ extensions: {} }), 'ed25519', 'echo welcome', '-tt');
    expect(bare).toMatchObject({
      stdout: '',
      stderr: expect.stringContaining('PTY allocation request failed'),
    });
    expect(await logIn(await sign({ extensions: {} }))).toMatchObject(welcome);
  });

  it('proves with a host certificate that it is the host, to a client that knows the authority alone', async () => {
    const { sign } = await start();
    const names = { principals: ['sandbox.test', '127.0.0.9'], public_key: publicKeys.get('host') };
    const login = ['-i', path('user-ed25519'), '-o', `CertificateFile=${path('login.pub')}`];
    writeFileSync(path('login.pub'), `${(await sign({})).certificate}\n`);
    for (const authority of ['ed25519', 'rsa']) {
      const { certificate } = await sign(names, { kind: 'host', authority });
      writeFileSync(path('host-cert.pub'), `${certificate}\n`);
      const authorities = keyKinds.map(([kind]) => publicKeys.get(`authority-${kind}`) ?? '');
      const sshd = await startSshd(folder, {
        authorities,
        hostKey: path('host'),
        hostCertificate: path('host-cert.pub'),
      });
      const visit = (name: string, trusted: string | undefined) => {
        writeFileSync(path('known_cas'), `@cert-authority *.test,127.0.0.* ${trusted}\n`);
        const known = ['-o', `UserKnownHostsFile=${path('known_cas')}`, '-o', 'StrictHostKeyChecking=yes'];
        return ssh(sshd.port, [...login, ...known, '-o', `HostKeyAlias=${name}`], 'echo welcome');
      };
      const trusted = publicKeys.get(`authority-${authority}`);
      expect(await visit('sandbox.test', trusted), sshd.log()).toMatchObject(welcome);
      expect(await visit('127.0.0.9', trusted)).toMatchObject(welcome);
      const other = await visit('other.test', trusted);
      expect(other).toMatchObject({
        exitCode: 255,
        stdout: '',
        stderr: expect.stringContaining('not a listed principal'),
      });
      expect(await visit('sandbox.test', publicKeys.get('stranger'))).toMatchObject({
        exitCode: 255,
        stdout: '',
      });
    }
  });
});
