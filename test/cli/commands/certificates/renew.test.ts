import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { demoIds } from '../../../../src/contract/examples/demo-ids.ts';
import { runCli } from '../../../harness/run-cli.ts';
import { servedDemo } from '../../../harness/served-demo.ts';
import { makeKey, sshKeygen } from '../../../harness/ssh-keygen.ts';
import { temporaryDirectory } from '../../../harness/temporary-directory.ts';

const { users, hosts } = demoIds.sshCertificateAuthorities;

/** A home with a key and a certificate for 8 hours, made with these options. */
async function withCertificate(kind: 'user' | 'host', ...options: string[]) {
  const { env, clock, requests, call } = await servedDemo();
  const home = temporaryDirectory();
  await makeKey(home, 'key', ['-t', 'ed25519']);
  const run = (argv: readonly string[]) => runCli(argv, { env: { ...env, HOME: home }, cwd: home, clock });
  const words = `ssh-${kind}-certificates`;
  const authority = ['--ssh-certificate-authority-id', kind === 'user' ? users : hosts];
  const key = ['--public-key', '@key.pub', '--valid-for', '8h', '--out', 'auto', '-o', 'id'];
  const made = await run([words, 'create', ...authority, ...key, ...options]);
  requests.length = 0;
  const file = join(home, 'key-cert.pub');
  return {
    home,
    run,
    call,
    clock,
    requests,
    file,
    id: made.stdout.trim(),
    renew: (...more: string[]) => run([words, 'renew', 'key-cert.pub', ...more]),
    shown: () => sshKeygen('-L', '-f', file),
  };
}

/** What ssh-keygen shows of a certificate, without what every certificate has of its own. */
const terms = (text: string) => text.replace(/^ +(Key ID|Valid): .*\n/gm, '');

describe('renew', () => {
  it.each([
    [
      'user',
      [
        ...['--principals', 'alice', '--principals', 'bob', '--description', 'on call'],
        ...['--critical-options', 'force-command=date', '--critical-options', 'source-address=192.0.2.0/24'],
        ...['--extensions', 'permit-port-forwarding=', '--metadata', '{"team":"ops"}'],
      ],
    ],
    ['host', ['--principals', 'a.example.com', '--description', 'the bastion']],
  ] as const)('has a %s certificate signed again as it was, in its file', async (kind, options) => {
    const { run, renew, shown, id, clock, call, home, requests } = await withCertificate(kind, ...options);
    const before = await shown();
    await clock.sleep(6 * 3_600_000);
    const outcome = await renew();
    const [, made = ''] = /: (\w+) in place/.exec(outcome.stderr) ?? [];
    expect(outcome).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: `renewed key-cert.pub: ${made} in place of ${id}, valid until 2026-11-21T22:00:00Z\n`,
    });
    expect(terms(await shown())).toBe(terms(before));
    expect(await shown()).toContain('Valid: from 2026-11-21T14:00:00 to 2026-11-21T22:00:00\n');
    expect(await shown()).toContain(`Key ID: "${made}"`);
    expect(readdirSync(home).sort()).toEqual(['key', 'key-cert.pub', 'key.pub']);
    const path = `/ssh_${kind}_certificates`;
    expect(requests).toEqual([`GET ${path}/${id}`, `POST ${path}`]);
    const [old, record] = [await call('GET', `${path}/${id}`), await call('GET', `${path}/${made}`)];
    const { description, metadata, public_key, ssh_certificate_authority_id } = old;
    expect(record).toMatchObject({ description, metadata, public_key, ssh_certificate_authority_id });
    expect(await run([`ssh-${kind}-certificates`, 'renew', 'key-cert.pub'])).toMatchObject({ exitCode: 0 });
  });

  it('takes another time with --valid-for', async () => {
    const { renew, shown } = await withCertificate('user', '--principals', 'alice');
    await renew('--valid-for', '30m');
    expect(await shown()).toContain('Valid: from 2026-11-21T08:00:00 to 2026-11-21T08:30:00\n');
  });

  it('counts from the clock of the service, whatever that of this machine says', async () => {
    const { env, clock } = await servedDemo();
    const home = temporaryDirectory();
    await makeKey(home, 'key', ['-t', 'ed25519']);
    const wrong = { now: () => clock.now() - 3 * 3_600_000, sleep: clock.sleep };
    const surroundings = { env: { ...env, HOME: home }, cwd: home };
    const authority = ['--ssh-certificate-authority-id', users, '--principals', 'alice'];
    const key = ['--public-key', '@key.pub', '--valid-for', '8h', '--out', 'auto'];
    await runCli(['ssh-user-certificates', 'create', ...authority, ...key], { ...surroundings, clock });
    await clock.sleep(3_600_000);
    const argv = ['ssh-user-certificates', 'renew', 'key-cert.pub', '-o', 'json'];
    const renewed = await runCli(argv, { ...surroundings, clock: wrong });
    expect(JSON.parse(renewed.stdout).valid_until).toBe('2026-11-21T17:00:00Z');
  });

  it('as a cron job does nothing, and asks nobody, until it is due', async () => {
    const { renew, clock, requests, id, shown } = await withCertificate('user', '--principals', 'alice');
    const before = await shown();
    expect(await renew('--expires-in', '75%')).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: 'key-cert.pub expires in 8h, 0% of its validity has passed: no need to renew it yet\n',
    });
    expect((await renew('--expires-in', '75%', '-o', 'id')).stdout).toBe(`${id}\n`);
    const waiting = await renew('--expires-in', '1h', '-o', 'json');
    expect(JSON.parse(waiting.stdout)).toEqual({
      file: 'key-cert.pub',
      renewed: false,
      id,
      replaced_id: null,
      valid_until: null,
    });
    expect([requests, await shown()]).toEqual([[], before]);
    await clock.sleep(6 * 3_600_000);
    const renewed = await renew('--expires-in', '75%', '-o', 'json');
    expect(JSON.parse(renewed.stdout)).toMatchObject({ renewed: true, replaced_id: id });
    expect(await renew('--expires-in', '75%')).toMatchObject({ exitCode: 0, stderr: /no need/ });
  });

  it('keeps the mode of the file', async () => {
    const { renew, file } = await withCertificate('user', '--principals', 'alice');
    for (const mode of [0o600, 0o640, 0o666]) {
      chmodSync(file, mode);
      expect(await renew()).toMatchObject({ exitCode: 0 });
      expect(statSync(file).mode & 0o777).toBe(mode);
    }
  });

  it('refuses the file of the other kind, with the command that is meant', async () => {
    const { run, requests } = await withCertificate('host', '--principals', 'a.example.com');
    expect(await run(['ssh-user-certificates', 'renew', 'key-cert.pub'])).toMatchObject({
      exitCode: 2,
      stderr:
        'error: key-cert.pub holds a host certificate; tunnelctl ssh-host-certificates renew key-cert.pub renews it\n',
    });
    expect(requests).toEqual([]);
  });

  it('says what to do about a certificate whose record is gone', async () => {
    const { renew, run, id, shown } = await withCertificate('user', '--principals', 'alice');
    const before = await shown();
    await run(['ssh-user-certificates', 'delete', id, '--yes']);
    const { exitCode, stderr } = await renew();
    expect(exitCode).toBe(3);
    expect(stderr).toContain(
      'hint: the record of key-cert.pub is not in this account, or was deleted; ' +
        'make a new one: tunnelctl ssh-user-certificates create; tunnelctl ssh-authorities list shows who can sign it\n',
    );
    expect(await shown()).toBe(before);
  });

  it('refuses a certificate that nobody here has signed, and one that says more than was signed', async () => {
    const { renew, home, file, id, requests } = await withCertificate('user', '--principals', 'alice');
    await makeKey(home, 'ca', ['-t', 'ed25519']);
    const sign = (keyId: string, names: string) =>
      sshKeygen('-q', '-s', join(home, 'ca'), '-I', keyId, '-n', names, '-V', '+8h', join(home, 'key.pub'));
    await sign('me@home', 'alice');
    const foreign = await renew();
    expect(foreign).toMatchObject({ exitCode: 1 });
    expect(foreign.stderr).toContain(
      'error: key-cert.pub was not signed here: its key id "me@home" is not that of a record\n',
    );
    expect(requests).toEqual([]);
    await sign(id, 'root');
    const before = readFileSync(file, 'utf8');
    expect(await renew()).toMatchObject({
      exitCode: 1,
      stderr:
        `error: key-cert.pub is not the certificate that was signed as ${id}\n` +
        `hint: tunnelctl ssh-user-certificates get ${id} --out FILE writes that one\n`,
    });
    expect(requests.filter((request) => !request.startsWith('GET'))).toEqual([]);
    expect(readFileSync(file, 'utf8')).toBe(before);
  });

  it.each([
    ['-', 'error: <file> must be a file, in whose place the new certificate goes\n'],
    ['absent', 'error: <file> cannot read the file absent: no such file or directory\n'],
    ['key', 'error: key is not an SSH certificate; '],
  ])('refuses %s', async (file, message) => {
    const { run, home } = await withCertificate('user', '--principals', 'alice');
    writeFileSync(join(home, 'empty'), '');
    const { exitCode, stderr } = await run(['ssh-user-certificates', 'renew', file]);
    expect({ exitCode, stderr: stderr.slice(0, message.length) }).toEqual({ exitCode: 2, stderr: message });
  });
});

