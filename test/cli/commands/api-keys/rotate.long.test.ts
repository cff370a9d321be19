import { mkdirSync, rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { demoIds } from '../../../../src/contract/examples/demo-ids.ts';
import { runCli } from '../../../harness/run-cli.ts';
import { serveInProcess } from '../../../harness/served-sandbox.ts';
import { temporaryDirectory } from '../../../harness/temporary-directory.ts';
import { openTerminal } from '../../../harness/terminal.ts';
import { ci, idIn, keyAccount, madeBy } from './key-account.ts';

const rotate = (id: string, ...options: string[]) => ['api-keys', 'rotate', id, ...options];
const gone = { error_code: 'ERR_NOT_FOUND' };

describe('api-keys rotate', () => {
  it('makes a key like it, tries it, hands the token to a file of the owner, and deletes the old one', async () => {
    const { run, key, read, mode, requests, said, home, url } = await keyAccount();
    const old = await key(ci);
    const outcome = await run(rotate(ci, '--to-file', 'key.txt', '--yes'));
    const made = madeBy(outcome);
    expect(outcome).toEqual({
      exitCode: 0,
      stdout: '',
      stderr:
        `made ${made}, like ${ci}; until it is handed over, tunnelctl api-keys delete ${made} --yes takes it back\n` +
        `${made} works\nits token went to key.txt\ndeleted ${ci}\n`,
    });
    expect(requests).toEqual([
      `GET /api_keys/${ci}`,
      'POST /api_keys',
      `GET /api_keys/${made}`,
      `DELETE /api_keys/${ci}`,
    ]);
    expect([idIn(read('key.txt')), mode('key.txt'), home === '']).toEqual([made, '600', false]);
    const { description, metadata, owner_id } = old;
    expect(await key(made)).toMatchObject({ id: made, description, metadata, owner_id, token: null });
    expect(await key(ci)).toMatchObject(gone);
    const listed = await run(['endpoints', 'list', '--base-url', url, '--api-key', '@key.txt', '-o', 'id']);
    expect(listed).toMatchObject({ exitCode: 0 });
    expect(said()).not.toContain(read('key.txt').trim().slice(28));
  });

  it('deletes the old key by a request with the new one', async () => {
    const { run, keyId, storedKeyId, key } = await keyAccount();
    const outcome = await run(rotate(keyId, '--yes'));
    // With its own key gone, no other request could have said so.
    expect(outcome.stderr).toMatch(new RegExp(`its token went to profile work\ndeleted ${keyId}\n$`));
    expect(storedKeyId('work')).toBe(madeBy(outcome));
    expect(await run(['whoami', '-o', 'json'])).toMatchObject({ exitCode: 0 });
    expect(await key(keyId)).toMatchObject({ error_code: 'ERR_DELETED_API_KEY' });
  });

  it('says which other profile and variable still hold the deleted key', async () => {
    const { run, keyId, token, logIn, storedKeyId } = await keyAccount();
    await logIn('staging');
    const env = { TUNNELCTL_API_KEY: token };
    const { stderr } = await run(rotate(keyId, '--to-profile', 'work', '--yes'), { env });
    expect(stderr).toContain(
      `deleted ${keyId}\n` +
        `note: profile staging holds ${keyId}, which is gone; tunnelctl login --profile staging stores another key\n` +
        `note: TUNNELCTL_API_KEY holds ${keyId}, which is gone; set it to another key\n`,
    );
    expect(storedKeyId('staging')).toBe(keyId);
  });

  it('gives the token to the stdin of a command, byte for byte, and masks it in what that prints', async () => {
    const { run, read, said } = await keyAccount();
    const outcome = await run(
      rotate(ci, '--to-command', 'cat > secret; cat secret; echo " is kept"', '--yes'),
    );
    expect(outcome).toMatchObject({ exitCode: 0, stdout: '' });
    expect(outcome.stderr).toContain('\n<SECRET> is kept\nits token went to the command\n');
    expect(read('secret')).toMatch(/^\w{27}_\w{30}$/);
    expect(idIn(read('secret'))).toBe(madeBy(outcome));
    expect(said()).not.toContain(read('secret').slice(28));
  });

  it('takes the key by its description, unless only ids are wanted', async () => {
    const { run, call, key } = await keyAccount();
    const { id } = await call('POST', '/api_keys', { description: 'deploys at night' });
    const argv = rotate('deploys at night', '--to-file', 'k', '--yes');
    expect(await run([...argv, '--exact-ids'])).toMatchObject({ exitCode: 3 });
    const { exitCode, stderr } = await run(argv);
    expect({ exitCode, last: stderr.split('\n').at(-2) }).toEqual({ exitCode: 0, last: `deleted ${id}` });
    expect(await key(String(id))).toMatchObject(gone);
  });

  it('keeps the old key when it is told to, asks nothing, and says how to end it', async () => {
    const { run, key } = await keyAccount();
    const { exitCode, stderr } = await run(rotate(ci, '--to-file', 'key.txt', '--keep-old'));
    expect({ exitCode, last: stderr.split('\n').at(-2) }).toEqual({
      exitCode: 0,
      last: `note: ${ci} still works; once nothing uses it, run tunnelctl api-keys delete ${ci} --yes --api-key @key.txt`,
    });
    expect(await key(ci)).toMatchObject({ id: ci });
  });

  it('answers a program with the ids', async () => {
    const { run, path } = await keyAccount();
    const outcome = await run(rotate(ci, '--to-file', path('k'), '--yes', '-o', 'json'));
    expect(JSON.parse(outcome.stdout)).toEqual({
      id: madeBy(outcome),
      replaced_id: ci,
      deleted: true,
      handed_to: path('k'),
    });
  });

  it('replaces the key in a file, and nothing else unless it is told to', async () => {
    const { run, read, write, requests } = await keyAccount();
    write('notes', 'mine');
    expect(await run(rotate(ci, '--to-file', 'notes', '--yes'))).toMatchObject({
      exitCode: 2,
      stderr:
        'error: --to-file notes exists and holds no API key; name another file, or add --force to replace it\n',
    });
    expect(requests).toEqual([]);
    const first = madeBy(await run(rotate(ci, '--to-file', 'notes', '--force', '--yes')));
    const second = madeBy(await run(rotate(first, '--to-file', 'notes', '--yes')));
    expect(idIn(read('notes'))).toBe(second);
  });

  it.each<[readonly string[], string]>([
    [[], 'error: nothing says where the token of the new key goes\n'],
    [
      ['--to-file', 'k', '--to-command', 'cat'],
      'error: --to-command and --to-file both take the token; give one\n',
    ],
    [['--to-file', ''], 'error: --to-file names no file\n'],
    [['--to-file', 'no/such/k'], 'error: --to-file no/such/k cannot be written: there is no directory '],
    [['--to-command', ' '], 'error: --to-command names no command\n'],
    [['--to-command', 'cat', '--force'], 'error: --force goes with --to-file alone\n'],
    [['--to-profile', 'wrk'], 'error: there is no profile "wrk"; did you mean work?\n'],
    [['--to-profile', 'sandbox'], 'error: --to-profile has no key to keep for the sandbox'],
    [
      ['--to-profile', 'elsewhere'],
      'error: --to-profile elsewhere is of http://127.0.0.1:1, and the key is of ',
    ],
    [['--to-profile', 'manager'], 'error: --to-profile manager gets its key from its credential-command;'],
  ])('refuses %j before anything is sent', async (options, message) => {
    const { run, requests, url } = await keyAccount();
    await run(['config', 'set', 'base-url', 'http://127.0.0.1:1', '--profile', 'elsewhere']);
    await run(['config', 'set', 'base-url', url, '--profile', 'manager']);
    await run(['config', 'set', 'credential-command', '--profile', 'manager', '--', 'pass', 'show', 'x']);
    const { exitCode, stderr } = await run(rotate(ci, ...options, '--yes'));
    expect({ exitCode, stderr: stderr.slice(0, message.length) }).toEqual({ exitCode: 2, stderr: message });
    expect(requests).toEqual([]);
  });

  it('takes no variable that is not set for the key in use', async () => {
    const { run, requests } = await keyAccount();
    expect(await run(['api-keys', 'rotate', '--yes'])).toMatchObject({ exitCode: 2 });
    expect(await run(['api-keys', 'rotate', '', '--to-file', 'k', '--yes'])).toMatchObject({ exitCode: 2 });
    expect(requests).toEqual([]);
  });

  it('is refused without a terminal and without --yes', async () => {
    const { run, requests } = await keyAccount();
    expect(await run(rotate(ci, '--to-file', 'k'))).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('hint: add --yes to go ahead without being asked\n'),
    });
    expect(requests).toEqual([]);
  });

  it("is refused for somebody else's key, without a key made that nobody wants", async () => {
    const { run, call, requests } = await keyAccount();
    const { token } = await call('POST', '/api_keys', { owner_id: demoIds.bots.deploy });
    const env = { TUNNELCTL_API_KEY: String(token) };
    expect(await run(rotate(ci, '--to-file', 'k', '--yes'), { env })).toEqual({
      exitCode: 4,
      stdout: '',
      stderr: expect.stringMatching(
        new RegExp(
          `^error: only an admin may set an owner other than themselves \\(ERR_OWNER_NOT_PERMITTED\\)\\n` +
            `hint: ${ci} works as before; it belongs to ${demoIds.bots.ci}: rotate it with a key of theirs, or of an admin\\n` +
            `operation id: op_\\w+\\n$`,
        ),
      ),
    });
    expect(requests).toEqual([`GET /api_keys/${ci}`, 'POST /api_keys']);
  });

  it('is done by the owner of a key who is no admin, with keys of their own alone', async () => {
    const { run, call, key } = await keyAccount();
    const mine = await call('POST', '/api_keys', { owner_id: demoIds.bots.deploy });
    const env = { TUNNELCTL_API_KEY: String(mine.token) };
    const outcome = await run(rotate(String(mine.id), '--to-file', 'k', '--yes'), { env });
    expect(outcome).toMatchObject({ exitCode: 0 });
    expect(await key(madeBy(outcome))).toMatchObject({ owner_id: demoIds.bots.deploy });
    expect(await key(String(mine.id))).toMatchObject(gone);
  });
});

