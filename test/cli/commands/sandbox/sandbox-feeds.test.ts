import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { recordingService } from '../../../client/recording-service.ts';
import { type RunningCli, runCli, startCli } from '../../../harness/run-cli.ts';
import { serveInProcess } from '../../../harness/served-sandbox.ts';
import { temporaryDirectory } from '../../../harness/temporary-directory.ts';

/** A served sandbox, and what makes commands call it. */
async function startServe(...argv: string[]) {
  const cwd = temporaryDirectory();
  return { cwd, ...(await serveInProcess(['--data', 'a.db', ...argv], { cwd })) };
}

/** Waits until a running command has printed what is expected. */
async function printed(command: RunningCli, text: string | RegExp): Promise<void> {
  await expect.poll(command.stdout).toMatch(text);
}

/** An event as a service tells of it. */
async function anEvent(): Promise<unknown> {
  const { env } = await startServe();
  await runCli(['api-keys', 'create'], { env });
  const { stdout } = await runCli(['sandbox', 'events', '--limit', '1', '-o', 'json'], { env });
  return JSON.parse(stdout)[0];
}

const plain = (text: string) =>
  text
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replace(/\b(ak|rd|ep|ed|usr)_\w{27}/g, '$1_ID')
    .replace(/(TIME\t\d{3}\t)[\d.]+\t/g, '$1N\t');

describe('sandbox events', () => {
  it('on a pipe are lines of columns, oldest first, with where each goes', async () => {
    const { env } = await startServe('--seed', 'demo');
    await runCli(['endpoints', 'create', '--url', 'https://new.example.com'], { env });
    await runCli(['api-keys', 'create'], { env });
    const { exitCode, stdout, stderr } = await runCli(['sandbox', 'events'], { env });
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(plain(stdout)).toBe(
      [
        'TIME\treserved_domain_created.v0\trd_ID\tadmin\t\n',
        'TIME\tendpoint_created.v0\tep_ID\tadmin\ted_ID\n',
        'TIME\tapi_key_created.v0\tak_ID\tadmin\ted_ID\n',
      ].join(''),
    );
    const json = await runCli(['sandbox', 'events', '--type', 'endpoint_*', '-o', 'json'], { env });
    expect(JSON.parse(json.stdout)).toMatchObject([
      { event_type: 'endpoint_created.v0', object: { url: 'https://new.example.com' } },
    ]);
    const narrowed = ['--limit', '1', '--columns', 'event_type,principal.subject', '-o', 'jsonl'];
    expect(await runCli(['sandbox', 'events', ...narrowed], { env })).toMatchObject({
      stdout: '{"event_type":"api_key_created.v0","principal":{"subject":"admin"}}\n',
    });
  });

  it('on a terminal are a table', async () => {
    const { env } = await startServe();
    const terminal = { env: { ...env, NO_COLOR: '1', TUNNELCTL_PAGER: '' }, isTTY: true, columns: 140 };
    expect(await runCli(['sandbox', 'events'], terminal)).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: 'no events to show\n',
    });
    await runCli(['api-keys', 'create'], { env });
    const { stdout } = await runCli(['sandbox', 'events'], terminal);
    const [head, line, ...rest] = stdout.split('\n');
    expect(head).toMatch(/^EVENT_TIMESTAMP +EVENT_TYPE +OBJECT\.ID +PRINCIPAL\.SUBJECT +DESTINATIONS$/);
    expect(line).toMatch(/^\d{4}-\S+Z +api_key_created\.v0 +ak_\w{27} +admin +-$/);
    expect(rest).toEqual(['']);
  });

  it('fit 80 columns with their times, and --follow as well', async () => {
    const { env } = await startServe('--seed', 'demo');
    await runCli(['endpoints', 'create', '--url', 'https://new.example.com'], { env });
    await runCli(['endpoints', 'get', 'ep_nope'], { env });
    const terminal = { env: { ...env, NO_COLOR: '1', TUNNELCTL_PAGER: '' }, isTTY: true, columns: 80 };
    for (const [name, time] of [
      ['events', /^\d{4}-\d\d-\d\dT[\d:]{8}Z /],
      ['requests', /^\d{4}-\d\d-\d\dT[\d:.]{12}Z /],
    ] as const) {
      const { stdout } = await runCli(['sandbox', name], terminal);
      const following = startCli(['sandbox', name, '--follow'], terminal);
      await printed(following, /\n.*\n/);
      following.signal('SIGINT');
      for (const text of [stdout, (await following.outcome).stdout]) {
        const [head = '', ...lines] = text.trimEnd().split('\n');
        for (const line of lines) expect(line).toMatch(time);
        for (const line of [head, ...lines]) expect(line.length).toBeLessThanOrEqual(80);
      }
      if (name === 'requests') expect(stdout).toMatch(/ 404 +GET +\/endpoints\/ep_nope .*ERR_NOT_FOUND$/m);
    }
  });

  it('come from the data file where it is named or nothing else is, also while it is served', async () => {
    const { cwd, env } = await startServe();
    await runCli(['api-keys', 'create'], { env });
    const wanted = ['sandbox', 'events', '-o', 'jsonl'];
    const served = await runCli(wanted, { env });
    const read = await runCli([...wanted, '--data', 'a.db'], { cwd });
    expect(JSON.parse(read.stdout)).toEqual({
      ...JSON.parse(served.stdout),
      object: expect.objectContaining({ id: JSON.parse(served.stdout).object.id }),
      principal: expect.anything(),
    });
    const home = { HOME: cwd };
    await runCli(['--sandbox', 'api-keys', 'create'], { env: home });
    const own = await runCli(wanted, { env: home });
    expect(JSON.parse(own.stdout)).toMatchObject({
      event_type: 'api_key_created.v0',
      principal: { subject: 'admin', credential: null },
    });
  });

  it('refuse a type that nobody records, and a format without an end', async () => {
    const { env } = await startServe();
    const mistyped = await runCli(['sandbox', 'events', '--type', 'endpont_created.v0'], { env });
    expect(mistyped).toMatchObject({ exitCode: 2, stdout: '' });
    expect(mistyped.stderr).toMatch(
      /^error: --type "endpont_created.v0" is not an event type that the sandbox records; did you mean endpoint_created\.v0\?\n/,
    );
    const unending = await runCli(['sandbox', 'events', '-f', '-o', 'yaml'], { env });
    expect(unending).toMatchObject({ exitCode: 2, stdout: '' });
    expect(unending.stderr).toMatch(
      /--follow never comes to the end that --output yaml needs; choose table, jsonl, csv, markdown, raw, none"/,
    );
    const limit = await runCli(['sandbox', 'events', '--limit', '0'], { env });
    expect(limit.stderr).toMatch(/^error: --limit "0" is not a whole number from 1 to 10000\n/);
  });

  it('say what to do when the key is no admin of the account, or the service no sandbox', async () => {
    const { env } = await startServe('--seed', 'demo');
    const users = ['sandbox', 'events'];
    const other = await runCli(users, {
      env: { ...env, TUNNELCTL_API_KEY: `${'a'.repeat(27)}_${'b'.repeat(30)}` },
    });
    expect(other).toMatchObject({ exitCode: 4, stdout: '' });
    const elsewhere = { ...env, TUNNELCTL_BASE_URL: `${env.TUNNELCTL_BASE_URL}/elsewhere` };
    const hosted = await runCli(users, { env: elsewhere });
    expect(hosted).toMatchObject({ exitCode: 2, stdout: '' });
    expect(hosted.stderr).toMatch(/^error: the service is not a sandbox: it does not show its events/);
  });
});

