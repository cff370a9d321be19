import { describe, expect, it } from 'vitest';
import { demoIds } from '../../../../src/contract/examples/demo-ids.ts';
import { catalogue } from '../../../../src/contract/index.ts';
import { runCli, startCli } from '../../../harness/run-cli.ts';
import { servedDemo } from '../../../harness/served-demo.ts';

const { app } = demoIds.endpoints;
const path = `/endpoints/${app}`;

describe('wait', () => {
  it('is a verb of every resource that can be got', async () => {
    for (const { resource, verb } of catalogue.filter((entry) => entry.verb === 'get')) {
      const words = [...resource.name.split('.'), 'wait', '--help'];
      const { exitCode, stdout } = await runCli(words);
      expect({ verb, exitCode }).toEqual({ verb, exitCode: 0 });
      expect(stdout).toContain('Wait until it exists, is gone, or has a value');
    }
  });

  it('shows the record at once when it is as it should be', async () => {
    const { env, clock } = await servedDemo();
    for (const condition of [
      'exists',
      'proto=https',
      'port=443',
      'bindings=public',
      'proto!=tcp',
      'pooling_enabled=false',
    ]) {
      const argv = ['endpoints', 'wait', app, '--for', condition, '-o', 'id'];
      expect(await runCli(argv, { env, clock })).toEqual({ exitCode: 0, stdout: `${app}\n`, stderr: '' });
    }
    expect(clock.waits).toEqual([]);
  });

  it('asks again and again, at most every five seconds, until a member has the value', async () => {
    let served: Awaited<ReturnType<typeof servedDemo>> | undefined;
    let looks = 0;
    served = await servedDemo(async () => {
      if (++looks === 5) await served?.call('PATCH', path, { description: 'ready = yes' });
    });
    const { env, clock } = served;
    const argv = ['endpoints', 'wait', app, '--for', 'description=ready = yes', '-o', 'json'];
    const { exitCode, stdout, stderr } = await runCli(argv, { env, clock });
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({ id: app, description: 'ready = yes' });
    expect(clock.waits).toEqual([500, 750, 1125, 1688]);
  });

  it('reaches into objects, references and lists of objects', async () => {
    const { env, clock } = await servedDemo();
    const { phishing } = demoIds.abuseReports;
    const report = ['abuse-reports', 'wait', phishing, '--for', 'hostnames.status=PENDING', '-o', 'id'];
    expect(await runCli(report, { env, clock })).toMatchObject({ exitCode: 0, stdout: `${phishing}\n` });
    const domain = ['endpoints', 'wait', app, '--for', `domain=${demoIds.reservedDomains.app}`, '-o', 'id'];
    expect(await runCli(domain, { env, clock })).toMatchObject({ exitCode: 0, stdout: `${app}\n` });
  });

  it('waits until something is gone', async () => {
    let served: Awaited<ReturnType<typeof servedDemo>> | undefined;
    let looks = 0;
    served = await servedDemo(async () => {
      if (++looks === 2) await served?.call('DELETE', path);
    });
    const { env, clock } = served;
    expect(await runCli(['endpoints', 'wait', app, '--for', 'deleted'], { env, clock })).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: `deleted: ${app}\n`,
    });
  });

  it('gives up when time is up, and says how things are', async () => {
    const { env, clock } = await servedDemo();
    const argv = ['endpoints', 'wait', app, '--for', 'proto=tcp', '--wait-timeout', '90s'];
    const { exitCode, stdout, stderr } = await runCli(argv, { env, clock });
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toContain(`error: ${app}: proto is https after 90 s; waited for proto=tcp`);
    expect(stderr).toContain('hint: allow more with --wait-timeout\n');
    expect(clock.waits.reduce((sum, ms) => sum + ms)).toBeCloseTo(90_000);
    expect(Math.max(...clock.waits)).toBe(5000);
  });

  it.each([
    [['ep_nothing', '--for', 'exists'], 'error: ep_nothing does not exist after 2 s\n', 'it to exist'],
    [[app, '--for', 'deleted'], `error: ${app} still exists after 2 s\n`, 'it to be deleted'],
  ])('says of %j in plain words what did not happen', async (args, message, goal) => {
    const { env, clock } = await servedDemo();
    const argv = ['endpoints', 'wait', ...args, '--wait-timeout', '2s'];
    const { exitCode, stderr } = await runCli(argv, { env, clock });
    expect(exitCode).toBe(1);
    expect(stderr).toContain(message);
    const onTerminal = await runCli(argv, { env, clock, isTTY: true, columns: 100 });
    expect(onTerminal.stderr).toContain(`waiting for ${goal}, 2 s left`);
  });

  it('takes --timeout for each request, as every command does', async () => {
    const { env, clock } = await servedDemo(() => new Promise(() => {}));
    const argv = ['endpoints', 'wait', app, '--for', 'exists', '--timeout', '0.1', '--retries', '0'];
    const { exitCode, stderr } = await runCli(argv, { env, clock });
    expect({ exitCode, stderr }).toEqual({
      exitCode: 7,
      stderr: expect.stringContaining('no complete answer within 0.1 s\n'),
    });
  });

  it('ends at once when the object does not exist, so its member never gets the value', async () => {
    const { env, clock } = await servedDemo();
    const argv = ['endpoints', 'wait', 'ep_nothing', '--for', 'proto=tcp'];
    expect(await runCli(argv, { env, clock })).toMatchObject({ exitCode: 3, stdout: '' });
    expect(clock.waits).toEqual([]);
  });

  it('shows on a terminal what it waits for and how long', async () => {
    const { env, clock } = await servedDemo();
    const argv = ['endpoints', 'wait', app, '--for', 'proto=tcp', '--wait-timeout', '2s'];
    const { exitCode, stderr } = await runCli(argv, { env, clock, isTTY: true, columns: 100 });
    expect(exitCode).toBe(1);
    const clear = '\r\u001b[2K';
    const lines = stderr.split(clear);
    expect(lines.slice(0, 3)).toEqual([
      '',
      '⠋ waiting for proto=tcp; now proto is https, 2 s left',
      '⠙ waiting for proto=tcp; now proto is https, 2 s left',
    ]);
    expect(lines.at(-2)).toMatch(/, 1 s left$/);
    expect(lines.at(-1)).toMatch(/error:.* after 2 s/);
    const dumb = { ...env, TERM: 'dumb' };
    expect((await runCli(argv, { env: dumb, clock, isTTY: true })).stderr).toMatch(/^error: /);
  });

  it('ends at once when it is interrupted', async () => {
    const { env } = await servedDemo();
    const running = startCli(['endpoints', 'wait', app, '--for', 'proto=tcp'], {
      env,
      clock: { now: Date.now, sleep: () => new Promise(() => setImmediate(() => running.signal('SIGINT'))) },
    });
    expect(await running.outcome).toEqual({ exitCode: 130, stdout: '', stderr: '' });
  });

  it.each([
    [
      [],
      '--for is required; write exists, deleted, or a condition as --where takes it, such as <member>=<value>',
    ],
    [['--for', 'exist'], '--for "exist" is not a condition; did you mean exists?'],
    [['--for', 'proto'], '--for "proto" is not a condition; for a member write proto=<value>'],
    [['--for', 'prto=tcp'], '--for "prto" is not a member of these records; did you mean proto?'],
    [
      ['--for', 'domain.name=x'],
      '--for "domain.name" is not a member of these records; there is domain.id, domain.uri',
    ],
    [
      ['--for', 'proto=htps'],
      '--for proto=htps can never be met: it is one of http, https, tcp, tls; did you mean https',
    ],
    [
      ['--for', 'pooling_enabled=yes'],
      '--for pooling_enabled=yes can never be met: it is one of true, false',
    ],
    [
      ['--for', 'exists', '--wait-timeout', 'soon'],
      '--wait-timeout "soon" is not a duration; write for example 30s',
    ],
    [
      ['--for', 'exists', '--timeout', '5m'],
      '--timeout "5m" is not a number of seconds for each request; write --timeout 300, or --wait-timeout 5m',
    ],
    [['--for', 'exists', '--watch'], "unknown option '--watch'"],
    [['--for', 'exists', '--interval', '1'], "unknown option '--interval'"],
  ])('refuses %j before it asks anything', async (options, message) => {
    const { exitCode, stdout, stderr } = await runCli(['endpoints', 'wait', 'ep_1', ...options]);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toContain(`error: ${message}`);
  });
});
