import { describe, expect, it } from 'vitest';
import { recordingService } from '../../client/recording-service.ts';
import { errorBody } from '../../client/records.ts';
import { runCli, type Surroundings } from '../../harness/run-cli.ts';
import { serveInProcess } from '../../harness/served-sandbox.ts';
import { temporaryDirectory } from '../../harness/temporary-directory.ts';

const id = '3MRjMWK5YWlhyqavoGnY6GadE8R';
const secret = 'abcdefghijABCDEFGHIJ0123456789';
const token = `${id}_${secret}`;

/** Runs a command in both forms of its errors, with all that it tells; no secret may be anywhere. */
async function tell(argv: readonly string[], surroundings: Surroundings = {}) {
  const told = await Promise.all(
    [[], ['-o', 'json'], ['--debug']].map((more) => {
      const end = argv.indexOf('--');
      const words = end < 0 ? [...argv, ...more] : [...argv.slice(0, end), ...more, ...argv.slice(end)];
      return runCli(words, surroundings);
    }),
  );
  return { all: told.map(({ stdout, stderr }) => stdout + stderr).join('\n'), plain: told[0] };
}

describe('a secret behind a flag that is misspelled', () => {
  it.each([
    ['event-destinations create --target.metrics-target.api-kye=hunter2', '--target.metrics-target.api-kye'],
    ['event-destinations create --target.metrics-target.api-kye hunter2', '--target.metrics-target.api-kye'],
    ['event-destinations create --target.metrics-target.api_key=hunter2', '--target.metrics-target.api_key'],
    [
      'event-destinations update ed_1 --target.azure-logs-ingestion-target.auth.creds.client-secrt=hunter2',
      undefined,
    ],
    ['endpoints list --api-kye=hunter2', '--api-kye'],
    ['endpoints list --api-kye hunter2', '--api-kye'],
    ['--api-kye=hunter2 endpoints list', '--api-kye'],
    ['--api-kye hunter2 endpoints list', '--api-kye'],
    ['login --api-kye=a=hunter2', '--api-kye'],
  ])('is not repeated: %s', async (line, flag) => {
    const { all, plain } = await tell(line.split(' '));
    expect(plain).toMatchObject({ exitCode: 2, stdout: '' });
    expect(all).not.toContain('hunter2');
    if (flag === undefined) return;
    expect(plain?.stderr).toContain(`error: unknown option '${flag}'`);
    expect(all).toContain(`"field":"${flag}"`);
  });

  it('does not keep what was meant from being found', async () => {
    const argv = ['event-destinations', 'create', '--target.metrics-target.api-kye=hunter2'];
    expect((await runCli(argv)).stderr).toContain('did you mean --target.metrics-target.api-key?');
  });
});

