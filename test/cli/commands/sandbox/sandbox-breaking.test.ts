import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli } from '../../../harness/run-cli.ts';
import { serveInProcess } from '../../../harness/served-sandbox.ts';
import { temporaryDirectory } from '../../../harness/temporary-directory.ts';

const id = expect.stringMatching(/^ts_[0-9A-Za-z]{27}$/);

function agents(words: readonly string[], cwd: string, isTTY = false) {
  return runCli(['sandbox', 'agents', ...words, '--data', 'a.db'], {
    cwd,
    isTTY,
    columns: 120,
    env: { HOME: cwd, NO_COLOR: '1' },
  });
}

async function connect(cwd: string, ...words: string[]): Promise<string> {
  return (await agents(['connect', '-o', 'id', ...words], cwd)).stdout.trim();
}

describe('sandbox agents', () => {
  it('connect prints the new session', async () => {
    const cwd = temporaryDirectory();
    const { exitCode, stdout, stderr } = await agents(['connect', '--os', 'windows', '-o', 'json'], cwd);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({
      id,
      os: 'windows',
      agent_version: '3.9.1',
      ip: '203.0.113.7',
      region: 'us',
      transport: 'tunnelctl/2',
    });
  });

  it('list shows a table on a terminal and tabs on a pipe', async () => {
    const cwd = temporaryDirectory();
    const first = await connect(cwd, '--url', 'https://a.example.com', '--offers-update', '3.10.0');
    const second = await connect(cwd, '--os', 'darwin', '--refuse-updates');
    expect(await agents(['list'], cwd)).toEqual({
      exitCode: 0,
      stdout:
        `${second}\tdarwin\t3.9.1\ttunnelctl/2\tonline\t\ttrue\t0\n` +
        `${first}\tlinux\t3.9.1\ttunnelctl/2\tonline\t3.10.0\tfalse\t1\n`,
      stderr: '',
    });
    const { stdout } = await agents(['list'], cwd, true);
    expect(stdout.split('\n')[0]).toMatch(
      /^ID +OS +AGENT_VERSION +TRANSPORT +STATE +OFFERED_VERSION +REFUSES_UPDATES +TUNNELS$/,
    );
    expect(stdout).toContain(`${first}  linux`);
  });

  it('disconnect and offer-update say what they did', async () => {
    const cwd = temporaryDirectory();
    const session = await connect(cwd);
    for (const isTTY of [true, false]) {
      expect(await agents(['offer-update', session, '3.10.0'], cwd, isTTY)).toEqual({
        exitCode: 0,
        stdout: '',
        stderr: `offered: ${session} runs 3.9.1 and can get 3.10.0\n`,
      });
    }
    expect(await agents(['disconnect', session], cwd, true)).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: `disconnected: ${session}\n`,
    });
    expect(await agents(['disconnect', session], cwd)).toEqual({
      exitCode: 3,
      stdout: '',
      stderr: expect.stringMatching(
        `^error: tunnel session "${session}" does not exist \\(ERR_NOT_FOUND\\)\n` +
          'hint: list the collection to see which there are\noperation id: op_\\w+\n$',
      ),
    });
  });

  it.each([
    [['connect', '--ip', 'here'], 'error: --ip: "here" is not an IP address'],
    [
      ['connect', '--transport', 'quic'],
      'error: --transport "quic" is not a transport; write <vendor>/2 or ssh',
    ],
    [['connect', '--label', 'team'], 'error: --label "team" is not a label; write KEY=VALUE'],
    [['connect', '--label', 'a=1', '--label', 'a=2'], 'error: --label "a" is given twice'],
    [['connect', '--forwards-to', 'x'], 'error: --forwards-to belongs to a tunnel; add --url or --label'],
    [['connect', '--credential', 'cr_1'], 'error: --credential: "cr_1" is not in the account'],
    [['connect', '--url', 'ftp://x'], 'error: --url has the scheme "ftp"; use https, http, tcp or tls'],
    [
      ['connect', '--transport', 'ssh'],
      'error: --credential is required: the account has no SSH credential; make one with tunnelctl ssh-credentials create',
    ],
    [
      ['offer-update', 'ts_1', 'newest'],
      'error: <version> "newest" is not a version; write one such as 3.10.0',
    ],
  ])('%j is refused, naming the flag', async (words, message) => {
    expect(await agents(words, temporaryDirectory())).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: `${message}\n`,
    });
  });

  it.each([
    [['--credential', 'cr_1'], '--credential'],
    [['--url', 'ftp://x'], '--url'],
    [['--transport', 'quic'], '--transport'],
  ])('connect %j says to programs too which flag is at fault', async (words, field) => {
    const { stderr } = await agents(['connect', ...words, '-o', 'json'], temporaryDirectory());
    expect(JSON.parse(stderr).error).toMatchObject({ code: 'USAGE', field });
  });
});

