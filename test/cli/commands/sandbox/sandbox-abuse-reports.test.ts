import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli, startCli } from '../../../harness/run-cli.ts';
import { serveInProcess } from '../../../harness/served-sandbox.ts';
import { temporaryDirectory } from '../../../harness/temporary-directory.ts';

const urls = ['https://phish.example.com/login', 'https://files.example.net/invoice.zip'];

/** A sandbox with a report, and what runs commands against it. */
type Place = (report: { readonly cwd: string }) => Promise<
  (argv: readonly string[]) => {
    argv: string[];
    surroundings: { cwd: string; env: Record<string, string> };
  }
>;

const places: Record<string, Place> = {
  'a data file':
    async ({ cwd }) =>
    (argv) => ({
      argv: ['--sandbox', '--data', join(cwd, 'a.db'), ...argv],
      surroundings: { cwd, env: { HOME: cwd } },
    }),
  'a served sandbox': async ({ cwd }) => {
    const { env } = await serveInProcess(['--ephemeral'], { cwd });
    return (argv) => ({ argv: [...argv], surroundings: { cwd, env: { HOME: cwd, ...env } } });
  },
};

describe.each(Object.entries(places))('an abuse report of %s', (_name, open) => {
  async function reported() {
    const cwd = temporaryDirectory();
    const command = await open({ cwd });
    const run = (...words: string[]) => {
      const { argv, surroundings } = command(words);
      return runCli(argv, surroundings);
    };
    const wait = (...words: string[]) => {
      const { argv, surroundings } = command(words);
      return startCli(argv, surroundings);
    };
    const made = await run('abuse-reports', 'create', ...urls.flatMap((url) => ['--urls', url]), '-o', 'id');
    return { run, wait, id: made.stdout.trim() };
  }

  it('is worked through at once, and whoever waits for that goes on', async () => {
    const { run, wait, id } = await reported();
    const waiting = wait('abuse-reports', 'wait', id, '--for', 'status=PROCESSED', '-o', 'json');
    expect(await run('sandbox', 'abuse-reports', 'process', id)).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: `${id} is PROCESSED: phish.example.com BANNED, files.example.net BANNED\n`,
    });
    const { exitCode, stdout } = await waiting.outcome;
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      id,
      urls,
      status: 'PROCESSED',
      hostnames: [
        { hostname: 'phish.example.com', status: 'BANNED' },
        { hostname: 'files.example.net', status: 'BANNED' },
      ],
    });
  });

  it('is worked through hostname by hostname, and a decision can be taken back', async () => {
    const { run, id } = await reported();
    const process = (...words: string[]) => run('sandbox', 'abuse-reports', 'process', id, ...words);
    const first = await process('--hostname', 'files.example.net', '--outcome', 'ignore', '-o', 'json');
    expect(JSON.parse(first.stdout)).toMatchObject({
      status: 'PARTIALLY_PROCESSED',
      hostnames: [{ status: 'PENDING' }, { status: 'IGNORE' }],
    });
    // What was decided on stays.
    expect((await process()).stderr).toBe(
      `${id} is PROCESSED: phish.example.com BANNED, files.example.net IGNORE\n`,
    );
    expect((await process('--hostname', 'phish.example.com', '--outcome', 'unbanned')).stderr).toBe(
      `${id} is PROCESSED: phish.example.com UNBANNED, files.example.net IGNORE\n`,
    );
    const events = await run('sandbox', 'events', '-o', 'jsonl');
    expect(events.stdout.split('\n').filter((line) => line.includes('"abuse_report_'))).toHaveLength(1);
  });

  it('is left as it is by what cannot be decided', async () => {
    const { run, id } = await reported();
    const process = (...words: string[]) => run('sandbox', 'abuse-reports', 'process', ...words);
    // An unset variable is no hostname, and does not mean all of them.
    for (const name of ['', 'phish.example.org']) {
      const refused = await process(id, '--hostname', name);
      expect(refused).toMatchObject({ exitCode: 2, stdout: '' });
      expect(refused.stderr).toMatch(
        `error: --hostname "${name}" is not a hostname of the report; there is phish.example.com, files.example.net`,
      );
    }
    const outcome = await process(id, '--outcome', 'pending');
    expect(outcome).toMatchObject({ exitCode: 2, stdout: '' });
    expect(outcome.stderr).toMatch(/^error: --outcome "pending" is not one of banned, unbanned, ignore/);
    expect(await process('abrp_2tZ000000000000000000000000')).toMatchObject({ exitCode: 3, stdout: '' });
    expect(await process('')).toMatchObject({ exitCode: 2, stdout: '' });
    const { stdout } = await run('abuse-reports', 'get', id, '-o', 'json');
    expect(JSON.parse(stdout)).toMatchObject({
      status: 'PENDING',
      hostnames: [{ status: 'PENDING' }, { status: 'PENDING' }],
    });
  });
});
