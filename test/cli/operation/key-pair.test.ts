import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Clock, systemClock } from '../../../src/client/clock.ts';
import { demoIds } from '../../../src/contract/examples/demo-ids.ts';
import { runCli, type Surroundings } from '../../harness/run-cli.ts';
import { serveInProcess } from '../../harness/served-sandbox.ts';
import { sshKeygen } from '../../harness/ssh-keygen.ts';
import { temporaryDirectory } from '../../harness/temporary-directory.ts';

/** On which nobody waits longer than he must. */
const clock: Clock = {
  now: systemClock.now,
  sleep: (ms, signal) => systemClock.sleep(Math.min(ms, 5), signal),
};

const words = ['ssh-credentials', 'create', '--acl', 'bind:*.example.com', '--generate'];

const nowhere = { TUNNELCTL_BASE_URL: 'http://127.0.0.1:1', TUNNELCTL_API_KEY: 'k' };

/** A served demo account, and a directory to run commands in. */
async function atHome(...faults: string[]) {
  const data = temporaryDirectory();
  const home = temporaryDirectory();
  const options = [
    '--data',
    join(data, 'a.db'),
    '--seed',
    'demo',
    ...faults.flatMap((one) => ['--fault', one]),
  ];
  const { env } = await serveInProcess(options, { env: { HOME: home } });
  return {
    path: (name: string) => join(home, name),
    files: () => readdirSync(home).sort(),
    run: (argv: readonly string[], surroundings: Surroundings = {}) =>
      runCli(argv, { env: { ...env, HOME: home }, cwd: home, clock, ...surroundings }),
  };
}