/** A service, and what makes commands call it. */
async function serving(...argv: string[]) {
  const cwd = temporaryDirectory();
  const env = { HOME: cwd };
  const served = await serveInProcess(['--data', 'a.db', ...argv], { cwd, env });
  const user = { ...env, NO_COLOR: '1', ...served.env };
  return (words: readonly string[], isTTY = false) =>
    runCli(['sandbox', 'faults', ...words], { cwd, env: user, isTTY, columns: 120 });
}

describe('sandbox faults', () => {
  it('are added, listed and cleared', async () => {
    const faults = await serving('--fault', 'operation=endpoints.*,latency=1ms');
    expect(await faults(['add', 'status=503,rate=0.5', 'method=GET,drop=after,count=1'], true)).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: 'added: fault_2 status=503,rate=0.5\nadded: fault_3 method=GET,drop=after,count=1\n',
    });
    expect(await faults(['list'])).toEqual({
      exitCode: 0,
      stdout:
        'fault_1\toperation=endpoints.*,latency=1ms\t0\t0\n' +
        'fault_2\tstatus=503,rate=0.5\t0\t0\n' +
        'fault_3\tmethod=GET,drop=after,count=1\t0\t0\n',
      stderr: '',
    });
    expect((await faults(['list'], true)).stdout.split('\n')[0]).toMatch(/^ID +FAULT +MATCHED +DISTURBED$/);
    expect((await faults(['clear', 'fault_2'])).stderr).toBe(
      'cleared: fault_2, which disturbed 0 requests\n',
    );
    expect(JSON.parse((await faults(['clear', '-o', 'json'])).stdout)).toMatchObject({
      cleared: [{ id: 'fault_1' }, { id: 'fault_3' }],
    });
    expect((await faults(['clear'])).stderr).toBe('there were no faults\n');
    expect(await faults(['clear', 'fault_9'])).toMatchObject({
      exitCode: 3,
      stderr: expect.stringContaining('error: fault "fault_9" does not exist (ERR_NOT_FOUND)\n'),
    });
  });

  it('one that cannot be read is refused, and those beside it with it', async () => {
    const faults = await serving();
    expect(await faults(['add', 'status=503', 'rate=2,status=500'])).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: 'error: fault "rate=2,status=500": rate=2 is not a share; write a number from 0 to 1\n',
    });
    expect((await faults(['list', '-o', 'json'])).stdout).toBe('[]\n');
  });

  it('belong to a running service', async () => {
    const cwd = temporaryDirectory();
    writeFileSync(join(cwd, 'a.db'), '');
    for (const words of [['--sandbox'], ['--data', 'a.db']]) {
      expect(await runCli(['sandbox', 'faults', 'list', ...words], { cwd, env: { HOME: cwd } })).toEqual({
        exitCode: 2,
        stdout: '',
        stderr:
          `error: ${words[0]} names a data file: only a running service makes faults, and a data file has none\n` +
          'hint: give the address of tunnelctl serve with --base-url, a profile or TUNNELCTL_BASE_URL\n',
      });
    }
  });
});

describe('serve', () => {
  it.each([
    [
      ['--fault', 'latency=soon'],
      'error: --fault "latency=soon": latency=soon is not a time up to 600s; write 200ms, 2s or a range such as 100ms-2s',
    ],
    [['--fault-seed', 'x'], 'error: --fault-seed "x" is not a whole number from 0 to 4294967295'],
    [
      ['--rate-limit', '5'],
      'error: --rate-limit "5" is not a rate\nhint: write REQUESTS/TIME, such as 120/60s, with a time from 100ms to 24h',
    ],
    [
      ['--time-scale', '-1'],
      'error: --time-scale "-1" is not a number from 0 to 86400; 60 makes a minute of a second',
    ],
    [['--clock', 'now'], 'error: --clock "now" is not an RFC 3339 time; write it as 2026-11-21T08:00:00Z'],
    [
      ['--clock', '1990-01-01T00:00:00Z'],
      'error: --clock "1990-01-01T00:00:00Z" is not a time from 2015-01-01T00:00:00Z to 2100-01-01T00:00:00Z',
    ],
  ])('%j is refused before anything is opened', async (words, message) => {
    const cwd = temporaryDirectory();
    const run = await runCli(['serve', ...words], { cwd, env: { HOME: cwd } });
    expect(run).toEqual({ exitCode: 2, stdout: '', stderr: `${message}\n` });
  });
});
