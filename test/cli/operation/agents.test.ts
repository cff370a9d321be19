import { describe, expect, it } from 'vitest';
import { demoIds } from '../../../src/contract/examples/demo-ids.ts';
import { runCli, startCli } from '../../harness/run-cli.ts';
import { type ServedDemo, servedDemo } from '../../harness/served-demo.ts';

const { linux, macos, windows, ssh } = demoIds.tunnelSessions;

/** Ids that nobody can foresee, by a name. */
function hideIds(text: string, ...known: string[]): string {
  return text.replace(/ts_\w{27}/g, (id) => (known.includes(id) ? id : 'ts_NEW'));
}

describe('tunnel-sessions restart --wait', () => {
  it('shows the session that the agent comes back with', async () => {
    const { env, clock, call } = await servedDemo();
    const outcome = await runCli(['tunnel-sessions', 'restart', macos, '--wait', '-o', 'id'], { env, clock });
    const { tunnel_sessions: sessions } = await call('GET', '/tunnel_sessions');
    const [newest] = sessions as { id: string; ip: string }[];
    expect(newest).toMatchObject({ ip: '192.0.2.34' });
    expect(outcome).toEqual({
      exitCode: 0,
      stdout: `${newest?.id}\n`,
      stderr: `restarted: ${macos} is now ${newest?.id}\n`,
    });
    expect(clock.waits).toEqual([500, 500, 500]);
  });

  it('says on a terminal what it waits for, on a line that goes away', async () => {
    const { env, clock } = await servedDemo();
    const surroundings = { env, clock, isTTY: true };
    const { exitCode, stderr } = await runCli(
      ['tunnel-sessions', 'restart', macos, '--wait', '--json'],
      surroundings,
    );
    expect(exitCode).toBe(0);
    expect(hideIds(stderr, macos)).toMatch(
      new RegExp(
        `^(\\r\\x1b\\[2K\\S waiting for ${macos} to come back){6}\\r\\x1b\\[2Krestarted: ${macos} is now ts_NEW\\n$`,
      ),
    );
  });

  it('follows several agents that cannot be told apart but by their restarts', async () => {
    const { env, clock } = await servedDemo();
    const argv = ['tunnel-sessions', 'restart', macos, linux, '--wait', '-o', 'jsonl'];
    const { exitCode, stdout } = await runCli(argv, { env, clock });
    expect(exitCode).toBe(0);
    const sessions = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(sessions).toMatchObject([{ ip: '192.0.2.34' }, { ip: '192.0.2.21' }]);
  });

  it('says that the agent did not come back in time', async () => {
    const { env, clock } = await servedDemo();
    const argv = ['tunnel-sessions', 'restart', macos, '--wait', '--wait-timeout', '1s'];
    expect(await runCli(argv, { env, clock })).toMatchObject({
      exitCode: 1,
      stdout: '',
      stderr: expect.stringContaining(
        `error: the agent of ${macos} did not come back within 1 s; its restart was requested`,
      ),
    });
  });

  it.each([
    [windows, 'ERR_RESTART_UNSUPPORTED', 'restart the agent on its machine'],
    [ssh, 'ERR_SESSION_OVER_SSH', 'stop the session, and start it again from the client'],
  ])('explains why %s cannot be restarted', async (id, code, hint) => {
    const { env, clock } = await servedDemo();
    const outcome = await runCli(['tunnel-sessions', 'restart', id, '--wait'], { env, clock });
    expect(outcome).toMatchObject({ exitCode: 5, stdout: '' });
    expect(outcome.stderr).toContain(code);
    expect(outcome.stderr).toContain(`hint: ${hint}\n`);
    expect(clock.waits).toEqual([]);
  });

  it('needs --wait for a --wait-timeout', async () => {
    expect(await runCli(['tunnel-sessions', 'restart', 'ts_1', '--wait-timeout', '1s'])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(/^error: --wait-timeout needs --wait\n/),
    });
  });
});

