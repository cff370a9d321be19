import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { recordingService } from '../../client/recording-service.ts';
import { runCli } from '../../harness/run-cli.ts';
import { temporaryDirectory } from '../../harness/temporary-directory.ts';

const canary = 'canary-5f2b';
const others = ['--target.metrics-target.ddtags', 't', '--target.metrics-target.service', 's'];
const members = [...others, '--target.metrics-target.ddsite', 'x'];
const warning =
  "warning: FLAG holds a secret in plain sight: the list of processes and the shell's history show it; " +
  'write @FILE, @- or env:NAME instead\n';

/** Runs a command that gives a secret in some way; answers the secret as it was sent, and what was said. */
async function give(value: string, stdin = '', verb: readonly string[] = ['create']) {
  const cwd = temporaryDirectory();
  writeFileSync(join(cwd, 'secret'), `${canary}\n`);
  const { baseUrl, requests } = await recordingService({ status: 400 });
  const env = { TUNNELCTL_BASE_URL: baseUrl, TUNNELCTL_API_KEY: 'k', SECRET: canary, EMPTY: '' };
  const argv = ['event-destinations', ...verb, ...members, '--target.metrics-target.api-key', value];
  const { stderr, exitCode } = await runCli(argv, { cwd, env, stdin });
  const body = requests[0]?.body as { target: { metrics_target: { api_key: string } } } | undefined;
  return { sent: body?.target.metrics_target.api_key, stderr, exitCode };
}

const flag = '--target.metrics-target.api-key';

describe('a secret', () => {
  it.each(['@secret', '@-', 'env:SECRET'])('comes from %s without a word about it', async (value) => {
    const { sent, stderr } = await give(value, canary);
    expect(sent).toBe(canary);
    expect(stderr).not.toMatch(/warning|canary/);
  });

  it.each([
    [canary, canary],
    [`@@${canary}`, `@${canary}`],
    ['env::x', 'env:x'],
  ])('written as %s works, with a warning that does not repeat it', async (value, sent) => {
    const given = await give(value);
    expect(given.sent).toBe(sent);
    expect(given.stderr).toMatch(new RegExp(`^${warning.replace('FLAG', flag)}`));
    expect(given.stderr).not.toContain('canary');
  });

  it('may be the mask that keeps what is stored', async () => {
    expect(await give('<SECRET>', '', ['update', 'ed_1'])).toMatchObject({
      sent: '<SECRET>',
      stderr: expect.not.stringContaining('warning'),
    });
    expect(await give('<SECRET>')).toEqual({
      sent: undefined,
      exitCode: 2,
      stderr: `error: ${flag} must be the secret itself: <SECRET> stands for one that is not shown\n`,
    });
  });

  it.each([
    ['env:ABSENT', `error: ${flag} env:ABSENT: the environment has no ABSENT, or an empty one\n`],
    ['env:EMPTY', `error: ${flag} env:EMPTY: the environment has no EMPTY, or an empty one\n`],
    [`env:${canary}`, `error: ${flag} env: must be followed by the name of an environment variable\n`],
  ])('from %s is refused before any request', async (value, message) => {
    const { sent, stderr, exitCode } = await give(value);
    expect({ sent, exitCode }).toEqual({ sent: undefined, exitCode: 2 });
    expect(stderr).toBe(`${message}hint: write env:: in front of a secret that itself starts with env:\n`);
  });

  it('is no special text where the contract knows of no secret', async () => {
    const { baseUrl, requests } = await recordingService({ status: 400 });
    const env = { TUNNELCTL_BASE_URL: baseUrl, TUNNELCTL_API_KEY: 'k', SECRET: canary };
    await runCli(['api-keys', 'create', '--description', 'env:SECRET'], { env });
    expect(requests[0]?.body).toEqual({ description: 'env:SECRET' });
  });
});

describe('the API key', () => {
  it.each(['@secret', 'env:SECRET'])('comes from %s', async (value) => {
    const cwd = temporaryDirectory();
    writeFileSync(join(cwd, 'secret'), `${canary}\n`);
    const { baseUrl, requests } = await recordingService({ status: 400 });
    const env = { TUNNELCTL_BASE_URL: baseUrl, SECRET: canary };
    const { stderr } = await runCli(['endpoints', 'list', '--api-key', value], { cwd, env });
    expect(requests[0]?.headers.authorization).toBe(`Bearer ${canary}`);
    expect(stderr).not.toMatch(/warning|canary/);
  });

  it('given as it is works, with a warning', async () => {
    const { baseUrl, requests } = await recordingService({ status: 400 });
    const env = { TUNNELCTL_BASE_URL: baseUrl };
    const { stderr } = await runCli(['endpoints', 'list', '--api-key', canary], { env });
    expect(requests[0]?.headers.authorization).toBe(`Bearer ${canary}`);
    expect(stderr).toMatch(new RegExp(`^${warning.replace('FLAG', '--api-key')}`));
    expect(stderr).not.toContain('canary');
  });
});