describe('following', () => {
  it('prints what comes, until Ctrl-C', async () => {
    const { env } = await startServe();
    await runCli(['api-keys', 'create', '--description', 'before'], { env });
    const follow = ['sandbox', 'events', '--follow', '--columns', 'object.description', '-o', 'jsonl'];
    const following = startCli(follow, { env });
    await printed(following, 'before');
    for (const description of ['first', 'second']) {
      await runCli(['api-keys', 'create', '--description', description], { env });
      await printed(following, description);
    }
    following.signal('SIGINT');
    expect(await following.outcome).toEqual({
      exitCode: 130,
      stdout: ['before', 'first', 'second']
        .map((description) => `{"object":{"description":"${description}"}}\n`)
        .join(''),
      stderr: '',
    });
  });

  it('shows each line of a table on a terminal as it comes', async () => {
    const { env } = await startServe();
    const terminal = { env: { ...env, NO_COLOR: '1' }, isTTY: true, columns: 160 };
    const following = startCli(['sandbox', 'events', '--follow'], terminal);
    await runCli(['api-keys', 'create'], { env });
    await printed(following, /^EVENT_TIMESTAMP .*\n.* api_key_created\.v0 .*\n$/);
    await runCli(['ssh-credentials', 'list'], { env });
    await runCli(['endpoints', 'create', '--url', 'https://a.internal'], { env });
    await printed(following, / endpoint_created\.v0 .*\n$/);
    following.signal('SIGTERM');
    const { stdout } = await following.outcome;
    const columnOf = (line = '') => line.search(/(api_key|endpoint)_created|EVENT_TYPE/);
    expect(new Set(stdout.trimEnd().split('\n').map(columnOf)).size).toBe(1);
  });

  it.each([
    ['nothing', 500, []],
    ['the same again', 50, ['event']],
  ])('never asks without a pause, whatever a service answers at once: %s', async (_, leastMs, events) => {
    const event = await anEvent();
    let asked = 0;
    const { baseUrl } = await recordingService(() => {
      asked += 1;
      return { body: { events: events.map(() => event), last: 7, ended: false } };
    });
    const waits: number[] = [];
    let now = 0;
    const following = startCli(['sandbox', 'events', '--follow'], {
      env: { TUNNELCTL_BASE_URL: baseUrl, TUNNELCTL_API_KEY: 'k' },
      clock: {
        now: () => now,
        async sleep(ms, signal) {
          waits.push(ms);
          now += ms;
          if (waits.length === 10) following.signal('SIGINT');
          signal?.throwIfAborted();
        },
      },
    });
    expect(await following.outcome).toMatchObject({ exitCode: 130, stderr: '' });
    expect(waits).toEqual(Array.from({ length: 10 }, () => leastMs));
    expect(asked).toBe(10);
  });

  it('ends well when the service stops', async () => {
    const { serving, env } = await startServe();
    const following = startCli(['sandbox', 'requests', '--follow'], { env });
    await runCli(['endpoints', 'list'], { env });
    await printed(following, 'endpoints.list');
    serving.signal('SIGTERM');
    expect(await serving.outcome).toMatchObject({ exitCode: 0 });
    expect(await following.outcome).toMatchObject({ exitCode: 0, stderr: 'note: the service has stopped\n' });
  });

  it('of a data file hears of what another process does to it', async () => {
    const { cwd, env } = await startServe();
    const following = startCli(['sandbox', 'events', '-f', '--data', 'a.db'], { cwd });
    await runCli(['api-keys', 'create'], { env });
    await printed(following, 'api_key_created.v0');
    following.signal('SIGINT');
    expect(await following.outcome).toMatchObject({ exitCode: 130 });
  });
});

