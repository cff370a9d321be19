import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Clock, systemClock } from '../../../../src/client/clock.ts';
import { runCli, startCli } from '../../../harness/run-cli.ts';
import { serveInProcess } from '../../../harness/served-sandbox.ts';
import { temporaryDirectory } from '../../../harness/temporary-directory.ts';

/** On which nobody waits longer than he must. */
const clock: Clock = {
  now: systemClock.now,
  sleep: (ms, signal) => systemClock.sleep(Math.min(ms, 5), signal),
};

/** A served account whose answers fail in these ways. */
async function faultyAccount(...faults: string[]) {
  const directory = temporaryDirectory();
  const options = faults.flatMap((fault) => ['--fault', fault]);
  const { env } = await serveInProcess(['--data', join(directory, 'a.db'), ...options], {
    env: { HOME: directory },
  });
  const run = (words: string[], stdin = '') =>
    runCli(words, { env: { HOME: directory, ...env }, cwd: directory, stdin, clock });
  const list = async (...words: string[]): Promise<Record<string, unknown>[]> => {
    const { stdout } = await run([...words, 'list', '-o', 'json']);
    return JSON.parse(stdout);
  };
  return { run, list, env, directory };
}

describe('an answer that is lost after the change was made', () => {
  const endpoint = 'endpoints:\n  - url: https://a.example.com\n    metadata: x\n';

  it('makes no endpoint twice', async () => {
    const { run, list } = await faultyAccount('operation=endpoints.create,drop=after,count=1');
    expect(await run(['apply', '-f', '-'], endpoint)).toMatchObject({ exitCode: 0, stderr: '1 created\n' });
    expect(await list('endpoints')).toMatchObject([{ url: 'https://a.example.com', metadata: 'x' }]);
  });

  it('makes no destination and no operator twice, which nothing but their names tells apart', async () => {
    const { run, list } = await faultyAccount('method=POST,drop=after,count=2');
    const outcome = await run(
      ['apply', '-f', '-'],
      'event_destinations:\n  - description: d\n    target: {metrics_target: {api_key: k}}\n' +
        'kubernetes_operators:\n  - deployment: {cluster_name: c}\n',
    );
    expect(outcome).toMatchObject({ exitCode: 0, stderr: '2 created\n' });
    expect(await list('event-destinations')).toHaveLength(1);
    expect(await list('kubernetes-operators')).toHaveLength(1);
  });

  it('leaves one key, whose token works', async () => {
    const { run, list, env, directory } = await faultyAccount('operation=api-keys.create,drop=after,count=2');
    const outcome = await run(
      ['apply', '-f', '-', '--tokens-out', 'tokens'],
      'api_keys:\n  - description: robot\n',
    );
    expect(outcome).toMatchObject({ exitCode: 0, stderr: '1 created\n' });
    const { token } = JSON.parse(readFileSync(join(directory, 'tokens'), 'utf8'));
    expect((await list('api-keys')).filter(({ description }) => description === 'robot')).toHaveLength(1);
    const asRobot = await runCli(['whoami'], { env: { ...env, HOME: directory, TUNNELCTL_API_KEY: token } });
    expect(asRobot.exitCode).toBe(0);
  });

  it('changes and deletes what was to be changed and deleted', async () => {
    const { run, list } = await faultyAccount(
      'operation=endpoints.update,drop=after,count=1',
      'operation=endpoints.delete,drop=after,count=1',
    );
    await run(
      ['apply', '-f', '-'],
      'endpoints:\n  - url: https://a.example.com\n  - url: https://b.example.com\n',
    );
    const outcome = await run(['apply', '-f', '-', '--prune', 'endpoints', '--yes'], endpoint);
    expect(outcome).toMatchObject({ exitCode: 0, stderr: '1 changed, 1 deleted\n' });
    expect(await list('endpoints')).toMatchObject([{ url: 'https://a.example.com', metadata: 'x' }]);
  });

  it('adds an event type to a subscription once', async () => {
    const { run } = await faultyAccount('operation=event-sources.create,drop=after,count=1');
    const subscription = `esb_${'1'.repeat(27)}`;
    const seed = `event_subscriptions:\n  - id: ${subscription}\n`;
    expect(await run(['sandbox', 'seed', '-'], seed)).toMatchObject({ exitCode: 0 });
    const manifest = `event_subscriptions:\n  - id: ${subscription}\n    sources: [endpoint_created.v0]\n`;
    expect(await run(['apply', '-f', '-'], manifest)).toMatchObject({ exitCode: 0, stderr: '1 created\n' });
    expect(await run(['diff', '-f', '-'], manifest)).toMatchObject({ exitCode: 0 });
  });
});

it('a service that is busy now and then is asked again', async () => {
  const { run, list } = await faultyAccount('status=503,rate=1,count=5');
  const outcome = await run(['apply', '-f', '-'], 'endpoints:\n  - url: https://a.example.com\n');
  expect(outcome).toMatchObject({ exitCode: 0, stderr: '1 created\n' });
  expect(await list('endpoints')).toHaveLength(1);
});

it('a key that is not taken ends it at once', async () => {
  const { run } = await faultyAccount('method=POST,status=401');
  const many = Array.from({ length: 40 }, (_, i) => `  - url: https://e${i}.example.com\n`).join('');
  const outcome = await run(['apply', '-f', '-'], `endpoints:\n${many}`);
  expect(outcome.exitCode).toBe(4);
  expect(outcome.stderr).toMatch(/\n16 failed, 24 not tried; running it again does the rest\n$/);
});

describe('apply that is interrupted', () => {
  it('begins nothing more, says how far it came, and does the rest the next time', async () => {
    const { list, env, directory } = await faultyAccount('operation=endpoints.create,latency=50ms');
    const many = Array.from({ length: 40 }, (_, i) => `  - url: https://e${i}.example.com\n`).join('');
    const surroundings = { env: { HOME: directory, ...env }, cwd: directory, stdin: `endpoints:\n${many}` };
    const applying = startCli(['apply', '-f', '-'], surroundings);
    await applying.firstOutput;
    applying.signal('SIGINT');
    const { exitCode, stdout, stderr } = await applying.outcome;
    const made = stdout.trim().split('\n').length;
    expect(exitCode).toBe(130);
    expect(made).toBeLessThan(40);
    expect(stderr).toContain(`${made} created, ${40 - made} not tried; running it again does the rest\n`);
    expect(await list('endpoints')).toHaveLength(made);
    expect(await runCli(['apply', '-f', '-'], surroundings)).toMatchObject({
      exitCode: 0,
      stderr: `${40 - made} created\n`,
    });
    expect(await list('endpoints')).toHaveLength(40);
  });
});