describe('a rotation that breaks', () => {
  it('because the new key does not work leaves the old one, and a command that takes the new one back', async () => {
    let isMade = false;
    const demo = await keyAccount(async (request) => {
      isMade ||= request === 'POST /api_keys';
      const [, id] = /^GET \/api_keys\/(\w+)$/.exec(request) ?? [];
      if (isMade && id !== undefined) await demo.call('DELETE', `/api_keys/${id}`);
    });
    demo.write('k', '');
    const outcome = await demo.run(rotate(ci, '--to-file', 'k', '--yes'));
    const made = madeBy(outcome);
    expect(outcome.exitCode).toBe(4);
    expect(outcome.stderr).toContain(
      `; ${made} was made and has no use; ${ci} works as before; go on with tunnelctl api-keys delete ${made} --yes\n`,
    );
    expect([demo.read('k'), (await demo.key(ci)).id]).toEqual(['', ci]);
  });

  it('in the command that gets the token leaves both keys, since it may have kept it', async () => {
    const { run, key } = await keyAccount();
    const command = ['--to-command', 'cat >/dev/null; exit 3'];
    const outcome = await run([...rotate(ci, ...command), '--yes', '-o', 'json']);
    const made = madeBy(outcome);
    const undo = `tunnelctl api-keys delete ${made} --yes`;
    expect(JSON.parse(outcome.stderr.split('\n').at(-2) ?? '').error).toMatchObject({
      message: 'the command of --to-command ended with exit code 3',
      hint: `${ci} works as before; ${made} works too, if its token was kept; go on with ${undo}`,
      next: [undo],
    });
    expect([(await key(ci)).id, (await key(made)).id]).toEqual([ci, made]);
  });

  it('in writing the file takes the new key back by itself', async () => {
    const demo = await keyAccount((request) => {
      if (request === 'POST /api_keys') rmSync(demo.path('gone'), { recursive: true });
    });
    mkdirSync(demo.path('gone'));
    const outcome = await demo.run(rotate(ci, '--to-file', 'gone/k', '--yes'));
    const made = madeBy(outcome);
    expect(outcome.stderr).toContain(
      `error: cannot write gone/k: no such file or directory\nhint: ${ci} works as before; the new key ${made} was deleted again\n`,
    );
    expect([(await demo.key(ci)).id, (await demo.key(made)).error_code]).toEqual([ci, gone.error_code]);
  });

  it('in deleting the old key says that both work, and the command that finishes it', async () => {
    const home = temporaryDirectory();
    const fault = ['--fault', 'operation=api-keys.delete,status=500'];
    const { env } = await serveInProcess(['--ephemeral', '--seed', 'demo', '--log-level', 'off', ...fault], {
      env: { HOME: home },
    });
    const run = (argv: readonly string[]) => runCli(argv, { env: { HOME: home, ...env }, cwd: home });
    const outcome = await run(rotate(ci, '--to-file', 'k', '--yes'));
    const finish = `tunnelctl api-keys delete ${ci} --yes --api-key @k`;
    expect(outcome.exitCode).toBe(1);
    expect(outcome.stderr).toContain(
      `${madeBy(outcome)} is handed over and works; ${ci} still works too; go on with ${finish}\n`,
    );
    await run(['sandbox', 'faults', 'clear']);
    expect(await run(finish.split(' ').slice(1))).toMatchObject({ exitCode: 0 });
    expect(await run(['api-keys', 'get', ci])).toMatchObject({ exitCode: 3 });
  });

  it('whose old key somebody else has deleted meanwhile is done', async () => {
    const demo = await keyAccount(async (request) => {
      if (request === `DELETE /api_keys/${ci}`) await demo.call('DELETE', `/api_keys/${ci}`);
    });
    expect(await demo.run(rotate(ci, '--to-file', 'k', '--yes'))).toMatchObject({ exitCode: 0 });
  });
});

it('a rotation shows on a terminal what it replaces and where the token goes, and asks', async () => {
  const { env, url, keyId, key, requests } = await keyAccount();
  const refusing = openTerminal(['api-keys', 'rotate', keyId], env, { columns: 160 });
  const screen = await refusing.shows('(y/N)');
  expect(screen).toContain(`Rotate at ${url} (profile work):`);
  expect(screen).toContain('the token of the new key goes to profile work');
  expect(screen).toContain('it is the key that this command is run with (profile work (');
  refusing.type('Enter');
  await refusing.shows('not confirmed; nothing was changed');
  expect(requests).toEqual([`GET /api_keys/${keyId}`]);
  expect(await key(keyId)).toMatchObject({ id: keyId });
});