describe('the token of a key in the place of an id', () => {
  const sandbox = ['--sandbox', '--data', 'a.db'];

  it.each([
    ['api-keys', 'get', token],
    ['api-keys', 'get', token, 'ak_1'],
    ['api-keys', 'delete', token, '--yes'],
    ['api-keys', 'update', token, '--description', 'x'],
    ['endpoints', 'get', token],
    ['endpoints', 'wait', token, '--for', 'exists', '--wait-timeout', '1s'],
    ['edges', 'https', 'routes', 'user-agent-filter', 'get', 'edghts_1', token],
    ['ssh-user-certificates', 'inspect', token],
    ['api-keys', 'rotate', token, '--to-file', 'k', '--yes'],
    ['endpoints', 'list', '--owner', token],
    ['owned-by', token],
    ['api-keys', 'create', '--owner-id', token],
    ['ssh-credentials', 'list', '--owner', token],
    ['endpoints', 'list', '--before-id', token],
    ['event-destinations', 'delete', `ed_${token}`, '--yes'],
    ['ssh-authorities', 'show', token],
    ['sandbox', 'agents', 'disconnect', token],
    ['api', `/api_keys/${token}`],
    ['api', `/api_keys?before_id=${id}%5F${secret}`],
    ['explain', token],
    ['endpoints', 'list', token],
    ['endpoints', token],
    [token],
    ['endpoints', 'list', '--profile', token],
    ['endpoints', 'list', '--columns', token],
    // What is left of one that was cut when it was copied is most of a secret.
    ['api-keys', 'get', token.slice(0, -8)],
  ])('is masked: %s %s', async (...words) => {
    const cwd = temporaryDirectory();
    const { all, plain } = await tell([...sandbox, ...words], { cwd });
    expect(plain?.exitCode).toBeGreaterThan(0);
    expect(all).not.toContain(secret.slice(0, 12));
  });

  it.each([
    [
      'api-keys get',
      `error: <id> looks like the token of an API key, which is no id and goes into no path\n`,
    ],
    [
      'endpoints get',
      `error: <id> looks like the token of an API key, which is no id and goes into no path\n`,
    ],
  ])('is not sent, and said to be one: %s', async (line, stderr) => {
    const { baseUrl, requests } = await recordingService({
      status: 404,
      body: errorBody('ERR_NOT_FOUND', 404, token),
    });
    const env = { TUNNELCTL_BASE_URL: baseUrl, TUNNELCTL_API_KEY: 'k' };
    const argv = [...line.split(' '), token, '--exact-ids'];
    expect(await runCli(argv, { env })).toMatchObject({ exitCode: 2, stdout: '', stderr });
    expect(requests).toEqual([]);
  });

  it.each([
    ['text', []],
    ['objects', ['-o', 'json']],
    ['objects', ['-o', 'jsonl', '--quiet']],
  ])('is masked among ids on stdin, for each of which %s tell', async (_, more) => {
    const cwd = temporaryDirectory();
    const argv = [...sandbox, 'api-keys', 'delete', '-', '--yes', ...more];
    const stdin = `${token}\nak_${id}\n`;
    const { exitCode, stdout, stderr } = await runCli(argv, { cwd, stdin });
    expect(exitCode).toBeGreaterThan(0);
    expect(stdout + stderr).toContain('<SECRET>');
    expect(stdout + stderr).toContain(`ak_${id}`);
    expect(stdout + stderr).not.toContain(secret);
  });

  it('is masked in what a service repeats, and in what --debug shows of it', async () => {
    const body = errorBody('ERR_X', 400, `owner_id: "${token}" is not a user`);
    const { baseUrl } = await recordingService({ status: 400, body });
    const env = { TUNNELCTL_BASE_URL: baseUrl, TUNNELCTL_API_KEY: 'k' };
    const { all } = await tell(['api-keys', 'create', '--owner-id', token], { env });
    expect(all).toContain('owner_id: \\"<SECRET>\\" is not a user');
    expect(all).not.toContain(secret);
  });

  it('is masked in the log of a service, whoever sent it', async () => {
    const cwd = temporaryDirectory();
    const argv = ['--data', 'b.db', '--log-format', 'json', '--log-level', 'debug'];
    const { serving, env } = await serveInProcess(argv, { cwd });
    const { TUNNELCTL_BASE_URL: baseUrl, TUNNELCTL_API_KEY: key = '' } = env;
    for (const path of [
      `/api_keys/${token}`,
      `/api_keys/${id}%5f${secret}`,
      `/api_keys?before_id=${token}`,
    ]) {
      const headers = { authorization: `Bearer ${key}`, 'service-version': '2' };
      expect((await fetch(baseUrl + path, { headers })).status).toBeGreaterThanOrEqual(400);
    }
    const shown = await runCli(['sandbox', 'requests', '-o', 'json'], { env });
    serving.signal('SIGTERM');
    const { stderr } = await serving.outcome;
    expect(shown.stdout).toContain('/api_keys/<SECRET>');
    expect(stderr).toContain('/api_keys/<SECRET>');
    expect(shown.stdout + stderr).not.toContain(secret);
  });

  it('leaves ids and other words as they are', async () => {
    const { stderr } = await runCli([...sandbox, 'api-keys', 'get', `ak_${id}`], {
      cwd: temporaryDirectory(),
    });
    expect(stderr).toContain(`"ak_${id}" does not exist`);
  });
});
