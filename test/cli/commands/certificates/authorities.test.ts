import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { demoIds } from '../../../../src/contract/examples/demo-ids.ts';
import { recordingService } from '../../../client/recording-service.ts';
import { errorBody } from '../../../client/records.ts';
import { runCli } from '../../../harness/run-cli.ts';
import { servedDemo } from '../../../harness/served-demo.ts';
import { sshKeygen } from '../../../harness/ssh-keygen.ts';
import { temporaryDirectory } from '../../../harness/temporary-directory.ts';

const { users, hosts } = demoIds.sshCertificateAuthorities;

/** A sandbox in this process; the one of a fresh account where nothing is seeded. */
async function sandbox(...seed: string[]) {
  const home = temporaryDirectory();
  const surroundings = { env: { HOME: home, TUNNELCTL_PROFILE: 'sandbox' }, cwd: home };
  const run = (argv: readonly string[], isTTY = false, columns = 200) =>
    runCli(argv, {
      ...surroundings,
      isTTY,
      columns,
      env: { ...surroundings.env, NO_COLOR: '1', TUNNELCTL_PAGER: '' },
    });
  if (seed.length > 0) await run(['sandbox', 'seed', ...seed]);
  return { home, run };
}

it('lists the authorities that certificates tell of, with how many each has signed', async () => {
  const { run } = await sandbox('demo');
  expect(await run(['ssh-authorities', 'list'])).toEqual({
    exitCode: 0,
    stdout:
      `${users}\tlets people log in\ted25519\t2\t0\t\n` +
      `${hosts}\tproves the names of servers\tecdsa\t0\t2\tbuild.example.com, bastion.example.com, 192.0.2.10\n`,
    stderr: '',
  });
  const { stdout } = await run(['ssh-authorities', 'list'], true);
  const [head = '', ...rows] = stdout.split('\n');
  expect(head.split(/ {2,}/)).toEqual([
    'ID',
    'DESCRIPTION',
    'KEY_TYPE',
    'USER_CERTIFICATES',
    'HOST_CERTIFICATES',
    'HOSTS',
  ]);
  expect(rows.filter(Boolean)).toHaveLength(2);
  expect((await run(['ssh-authorities', 'list', '-o', 'id'])).stdout).toBe(`${users}\n${hosts}\n`);
  expect((await run(['ssh-authorities', 'list', '--columns', 'key_type,id'])).stdout).toBe(
    `ed25519\t${users}\necdsa\t${hosts}\n`,
  );
  expect(await run(['ssh-authorities', 'list', '--where', 'host_certificates>0', '-o', 'id'])).toEqual({
    exitCode: 0,
    stdout: `${hosts}\n`,
    stderr: '1 found, 2 looked through\n',
  });
  const queried = await run(['ssh-authorities', 'list', '--query', '[?known_hosts].id', '-o', 'json']);
  expect(JSON.parse(queried.stdout)).toEqual([hosts]);
});

it('fits the terminal', async () => {
  const { run } = await sandbox('demo');
  const { stdout, stderr } = await run(['ssh-authorities', 'list'], true, 80);
  for (const line of stdout.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80);
  expect(stdout).toMatch(/^ID +DESCRIPTION +KEY_TYPE /);
  expect(stderr).toContain('note: no room for ');
});

it('knows the own authority of a sandbox that has signed nothing', async () => {
  const { run } = await sandbox();
  const { stdout } = await run(['ssh-authorities', 'list', '-o', 'json']);
  const info = JSON.parse((await run(['sandbox', 'info', '-o', 'json'])).stdout);
  const [{ id, public_key }] = info.ssh_certificate_authorities;
  expect(JSON.parse(stdout)).toMatchObject([
    {
      id,
      user_certificates: 0,
      host_certificates: 0,
      trusted_user_ca_keys: `${public_key} ${id}`,
      known_hosts: null,
    },
  ]);
});

it('knows of a service that is no sandbox what its records say', async () => {
  const demo = await servedDemo();
  const records = await Promise.all(
    ['user', 'host'].map((kind) => demo.call('GET', `/ssh_${kind}_certificates`)),
  );
  const hosted = await recordingService(({ target }) => {
    const found = records[target.startsWith('/ssh_user') ? 0 : 1];
    return target.startsWith('/sandbox')
      ? { status: 404, body: errorBody('ERR_UNKNOWN_PATH', 404, 'no such path') }
      : { body: found };
  });
  const env = { TUNNELCTL_BASE_URL: hosted.baseUrl, TUNNELCTL_API_KEY: 'k' };
  const { stdout } = await runCli(['ssh-authorities', 'list'], { env, clock: demo.clock });
  expect(stdout).toBe(
    `${users}\t\ted25519\t2\t0\t\n${hosts}\t\tecdsa\t0\t2\tbuild.example.com, bastion.example.com, 192.0.2.10\n`,
  );
});