describe('tunnel-sessions update --restart', () => {
  it('updates, waits for ten seconds, restarts, and shows the new session', async () => {
    const { env, clock, requests } = await servedDemo();
    const outcome = await runCli(['tunnel-sessions', 'update', linux, '--restart', '-o', 'json'], {
      env,
      clock,
    });
    expect(outcome.exitCode).toBe(0);
    const session = JSON.parse(outcome.stdout);
    expect(session).toMatchObject({ ip: '192.0.2.21', agent_version: '3.20.1' });
    expect(outcome.stderr).toBe(
      `${linux} is updating; it restarts in 10 s\n` +
        `restarted: ${linux} is now ${session.id}, updated from 3.18.4 to 3.20.1\n`,
    );
    expect(clock.waits[0]).toBe(10_000);
    expect(requests.slice(0, 4)).toEqual([
      `GET /tunnel_sessions/${linux}`,
      `POST /tunnel_sessions/${linux}/update`,
      'GET /tunnel_sessions',
      `POST /tunnel_sessions/${linux}/restart`,
    ]);
  });

  it('counts down on a terminal', async () => {
    const { env, clock } = await servedDemo();
    const argv = ['tunnel-sessions', 'update', linux, '--restart', '-o', 'id'];
    const { stderr } = await runCli(argv, { env, clock, isTTY: true });
    for (const left of [10, 5, 1])
      expect(stderr).toContain(` ${linux} is updating; it restarts in ${left} s`);
    expect(stderr.split('\n')).toHaveLength(2);
  });

  it('goes on to the restart of an agent that has updated before', async () => {
    const { env, clock, call } = await servedDemo();
    await call('POST', `/tunnel_sessions/${linux}/update`, {});
    await clock.sleep(11_000);
    const { exitCode, stderr } = await runCli(['tunnel-sessions', 'update', linux, '--restart'], {
      env,
      clock,
    });
    expect(exitCode).toBe(0);
    expect(hideIds(stderr, linux)).toBe(
      `${linux} has updated before and was not restarted; it restarts now\n` +
        `restarted: ${linux} is now ts_NEW, updated from 3.18.4 to 3.20.1\n`,
    );
  });

  it('waits with an agent that is at it', async () => {
    const { env, clock, call } = await servedDemo();
    await call('POST', `/tunnel_sessions/${linux}/update`, {});
    await clock.sleep(3000);
    const { exitCode, stderr } = await runCli(['tunnel-sessions', 'update', linux, '--restart'], {
      env,
      clock,
    });
    expect(exitCode).toBe(0);
    expect(stderr).toMatch(
      new RegExp(`^${linux} is updating already\n${linux} is updating; it restarts in 10 s\n`),
    );
  });

  it.each([
    [macos, 'ERR_UPDATE_CHECKS_DISABLED', "allow update checks in the agent's configuration"],
    [ssh, 'ERR_SESSION_OVER_SSH', 'stop the session'],
  ])('explains why %s cannot be updated', async (id, code, hint) => {
    const { env, clock } = await servedDemo();
    const outcome = await runCli(['tunnel-sessions', 'update', id, '--restart'], { env, clock });
    expect(outcome).toMatchObject({ exitCode: 5, stdout: '' });
    expect(outcome.stderr).toContain(code);
    expect(outcome.stderr).toContain(`hint: ${hint}`);
  });

  it('says how things are when the restart is refused', async () => {
    const demo: ServedDemo = await servedDemo(async (request) => {
      // The agent ends at the last moment.
      if (request.endsWith('/restart')) await demo.call('POST', `/tunnel_sessions/${linux}/stop`);
    });
    const { env, clock } = demo;
    const outcome = await runCli(['tunnel-sessions', 'update', linux, '--restart'], { env, clock });
    expect(outcome.exitCode).toBe(3);
    expect(outcome.stderr).toContain(
      `note: ${linux} has updated, and runs the old version until it restarts\n`,
    );
    expect(outcome.stderr).toContain('ERR_NOT_FOUND');
  });

  it('refuses an agent on Windows before it updates, because that cannot restart itself', async () => {
    const { env, clock, requests } = await servedDemo();
    const outcome = await runCli(['tunnel-sessions', 'update', windows, '--restart'], { env, clock });
    expect(outcome).toEqual({
      exitCode: 5,
      stdout: '',
      stderr:
        `error: the agent of ${windows} runs on Windows and cannot restart itself\n` +
        'hint: update it without --restart, then restart the agent on its machine; nothing was requested yet\n',
    });
    expect(requests).toEqual([`GET /tunnel_sessions/${windows}`]);
    expect(clock.waits).toEqual([]);
  });

  it('updates the others of several agents', async () => {
    const { env, clock } = await servedDemo();
    const argv = ['tunnel-sessions', 'update', windows, linux, '--restart', '-o', 'id'];
    const outcome = await runCli(argv, { env, clock });
    expect(outcome.exitCode).toBe(5);
    expect(hideIds(outcome.stdout, linux)).toBe('ts_NEW\n');
    expect(outcome.stderr).toContain(`${windows}: the agent of ${windows} runs on Windows`);
  });

  it('says how things are when it is interrupted', async () => {
    const { env } = await servedDemo();
    const running = startCli(['tunnel-sessions', 'update', linux, '--restart'], {
      env,
      clock: { now: Date.now, sleep: () => new Promise(() => setImmediate(() => running.signal('SIGINT'))) },
    });
    const { exitCode, stderr } = await running.outcome;
    expect({ exitCode, stderr }).toEqual({
      exitCode: 130,
      stderr: expect.stringContaining(
        `error: interrupted: ${linux} is updating; tunnelctl tunnel-sessions restart ${linux} makes it run the new version`,
      ),
    });
  });
});