describe('sandbox requests', () => {
  it('are what the service answered', async () => {
    const { env } = await startServe();
    await runCli(['endpoints', 'list'], { env });
    await runCli(['endpoints', 'get', 'ep_nope'], { env });
    const { stdout } = await runCli(['sandbox', 'requests'], { env });
    expect(plain(stdout)).toBe(
      [
        'TIME\t200\tN\tGET\t/endpoints\tendpoints.list\t\n',
        'TIME\t404\tN\tGET\t/endpoints/ep_nope\tendpoints.get\tERR_NOT_FOUND\n',
      ].join(''),
    );
  });

  it('are known to no data file', async () => {
    const refusal =
      /^error: --(sandbox|data) names a data file: only a running service knows its requests, and a data file does not hold them\n/;
    for (const argv of [['--sandbox'], ['--data', join('/nonexistent', 'a.db')]]) {
      const { exitCode, stderr } = await runCli(['sandbox', 'requests', ...argv]);
      expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringMatching(refusal) });
    }
  });
});

describe('the request log of serve', () => {
  it('is quiet on a pipe but for callers that are refused, and as loud as it is told to be', async () => {
    const quiet = await startServe();
    await runCli(['endpoints', 'list'], { env: quiet.env });
    await runCli(['endpoints', 'list'], { env: { ...quiet.env, TUNNELCTL_API_KEY: 'nonsense' } });
    quiet.serving.signal('SIGTERM');
    const { stderr } = await quiet.serving.outcome;
    expect(stderr).toMatch(
      /^\d\d:\d\d:\d\d\.\d{3}Z warn {2}401 +\S+ ms {2}GET +\/endpoints {2}endpoints\.list {2}ERR_MALFORMED_API_KEY {2}op_\w+\n$/,
    );
    const loud = await startServe('--log-format', 'json');
    await runCli(['endpoints', 'list'], { env: loud.env });
    loud.serving.signal('SIGTERM');
    const lines = (await loud.serving.outcome).stderr.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line).operation)).toEqual(['endpoints.list']);
    const wrong = await runCli(['serve', '--log-level', 'wanr'], { cwd: loud.cwd, env: { HOME: loud.cwd } });
    expect(wrong).toMatchObject({ exitCode: 2, stdout: '' });
    expect(wrong.stderr).toMatch(
      /^error: --log-level "wanr" is not one of error, warn, info, debug, off; did you mean warn\?\n/,
    );
  });
});