it('prints lines that OpenSSH takes, ready to be appended to a file', async () => {
  const { run, home } = await sandbox('demo');
  const known = await run([
    'ssh-authorities',
    'show',
    hosts,
    '--known-hosts',
    '*.example.com,!bad.example.com',
  ]);
  expect(known.stdout).toMatch(
    new RegExp(
      `^@cert-authority \\*\\.example\\.com,!bad\\.example\\.com ecdsa-sha2-nistp256 \\S+ ${hosts}\\n$`,
    ),
  );
  writeFileSync(join(home, 'known_hosts'), known.stdout);
  expect(await sshKeygen('-F', 'a.example.com', '-f', join(home, 'known_hosts'))).toContain('CA');
  const trusted = await run(['ssh-authorities', 'show', users, '--trusted-user-ca-keys']);
  writeFileSync(join(home, 'ca.pub'), trusted.stdout);
  expect(await sshKeygen('-l', '-f', join(home, 'ca.pub'))).toContain(`${users} (ED25519)`);
});

it('shows all of one, for the names that it has certified, or those that are given', async () => {
  const { run } = await sandbox('demo');
  const { stdout } = await run(['ssh-authorities', 'show', hosts, '-o', 'json']);
  const shown = JSON.parse(stdout);
  expect(shown).toEqual({
    id: hosts,
    description: 'proves the names of servers',
    key_type: 'ecdsa',
    fingerprint: expect.stringMatching(/^SHA256:/),
    user_certificates: 0,
    host_certificates: 2,
    hosts: ['build.example.com', 'bastion.example.com', '192.0.2.10'],
    trusted_user_ca_keys: expect.stringMatching(new RegExp(`^ecdsa-sha2-nistp256 \\S+ ${hosts}$`)),
    sshd_config: `TrustedUserCAKeys /etc/ssh/${hosts}.pub`,
    known_hosts: `@cert-authority build.example.com,bastion.example.com,192.0.2.10 ${shown.trusted_user_ca_keys}`,
  });
  const given = await run(['ssh-authorities', 'show', users, '--known-hosts', '*', '-o', 'json']);
  expect(JSON.parse(given.stdout).known_hosts).toMatch(/^@cert-authority \* ssh-ed25519 /);
});

it('shows the one that an id begins like, or that is described so', async () => {
  const { run } = await sandbox('demo');
  const show = (name: string, ...rest: string[]) =>
    run(['ssh-authorities', 'show', name, '-o', 'id', ...rest]);
  const found = { exitCode: 0, stdout: `${hosts}\n`, stderr: '' };
  expect(await show(hosts.slice(0, 14))).toEqual(found);
  expect(await show('proves the names of servers')).toEqual(found);
  expect(await show(hosts.slice(0, 14), '--exact-ids')).toMatchObject({ exitCode: 3, stdout: '' });
  // Too little to be meant; an unset variable leaves it.
  expect(await show('sshca_')).toMatchObject({ exitCode: 3, stdout: '' });

  const twins = temporaryDirectory();
  const seed = '{ "ssh_certificate_authorities": [{ "description": "twin" }, { "description": "twin" }] }';
  writeFileSync(join(twins, 'twins.json'), seed);
  await run(['sandbox', 'seed', join(twins, 'twins.json')]);
  expect(await show('twin')).toMatchObject({
    exitCode: 9,
    stderr: expect.stringMatching(
      /^error: "twin" is 2 of the ssh-authorities: sshca_\w+, sshca_\w+\nhint: give the id of the one that is meant\n$/,
    ),
  });
});

it('says which there are when an id is none of them', async () => {
  const { run } = await sandbox('demo');
  expect(await run(['ssh-authorities', 'show', 'sshca_1'])).toEqual({
    exitCode: 3,
    stdout: '',
    stderr: `error: no certificate of the account was signed by "sshca_1"\nhint: there is ${users}, ${hosts}\n`,
  });
  for (const patterns of ['', 'a b', 'a,', '@x', '#'])
    expect(await run(['ssh-authorities', 'show', users, '--known-hosts', patterns])).toMatchObject({
      exitCode: 2,
    });
});
