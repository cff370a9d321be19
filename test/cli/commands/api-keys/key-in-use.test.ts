import { describe, expect, it } from 'vitest';
import { demoIds } from '../../../../src/contract/examples/demo-ids.ts';
import { openTerminal } from '../../../harness/terminal.ts';
import { ci, keyAccount } from './key-account.ts';

describe('deleting the key in use', () => {
  it('is not covered by --yes: the error names where the key is from, and the flag', async () => {
    const { run, keyId, requests, path } = await keyAccount();
    const { exitCode, stdout, stderr } = await run(['api-keys', 'delete', keyId, '--yes']);
    const source = `profile work (${path('.config/tunnelctl/keys.json')})`;
    expect({ exitCode, stdout, stderr, requests }).toEqual({
      exitCode: 2,
      stdout: '',
      stderr:
        `error: ${keyId} is the key that this command is run with (${source}), and --yes does not cover that: ` +
        'every further request with it is refused\n' +
        `hint: replace it with tunnelctl api-keys rotate ${keyId}, or add --allow-key-in-use to delete it all the same\n`,
      requests: [],
    });
    const object = await run(['api-keys', 'delete', keyId, '--yes', '-o', 'json']);
    expect(JSON.parse(object.stderr).error).toMatchObject({ code: 'USAGE', field: '--allow-key-in-use' });
  });

  it('is not covered either where the key is named by the beginning of its id', async () => {
    const { run, keyId, requests } = await keyAccount();
    const { exitCode, stderr } = await run(['api-keys', 'delete', keyId.slice(0, 20), '--yes']);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(`${keyId} is the key that this command is run with (`);
    expect(requests).not.toContain(`DELETE /api_keys/${keyId}`);
  });

  it('is done with the flag, and says who still holds it', async () => {
    const { run, keyId, token, key } = await keyAccount();
    const argv = ['api-keys', 'delete', keyId, '--yes', '--allow-key-in-use'];
    expect(await run(argv, { env: { TUNNELCTL_API_KEY: token } })).toEqual({
      exitCode: 0,
      stdout: '',
      stderr:
        `note: profile work holds ${keyId}, which is gone; tunnelctl login --profile work stores another key\n` +
        `note: TUNNELCTL_API_KEY holds ${keyId}, which is gone; set it to another key\n` +
        `deleted ${keyId}\n` +
        'note: Requests that carry its token are refused from then on.\n',
    });
    expect((await key(keyId)).error_code).toBe('ERR_DELETED_API_KEY');
  });

  it('among others is refused before any of them is gone', async () => {
    const { run, keyId, requests } = await keyAccount();
    const listed = await run(['api-keys', 'list', '-o', 'id']);
    requests.length = 0;
    for (const more of [[], ['--allow-key-in-use']]) {
      const { exitCode, stderr } = await run(['api-keys', 'delete', '-', '--yes', ...more], {
        stdin: listed.stdout,
      });
      expect(exitCode).toBe(2);
      expect(stderr).toContain(`error: ${keyId} is the key that this command is run with (`);
      expect(stderr).toContain(`hint: leave it out, or replace it: tunnelctl api-keys rotate ${keyId}\n`);
    }
    expect(requests).toEqual([]);
  });

  it('is asked twice on a terminal, and a no to either leaves it', async () => {
    const { env, keyId, key } = await keyAccount();
    const terminal = openTerminal(['api-keys', 'delete', keyId], env, { columns: 160 });
    await terminal.shows('Delete this? (y/N)');
    terminal.type('y', 'Enter');
    const screen = await terminal.shows('Delete the key in use? (y/N)');
    expect(screen).toContain(`${keyId} is the key that this command is run with (profile work (`);
    terminal.type('Enter');
    await terminal.shows('not confirmed; nothing was changed');
    expect(await key(keyId)).toMatchObject({ id: keyId });
  });

  it('does not stand in the way of other keys', async () => {
    const { run, key } = await keyAccount();
    expect(await run(['api-keys', 'delete', ci, '--yes'])).toMatchObject({ exitCode: 0 });
    expect((await key(ci)).error_code).toBe('ERR_NOT_FOUND');
  });
});

describe("deleting somebody else's key", () => {
  it('is refused by the service: the error says whose it is, and which key to use', async () => {
    const { run, call, key } = await keyAccount();
    const { token } = await call('POST', '/api_keys', { owner_id: demoIds.bots.deploy });
    const env = { TUNNELCTL_API_KEY: String(token) };
    const { exitCode, stderr } = await run(['api-keys', 'delete', ci, '--yes'], { env });
    expect({ exitCode, lines: stderr.split('\n').slice(0, 2) }).toEqual({
      exitCode: 4,
      lines: [
        `error: ${ci} belongs to ${demoIds.bots.ci}, and the key in use to no admin (ERR_NOT_OWNER)`,
        'hint: use an API key of its owner, whom the record names as owner_id, or of an admin',
      ],
    });
    expect(await key(ci)).toMatchObject({ id: ci });
    expect(await run(['explain', 'ERR_NOT_OWNER'])).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('only its owner and admins may change or delete it'),
    });
  });
});
