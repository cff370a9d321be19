import { existsSync } from 'node:fs';
import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { manifestAccount } from './manifest-account.ts';

/** Whoever read stdout is gone. */
const closed = () =>
  new Writable({
    write: (_chunk, _encoding, done) => done(Object.assign(new Error('EPIPE'), { code: 'EPIPE' })),
  });

const endpoints = (...names: string[]) =>
  `endpoints:\n${names.map((name) => `  - url: https://${name}.example.com\n`).join('')}`;

describe('output that nobody reads', () => {
  it('is no failure of what is applied, and keeps nothing from being deleted', async () => {
    const { run, write, list } = await manifestAccount();
    write('a.yml', endpoints('gone', 'stays'));
    await run(['apply', '-f', 'a.yml']);
    write('a.yml', `${endpoints('stays', 'a', 'b', 'c')}api_keys:\n  - description: k\n`);
    const words = ['apply', '-f', 'a.yml', '--tokens-out', 'tokens', '--prune', 'endpoints', '--yes'];
    expect(await run(words, { stdout: closed() })).toMatchObject({
      exitCode: 0,
      stderr: '4 created, 1 deleted\n',
    });
    expect((await list('endpoints')).map(({ url }) => url)).toHaveLength(4);
    expect((await run(['diff', '-f', 'a.yml'])).exitCode).toBe(0);
  });

  it('is told once where nothing can be written, when all is done', async () => {
    const { run, write } = await manifestAccount();
    write('a.yml', endpoints('a', 'b', 'c'));
    const stdout = new Writable({
      write: (_chunk, _encoding, done) => done(Object.assign(new Error('full'), { code: 'ENOSPC' })),
    });
    const { exitCode, stderr } = await run(['apply', '-f', 'a.yml'], { stdout });
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/^3 created\nerror: .*\n/);
    expect(stderr.match(/error:/g)).toHaveLength(1);
    expect((await run(['diff', '-f', 'a.yml'])).exitCode).toBe(0);
  });

  it('changes nothing about the exit code of a diff', async () => {
    const { run, write } = await manifestAccount();
    write('a.yml', endpoints('a'));
    expect(await run(['diff', '-f', 'a.yml'], { stdout: closed() })).toMatchObject({
      exitCode: 1,
      stderr: '',
    });
    write('p.yml', 'on_http_request: 1\n');
    expect(await run(['traffic-policy', 'validate', 'p.yml'], { stdout: closed() })).toMatchObject({
      exitCode: 8,
    });
  });
});

describe.skipIf(!existsSync('/dev/full'))('a token that cannot be kept', () => {
  it('is told with what makes a new one, and its key is counted once', async () => {
    const { run, write } = await manifestAccount();
    write('a.yml', 'api_keys:\n  - description: k\n');
    const { exitCode, stderr } = await run(['apply', '-f', 'a.yml', '--tokens-out', '/dev/full']);
    expect(exitCode).toBe(1);
    const [, id] =
      /error: a\.yml:2: api-keys k was created \((ak_\w+)\), and its token is lost: cannot write/.exec(
        stderr,
      ) ?? [];
    expect(stderr).toContain(`hint: tunnelctl api-keys rotate ${id} makes a new one\n`);
    expect(stderr).toMatch(/^1 created$/m);
  });

  it('leaves no file where nothing has a token', async () => {
    const { run, write, directory } = await manifestAccount();
    write('a.yml', endpoints('a'));
    expect((await run(['apply', '-f', 'a.yml', '--tokens-out', 'tokens'])).exitCode).toBe(0);
    expect(existsSync(`${directory}/tokens`)).toBe(false);
  });
});

describe('a directory of manifests', () => {
  it('is read without what is hidden: locks and drafts of editors', async () => {
    const { run, write } = await manifestAccount();
    write('a.yml', endpoints('a'));
    write('.#a.yml', 'no manifest');
    expect(await run(['apply', '-f', '.'])).toMatchObject({ exitCode: 0, stderr: '1 created\n' });
  });
});

describe('a plan', () => {
  it('is written to no file called -', async () => {
    const { run, write, directory } = await manifestAccount();
    write('a.yml', endpoints('a'));
    expect(await run(['diff', '-f', 'a.yml', '--out', '-'])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('--out names no file'),
    });
    expect(existsSync(`${directory}/-`)).toBe(false);
  });

  it('and tokens take the place of nothing that somebody wrote', async () => {
    const { run, write, read } = await manifestAccount();
    write('a.yml', endpoints('a'));
    write('notes', 'mine');
    for (const [words, problem] of [
      [['diff', '--out', 'a.yml'], 'names the manifest a.yml itself'],
      [['diff', '--out', './a.yml'], 'names the manifest ./a.yml itself'],
      [['diff', '--out', 'notes'], 'notes is there already and is no plan'],
      [['apply', '--tokens-out', 'a.yml'], 'names the manifest a.yml itself'],
    ] as const) {
      const { exitCode, stderr } = await run([...words, '-f', 'a.yml']);
      expect(exitCode).toBe(2);
      expect(stderr).toContain(problem);
    }
    expect([read('a.yml'), read('notes')]).toEqual([endpoints('a'), 'mine']);
    for (let i = 0; i < 2; i++)
      expect((await run(['diff', '-f', 'a.yml', '--out', 'a.plan'])).exitCode).toBe(1);
  });
});
