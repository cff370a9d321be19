import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { demoIds } from '../../../../src/contract/examples/demo-ids.ts';
import { freePort, hasSshd, startSshd, user } from '../../../account/certificates/ssh/sshd.ts';
import { runCli } from '../../../harness/run-cli.ts';
import { servedDemo } from '../../../harness/served-demo.ts';
import { makeKey } from '../../../harness/ssh-keygen.ts';
import { temporaryDirectory } from '../../../harness/temporary-directory.ts';

const { users, hosts } = demoIds.sshCertificateAuthorities;

/** The service, and a home with the key pairs of a user and of a host. */
async function atHome(now?: number) {
  const { env, clock, requests } = await servedDemo();
  if (now !== undefined) await clock.sleep(now - clock.now());
  const home = temporaryDirectory();
  await makeKey(home, 'id_work', ['-t', 'ed25519']);
  await makeKey(home, 'host', ['-t', 'ecdsa']);
  const run = (argv: readonly string[]) => runCli(argv, { env: { ...env, HOME: home }, cwd: home, clock });
  const path = (...names: string[]) => join(home, ...names);
  const read = (...names: string[]) => readFileSync(path(...names), 'utf8');
  const create = (kind: 'user' | 'host', ...options: string[]) => {
    const authority = ['--ssh-certificate-authority-id', kind === 'user' ? users : hosts];
    return run([`ssh-${kind}-certificates`, 'create', ...authority, '-o', 'id', ...options]);
  };
  const line = async (id: string, ...options: string[]) =>
    (await run(['ssh-authorities', 'show', id, ...options])).stdout;
  return { run, create, line, path, read, requests, clock, home };
}