describe('--out', () => {
  it('auto leaves a certificate of the other kind and one for another key, before anything is signed', async () => {
    const { run, home, requests, file } = await withCertificate('user', '--principals', 'alice');
    await makeKey(home, 'other', ['-t', 'ed25519']);
    const before = readFileSync(file, 'utf8');
    const host = ['ssh-host-certificates', 'create', '--ssh-certificate-authority-id', hosts];
    expect(
      await run([...host, '--public-key', '@key.pub', '--principals', 'a.b', '--out', 'auto']),
    ).toMatchObject({
      exitCode: 2,
      stderr:
        'error: --out key-cert.pub holds a user certificate, not a host certificate; ' +
        'name another file, or add --force to replace it\n',
    });
    const user = ['ssh-user-certificates', 'create', '--ssh-certificate-authority-id', users];
    const another = [...user, '--public-key', '@other.pub', '--principals', 'bob', '--out', 'key-cert.pub'];
    const refused = await run(another);
    expect(refused).toMatchObject({ exitCode: 2 });
    expect(refused.stderr).toMatch(
      /^error: --out key-cert.pub holds a certificate for another key \(sucrt_\w+\); name/,
    );
    expect(requests).toEqual([]);
    const { alice } = demoIds.sshUserCertificates;
    expect(await run(['ssh-user-certificates', 'get', alice, '--out', 'key-cert.pub'])).toMatchObject({
      exitCode: 2,
    });
    expect(readFileSync(file, 'utf8')).toBe(before);
    expect(await run([...another, '--force'])).toMatchObject({ exitCode: 0 });
    expect(readFileSync(file, 'utf8')).not.toBe(before);
  });

  it('keeps the mode of the certificate that it replaces', async () => {
    const { run, file, id } = await withCertificate('user', '--principals', 'alice');
    chmodSync(file, 0o600);
    await run(['ssh-user-certificates', 'get', id, '--out', 'key-cert.pub']);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });
});
