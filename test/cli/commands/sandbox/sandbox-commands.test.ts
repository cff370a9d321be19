import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { demoIds } from '../../../../src/contract/examples/demo-ids.ts';
import { runCli, type Surroundings } from '../../../harness/run-cli.ts';
import { temporaryDirectory } from '../../../harness/temporary-directory.ts';

/** A directory of its own, in which commands run on the file `a.db`. */
function place() {
  const cwd = temporaryDirectory();
  const run = (argv: string, surroundings: Surroundings = {}) =>
    runCli([...argv.split(' '), '--data', 'a.db'], { cwd, env: { HOME: cwd }, ...surroundings });
  return { cwd, run, data: join(cwd, 'a.db') };
}

async function demo() {
  const here = place();
  expect(await here.run('sandbox seed demo')).toMatchObject({ exitCode: 0 });
  return here;
}

describe.each([true, false])('on a terminal: %s', (isTTY) => {
  it('sandbox path prints where the file is, and makes nothing', async () => {
    const { cwd, run, data } = place();
    expect(await run('sandbox path', { isTTY })).toEqual({ exitCode: 0, stdout: `${data}\n`, stderr: '' });
    const whole = await run('sandbox path -o json', { isTTY });
    expect(JSON.parse(whole.stdout)).toEqual({ data, key: `${data}.key`, exists: false });
    const env = { XDG_DATA_HOME: join(cwd, 'share') };
    expect((await runCli(['sandbox', 'path'], { env, isTTY })).stdout).toBe(
      `${cwd}/share/tunnelctl/sandbox.db\n`,
    );
    expect(readdirSync(cwd)).toEqual([]);
  });

  it('sandbox info shows account, authorities and how much there is', async () => {
    const { run, data } = await demo();
    const { exitCode, stdout, stderr } = await run('sandbox info', { isTTY });
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    const { users, hosts } = demoIds.sshCertificateAuthorities;
    expect(
      stdout
        .replace(/\d+ KiB, schema \d+/, 'N KiB, schema N')
        .replace(/AAAA\S+/g, 'KEY')
        .split('\n')
        .slice(0, 11),
    ).toEqual([
      `data:     ${data}`,
      `account:  ${demoIds.account.account}`,
      `admin:    ${demoIds.users.admin} (admin)`,
      'size:     N KiB, schema N',
      '',
      'SSH certificate authorities:',
      `  ${hosts}  proves the names of servers`,
      '    ecdsa-sha2-nistp256 KEY',
      `  ${users}  lets people log in`,
      '    ssh-ed25519 KEY',
      '',
    ]);
    expect(stdout).toContain('\nObjects:\n  2 abuse reports\n');
    const whole = JSON.parse((await run('sandbox info -o json', { isTTY })).stdout);
    expect(whole).toMatchObject({
      data,
      account_id: demoIds.account.account,
      ssh_certificate_authorities: [
        { id: hosts, public_key: expect.stringMatching(/^ecdsa-/) },
        { id: users },
      ],
      objects: { endpoints: 14 },
      bytes: expect.any(Number),
    });
  });

  it('sandbox seed puts objects in, once', async () => {
    const { run, cwd } = place();
    writeFileSync(join(cwd, 'seed.yml'), 'endpoints:\n  - url: https://a.example.com\n');
    const first = await run('sandbox seed seed.yml', { isTTY });
    expect(first).toMatchObject({ exitCode: 0, stdout: '' });
    expect(first.stderr).toMatch(/^seeded: 1 endpoints\nthe account is ac_\w+\n$/);
    for (const name of ['seed.yml', '~/seed.yml']) {
      expect(await run(`sandbox seed ${name}`, { isTTY })).toEqual({
        exitCode: 0,
        stdout: '',
        stderr: 'the account has this seed already\n',
      });
    }
    const piped = await run('sandbox seed - -o json', {
      isTTY,
      stdin: 'endpoints: [{ url: https://b.example.com }]',
    });
    expect(JSON.parse(piped.stdout)).toMatchObject({
      applied: true,
      added: { endpoints: 1 },
      became_this_account: false,
    });
  });
});