describe('--bundle', () => {
  it('writes certificate, authority, known hosts and a configuration, each as open as it may be', async () => {
    const { create, line, read, path, requests } = await atHome();
    const outcome = await create(
      'user',
      '--public-key',
      '@id_work.pub',
      '--principals',
      'alice',
      '--bundle',
      'b',
    );
    expect(outcome).toMatchObject({
      exitCode: 0,
      stderr: 'bundle written to b: id_work-cert.pub, ca.pub, known_hosts, ssh_config\n',
    });
    const modes = readdirSync(path('b')).map((name) => [name, statSync(path('b', name)).mode & 0o777]);
    expect(Object.fromEntries(modes)).toEqual({
      'ca.pub': 0o644,
      'id_work-cert.pub': 0o644,
      known_hosts: 0o644,
      ssh_config: 0o600,
    });
    expect(read('b', 'ca.pub')).toBe(await line(users, '--trusted-user-ca-keys'));
    const known = await line(hosts, '--known-hosts', 'build.example.com,bastion.example.com,192.0.2.10');
    expect(read('b', 'known_hosts')).toBe(`# made by tunnelctl --bundle\n${known}`);
    expect(read('b', 'ssh_config')).toContain(
      `Host *\n  User alice\n  IdentityFile ${path('id_work')}\n  CertificateFile id_work-cert.pub\n`,
    );
    // Everything that can fail without a certificate has been done before it is signed.
    expect(requests.findIndex((request) => request.startsWith('POST'))).toBe(3);
  });

  it('for somebody whose private key is elsewhere names it as ssh-keygen would', async () => {
    const { create, read, path } = await atHome();
    writeFileSync(path('alice.pub'), read('id_work.pub'));
    await create('user', '--public-key', '@alice.pub', '--principals', 'alice', '--bundle', 'b');
    expect(read('b', 'ssh_config')).toContain(
      'IdentityFile ~/.ssh/id_ed25519\n  CertificateFile id_ed25519-cert.pub\n',
    );
  });

  it.skipIf(!hasSshd)('is all that ssh and sshd need: a bundle for the user, one for the host', async () => {
    const { create, home, path, read, line } = await atHome(Date.now());
    const port = await freePort();
    const patterns = `[127.0.0.1]:${port}`;
    await create('host', '--public-key', '@host.pub', '--principals', '127.0.0.1', '--bundle', 'for-host');
    expect(read('for-host', 'sshd_config')).toContain(
      `HostKey ${path('host')}\nHostCertificate /etc/ssh/host-cert.pub\n`,
    );
    const made = await create(
      'user',
      ...[
        '--public-key',
        '@id_work.pub',
        '--principals',
        user,
        '--bundle',
        'for-user',
        '--known-hosts',
        patterns,
      ],
    );
    expect(made).toMatchObject({ exitCode: 0 });
    const sshd = await startSshd(home, {
      port,
      authorities: [(await line(users, '--trusted-user-ca-keys')).trim()],
      hostKey: path('host'),
      hostCertificate: path('for-host', 'host-cert.pub'),
    });
    const ssh = (directory: string) =>
      execa(
        'ssh',
        ['-F', 'ssh_config', '-o', 'BatchMode=yes', '-p', `${port}`, '127.0.0.1', 'echo welcome'],
        {
          cwd: path(directory),
          env: { LC_ALL: 'C', SSH_AUTH_SOCK: '' },
          reject: false,
          stdin: 'ignore',
        },
      );
    const welcomed = await ssh('for-user');
    expect(welcomed, `${sshd.log()}${welcomed.stderr}`).toMatchObject({ exitCode: 0, stdout: 'welcome' });
    // A bundle that believes other hosts does not let its user be led to this one.
    const elsewhere = ['--public-key', '@id_work.pub', '--principals', user, '--bundle', 'elsewhere'];
    await create('user', ...elsewhere, '--known-hosts', '*.example.com');
    expect(await ssh('elsewhere')).toMatchObject({
      exitCode: 255,
      stderr: expect.stringContaining('Host key verification failed'),
    });
  });

  it('writes what the users of a host need to believe it', async () => {
    const { create, line, read } = await atHome();
    await create('host', '--public-key', '@host.pub', '--principals', 'a.example.com', '--bundle', 'b');
    const known = await line(hosts, '--known-hosts', 'a.example.com');
    expect(read('b', 'known_hosts')).toBe(`# made by tunnelctl --bundle\n${known}`);
  });

  it('is written again for the same key, and for no other', async () => {
    const { run, create, home, read, requests } = await atHome();
    const options = ['--principals', 'alice', '--bundle', 'b'];
    const id = (await create('user', '--public-key', '@id_work.pub', ...options)).stdout.trim();
    expect(await create('user', '--public-key', '@id_work.pub', ...options)).toMatchObject({ exitCode: 0 });
    const before = read('b', 'id_work-cert.pub');
    expect(before).not.toContain(id);
    await makeKey(home, 'other', ['-t', 'ed25519']);
    const count = requests.filter((request) => request.startsWith('POST')).length;
    const refused = await create('user', '--public-key', '@other.pub', ...options);
    expect(refused.stderr).toMatch(
      /^error: --bundle b\/id_work-cert.pub holds a certificate for another key \(sucrt_\w+\); name another directory\n/,
    );
    expect(requests.filter((request) => request.startsWith('POST'))).toHaveLength(count);
    expect(await run(['ssh-user-certificates', 'get', id, '--bundle', 'b'])).toMatchObject({ exitCode: 0 });
  });

  it.each([
    ['a known_hosts', 'known_hosts', 'holds a known_hosts of its own'],
    ['other files', 'config', 'holds other files'],
  ])('leaves a directory alone that holds %s, as ~/.ssh', async (_, name, problem) => {
    const { create, path, read, requests } = await atHome();
    mkdirSync(path('.ssh'));
    writeFileSync(path('.ssh', name), 'mine\n');
    const options = ['--public-key', '@id_work.pub', '--principals', 'alice', '--bundle', '~/.ssh'];
    expect(await create('user', ...options)).toMatchObject({
      exitCode: 2,
      stderr: `error: --bundle ~/.ssh ${problem}; name another directory\n`,
    });
    expect([read('.ssh', name), readdirSync(path('.ssh')), requests]).toEqual(['mine\n', [name], []]);
  });

  it('takes no name that is not set for all hosts', async () => {
    const { create, requests } = await atHome();
    const options = ['--public-key', '@id_work.pub', '--principals', 'alice'];
    expect((await create('user', ...options, '--bundle', 'b', '--known-hosts', '')).stderr).toContain(
      'error: --known-hosts "" is no pattern of host names; write for example ',
    );
    expect((await create('user', ...options, '--bundle', '')).stderr).toBe(
      'error: --bundle names no directory\n',
    );
    expect((await create('user', ...options, '--known-hosts', 'a')).stderr).toBe(
      'error: --known-hosts goes with --bundle; give that as well\n',
    );
    expect(requests).toEqual([]);
  });
});
