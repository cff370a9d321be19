import {
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execaSync } from 'execa';
import { describe, expect, it } from 'vitest';
import { builtFile, tunnelctl } from '../harness/built-program.ts';
import { cacheFolder, keepsOwnCode } from '../harness/code-cache.ts';
import { leaveDrafts } from '../harness/left-drafts.ts';
import { startServe } from '../harness/served-sandbox.ts';
import { temporaryDirectory } from '../harness/temporary-directory.ts';

const source = fileURLToPath(new URL('../../src/', import.meta.url));
const codeCache = fileURLToPath(new URL('../../bin/code-cache.cjs', import.meta.url));

/** All that our program sets. */
const flagsSet = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .flatMap((name) => [...readFileSync(join(source, name), 'utf8').matchAll(/setFlagsFromString\('(.*?)'\)/g)])
  .map(([, flag = '']) => flag);

describe.runIf(keepsOwnCode)('the code that is kept from one start to the next', () => {
  it('is used by the next start, which leaves it as it is', async () => {
    const cache = cacheFolder();
    const file = await cache.fill();
    const { ino, mode } = statSync(file);
    expect((mode & 0o777).toString(8)).toBe('600');
    await cache.expectToRun();
    expect(statSync(file).ino).toBe(ino);
  });

  it('is used by the next start of a command that had a data file open, too', async () => {
    const home = temporaryDirectory();
    const cache = cacheFolder(home);
    const list = async () => {
      const argv = ['endpoints', 'list', '--sandbox', '--data', join(home, 'sandbox.db')];
      expect((await tunnelctl(argv, { env: { XDG_CACHE_HOME: home } })).exitCode).toBe(0);
      return cache.files().map((name) => join(cache.directory, name));
    };
    const [file = '', ...more] = await list();
    const { ino } = statSync(file);
    expect([await list(), more]).toEqual([[file], []]);
    expect(statSync(file).ino).toBe(ino);
  });

  it.each(flagsSet)('is used by the next start of a program that sets %s of V8, too', (flag) => {
    const home = temporaryDirectory();
    const [starter, program, cache] = ['starter.cjs', 'serve.cjs', 'cache'].map((name) => join(home, name));
    writeFileSync(`${program}`, `require('node:v8').setFlagsFromString('${flag}');`);
    writeFileSync(`${starter}`, `require('${codeCache}').requireCached('${program}', '${cache}');`);
    const run = () => {
      execaSync(process.execPath, [`${starter}`, 'serve']);
      return readdirSync(`${cache}`).map((name) => statSync(join(`${cache}`, name)).ino);
    };
    const kept = run();
    expect(kept).toHaveLength(1);
    expect(run()).toEqual(kept);
  });

  it('is used by the next start of a service, too', async () => {
    const home = temporaryDirectory();
    const cache = cacheFolder(home);
    const serve = async () => {
      const service = await startServe(['--ephemeral'], { XDG_CACHE_HOME: home });
      expect(await service.end('SIGTERM')).toEqual({ code: 0, signal: null });
      return cache.files();
    };
    const [file = '', ...more] = await serve();
    expect([file, more]).toEqual([expect.stringMatching(/^serve-.*\.bin$/), []]);
    const { ino } = statSync(join(cache.directory, file));
    expect(await serve()).toEqual([file]);
    expect(statSync(join(cache.directory, file)).ino).toBe(ino);
  });

  it('is not used with a page of it damaged, and made anew; so it is with a folder in its place', async () => {
    const cache = cacheFolder();
    const file = await cache.fill();
    const whole = readFileSync(file);
    // Where it crashes whoever believes it.
    const damaged = whole.fill(0xff, 200_000, 204_096);
    writeFileSync(file, damaged);
    await cache.expectToRun();
    expect(readFileSync(file).equals(damaged)).toBe(false);
    rmSync(file);
    mkdirSync(file);
    await cache.expectToRun();
    expect([statSync(file).isFile(), cache.files().length]).toEqual([true, 1]);
  });

  it('is made anew for a program of another build, of the same size and time as npm gives them', async () => {
    const cache = cacheFolder();
    const file = await cache.fill();
    expect(file).toMatch(/-[0-9a-f]{16}\.bin$/);
    const program = readFileSync(builtFile('cli.cjs'), 'latin1');
    expect(file).toContain(program.slice(2, 18));
  });

  it('is written in a draft, of which those of killed commands are removed and those of running ones are not', async () => {
    const cache = cacheFolder();
    mkdirSync(cache.directory, { recursive: true });
    const { running } = leaveDrafts(cache.directory);
    await cache.expectToRun();
    expect(cache.files().filter((name) => name.endsWith('.part'))).toEqual([running]);
  });
});

describe('the folder that later versions of Node keep code in', () => {
  const { isPlain } = createRequire(import.meta.url)(codeCache) as {
    isPlain(directory: string): boolean;
  };

  it('may hold files and folders, and need not be there yet', () => {
    const { directory } = cacheFolder();
    expect(isPlain(directory)).toBe(true);
    mkdirSync(join(directory, 'v24/of-nothing'), { recursive: true });
    writeFileSync(join(directory, 'v24/code'), '');
    expect(isPlain(directory)).toBe(true);
  });

  it.each<[string, (directory: string) => void]>([
    ['with a pipe in it', (directory) => execaSync('mkfifo', [join(directory, 'v24/code')])],
    ['with a link in it', (directory) => symlinkSync('/dev/zero', join(directory, 'v24/code'))],
    ['that is a file', (directory) => replace(directory, () => writeFileSync(directory, ''))],
    ['that is a link', (directory) => replace(directory, () => symlinkSync('/proc', directory))],
  ])('is left alone %s', (_, spoil) => {
    const { directory } = cacheFolder();
    mkdirSync(join(directory, 'v24'), { recursive: true });
    spoil(directory);
    expect(isPlain(directory)).toBe(false);
  });

  it.runIf(process.getuid?.() === 0)('is left alone where it is of somebody else', () => {
    const { directory } = cacheFolder();
    mkdirSync(directory);
    chownSync(directory, 65_534, 65_534);
    expect(isPlain(directory)).toBe(false);
  });
});

function replace(directory: string, put: () => void): void {
  rmSync(directory, { recursive: true });
  put();
}