describe('sandbox export', () => {
  it('writes a file for its owner only, in one piece, in the place of what was there', async () => {
    const { cwd, run } = await demo();
    writeFileSync(join(cwd, 'old.yml'), 'old', { mode: 0o644 });
    symlinkSync('old.yml', join(cwd, 'link.yml'));
    const done = await run('sandbox export link.yml --with-secrets');
    expect(done).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: 'exported to link.yml\nnote: it holds secrets; keep it like a password\n',
    });
    expect((statSync(join(cwd, 'old.yml')).mode & 0o777).toString(8)).toBe('600');
    expect(readFileSync(join(cwd, 'old.yml'), 'utf8')).toMatch(/^# tunnelctl: the account ac_/);
    expect(readdirSync(cwd).filter((name) => name.includes('part'))).toEqual([]);
  });

  it('takes its format from -o or from the name, and prints on stdout for -', async () => {
    const { cwd, run } = await demo();
    expect(await run('sandbox export a.json')).toMatchObject({ exitCode: 0 });
    const json = readFileSync(join(cwd, 'a.json'), 'utf8');
    expect(JSON.parse(json)).toMatchObject({ account: { id: demoIds.account.account } });
    const piped = await run('sandbox export - -o json');
    expect(piped.stdout).toBe(json);
    expect(piped.stderr).toMatch(/^note: it holds no secrets: .*--with-secrets keeps all of it\n$/);
    expect((await run('sandbox export - -q')).stderr).toBe('');
    expect(await run('sandbox export - -o csv')).toMatchObject({
      exitCode: 2,
      stdout: '',
      stderr: expect.stringMatching(/^error: --output "csv" is not an export format; use yaml or json/),
    });
  });

  it.each(['a.db', 'a.db.key', 'a.db-wal', 'same.db', 'next.db'])(
    'never writes over the sandbox itself: %s',
    async (name) => {
      const { cwd, run, data } = await demo();
      symlinkSync('a.db', join(cwd, 'same.db'));
      symlinkSync('a.db-journal', join(cwd, 'next.db'));
      const before = readFileSync(data);
      expect(await run(`sandbox export ${name}`)).toMatchObject({
        exitCode: 2,
        stderr: expect.stringContaining(
          `<file> ${name} belongs to the sandbox itself; write the export to another file`,
        ),
      });
      expect(readFileSync(data).equals(before)).toBe(true);
    },
  );

  it('says why it cannot write, and leaves nothing half-written', async () => {
    const { cwd, run } = await demo();
    mkdirSync(join(cwd, 'folder'));
    symlinkSync('circle', join(cwd, 'circle'));
    for (const [name, problem] of [
      ['circle', 'its links go round in a circle'],
      ['absent/a.yml', 'no such file or directory'],
      ['folder', 'it is a directory'],
    ]) {
      const { exitCode, stderr } = await run(`sandbox export ${name}`);
      expect({ exitCode, stderr: stderr.split('\n')[0] }).toEqual({
        exitCode: 2,
        stderr: `error: <file> cannot write ${name}: ${problem}`,
      });
    }
    expect(readdirSync(cwd).filter((name) => name.includes('part'))).toEqual([]);
  });

  it('has nothing to do where there is no file, and makes none', async () => {
    const { cwd, run, data } = place();
    for (const argv of ['sandbox export -', 'sandbox info', 'sandbox reset --yes']) {
      const { exitCode, stdout, stderr } = await run(argv);
      expect({ exitCode, stdout, first: stderr.split('\n')[0] }, argv).toEqual({
        exitCode: 3,
        stdout: '',
        first: `error: there is no data file ${data}`,
      });
    }
    expect(readdirSync(cwd)).toEqual([]);
  });
});

describe('sandbox import', () => {
  it('brings an account back, and says what it did and what is missing', async () => {
    const { cwd, run } = await demo();
    await run('sandbox export backup.yml');
    await run('sandbox reset --yes');
    const { exitCode, stdout, stderr } = await run('sandbox import backup.yml');
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: '' });
    expect(stderr).toMatch(
      new RegExp(
        `^imported: 2 users, .*4 agents\nthe account is ${demoIds.account.account}\nwarning: target.metrics_target.api_key of ${demoIds.eventDestinations.metrics} is <SECRET> in the seed; give it again with .*\n$`,
      ),
    );
    const again = await run('sandbox import backup.yml -o json');
    expect(again).toMatchObject({ exitCode: 8, stdout: '' });
    const { error } = JSON.parse(again.stderr);
    expect(error).toMatchObject({
      code: 'SEED_REFUSED',
      message: expect.stringMatching(/^backup\.yml:\d+: users\[0\]\.id/),
    });
    expect(existsSync(join(cwd, 'a.db'))).toBe(true);
  });

  it('goes from one file to another through a pipe', async () => {
    const { cwd, run } = await demo();
    const { stdout } = await run('sandbox export - --with-secrets');
    const copy = ['sandbox', 'import', '-', '--data', 'copy.db'];
    expect(await runCli(copy, { cwd, stdin: stdout })).toMatchObject({ exitCode: 0 });
    const again = await runCli(['sandbox', 'export', '-', '--with-secrets', '--data', 'copy.db'], { cwd });
    expect(again.stdout).toBe(stdout);
  });
});

describe('sandbox reset', () => {
  it('refuses where nobody can be asked', async () => {
    const { run, data } = await demo();
    const before = readFileSync(data);
    expect(await run('sandbox reset')).toEqual({
      exitCode: 2,
      stdout: '',
      stderr:
        'error: this needs a confirmation, and there is no terminal to ask for it\n' +
        'hint: add --yes to go ahead without being asked\n',
    });
    expect(readFileSync(data).equals(before)).toBe(true);
  });

  it('starts over with --yes, and says how to go on', async () => {
    const { run } = await demo();
    const { exitCode, stdout, stderr } = await run('sandbox reset --yes');
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: '' });
    expect(stderr).toMatch(
      /^threw away ac_\w+; the account is now ac_\w+\nmake an API key with: tunnelctl --sandbox --data a\.db api-keys create\n$/,
    );
    const { objects, account_id } = JSON.parse((await run('sandbox info -o json')).stdout);
    expect(objects).toEqual({ ssh_certificate_authorities: 1, users: 1 });
    expect(account_id).not.toBe(demoIds.account.account);
    expect(JSON.parse((await run('--sandbox endpoints list -o json')).stdout)).toEqual([]);
  });
});