describe('a key pair that is made with what is created for it', () => {
  it('is one that ssh reads, the private key for nobody else, and the credential has the public one', async () => {
    const { run, path, files } = await atHome();
    const { stdout, stderr, exitCode } = await run([...words, 'id_tunnel', '-o', 'json']);
    expect({ exitCode, stderr }).toEqual({
      exitCode: 0,
      stderr: 'key pair written to id_tunnel and id_tunnel.pub\n',
    });
    expect(files()).toEqual(['id_tunnel', 'id_tunnel.pub']);
    expect(statSync(path('id_tunnel')).mode & 0o777).toBe(0o600);
    expect(statSync(path('id_tunnel.pub')).mode & 0o777).toBe(0o644);
    const line = readFileSync(path('id_tunnel.pub'), 'utf8');
    expect(line).toMatch(/^ssh-ed25519 \S+ id_tunnel\n$/);
    expect(`${await sshKeygen('-y', '-f', path('id_tunnel'))}\n`).toBe(line);
    expect(`${JSON.parse(stdout).public_key}\n`).toBe(line);
    expect(stdout).not.toContain('PRIVATE KEY');
  });

  it('goes where ~ is, and is written as ssh-keygen writes one, whatever its name', async () => {
    const { run, path } = await atHome();
    for (const name of ['a', 'a b', 'id_ed25519_of_somebody']) {
      expect((await run([...words, `~/${name}`])).exitCode).toBe(0);
      const text = readFileSync(path(name), 'utf8');
      // Written anew by ssh-keygen, under the same empty passphrase, it has the same lines but for the random number.
      await sshKeygen('-q', '-p', '-N', '', '-P', '', '-f', path(name));
      const again = readFileSync(path(name), 'utf8');
      expect(again.split('\n').map(({ length }) => length)).toEqual(
        text.split('\n').map(({ length }) => length),
      );
    }
  });

  it('stands beside the certificate that is signed for it', async () => {
    const { run, path, files } = await atHome();
    const sign = [
      ...['ssh-user-certificates', 'create', '--principals', 'alice', '--ssh-certificate-authority-id'],
      demoIds.sshCertificateAuthorities.users,
    ];
    expect((await run([...sign, '--generate', 'id_a', '--out', 'auto'])).exitCode).toBe(0);
    expect(files()).toEqual(['id_a', 'id_a-cert.pub', 'id_a.pub']);
    const fingerprint = (await sshKeygen('-l', '-f', path('id_a.pub'))).split(' ')[1];
    expect(await sshKeygen('-L', '-f', path('id_a-cert.pub'))).toContain(fingerprint);
    expect((await run([...sign, '--generate', 'id_b', '--bundle', 'for-alice'])).exitCode).toBe(0);
    expect(readFileSync(path('for-alice/ssh_config'), 'utf8')).toContain(`IdentityFile ${path('id_b')}\n`);
    for (const other of [
      ['--out', 'id_d'],
      ['--out', './id_d.pub'],
      ['--bundle', '.'],
    ]) {
      expect(await run([...sign, '--generate', 'id_d', ...other])).toMatchObject({
        exitCode: 2,
        stderr: expect.stringContaining('error: --generate '),
      });
      expect(existsSync(path('id_d'))).toBe(false);
    }
    writeFileSync(path('notes'), 'mine');
    expect((await run([...sign, '--generate', 'id_c', '--out', 'notes'])).exitCode).not.toBe(0);
    expect(existsSync(path('id_c'))).toBe(false);
  });

  it('takes the rest from a file of one, and not of several', async () => {
    const { run, path, files } = await atHome();
    const fromFile = ['ssh-credentials', 'create', '--generate', 'k', '--from-file', 'body.json'];
    writeFileSync(path('body.json'), '[{"acl":["*"]},{"acl":["*"]}]');
    expect(await run(fromFile)).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('--generate makes the key of one; create them one by one'),
    });
    expect(files()).toEqual(['body.json']);
    writeFileSync(path('body.json'), '{"acl":["bind:a.example.com"],"description":"of a file"}');
    expect(await run([...fromFile, '-o', 'raw', '--columns', 'description'])).toMatchObject({
      exitCode: 0,
      stdout: 'of a file\n',
    });
  });

  it('is not asked for on a terminal', async () => {
    const { run } = await atHome();
    const outcome = await run([...words, 'k', '-o', 'id'], { isTTY: true });
    expect(outcome).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^sshcr_\S+\r?\n$/) });
  });

  it.each([
    [['taken'], 'taken is there already, and a key is never overwritten'],
    [['half'], 'half.pub is there already'],
    [['none/k'], 'none/k cannot be written: there is no directory'],
    [[''], 'names no file'],
    [['-'], 'names no file'],
    [['k.pub'], "k.pub is what a public key is called; name the private key's file"],
    [['k', '--public-key', '@half.pub'], 'and --public-key both say which key; give one'],
    [['k', '--dry-run'], 'makes a key, and a preview makes nothing'],
    [['k', '--curl'], 'makes a key, and a preview makes nothing'],
  ])('is refused before anything is made: %j', async (rest, problem) => {
    const cwd = temporaryDirectory();
    writeFileSync(join(cwd, 'taken'), 'mine');
    writeFileSync(join(cwd, 'half.pub'), 'mine');
    // No service is there that could be asked.
    expect(await runCli([...words, ...rest], { cwd, env: nowhere })).toMatchObject({
      exitCode: 2,
      stdout: '',
      stderr: expect.stringContaining(`--generate ${problem}`),
    });
    expect(readdirSync(cwd).sort()).toEqual(['half.pub', 'taken']);
    expect(readFileSync(join(cwd, 'taken'), 'utf8')).toBe('mine');
  });

  it('is gone where the service refuses, and where none is there', async () => {
    const { run, files } = await atHome();
    const refused = await run([...words, 'k', '--owner-id', 'usr_nobody']);
    expect(refused.exitCode).toBe(8);
    expect(refused.stderr).toContain('key pair taken away again: nothing was created for it\n');
    expect((await run([...words, 'k'], { env: nowhere })).exitCode).toBe(7);
    expect(files()).toEqual([]);
  });

  it('stays where the answer is lost, since the service may have taken it', async () => {
    const { run, path, files } = await atHome('operation=ssh-credentials.create,drop=after,count=9');
    const { exitCode, stderr } = await run([...words, 'k']);
    expect(exitCode).toBe(7);
    expect(stderr).toContain('the key pair stays; to try again with it: --public-key @k.pub\n');
    expect(files()).toEqual(['k', 'k.pub']);
    const { stdout } = await run(['ssh-credentials', 'list', '-o', 'json']);
    const keys = (JSON.parse(stdout) as { public_key: string }[]).map((one) => one.public_key);
    expect(keys).toContain(readFileSync(path('k.pub'), 'utf8').trimEnd());
  });
});
