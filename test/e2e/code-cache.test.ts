import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { builtFile } from '../harness/built-program.ts';
import { cacheFolder, keepsOwnCode } from '../harness/code-cache.ts';
import { leaveDrafts } from '../harness/left-drafts.ts';

describe.runIf(keepsOwnCode)('the code that is kept from one start to the next', () => {
  it('is used by the next start, which leaves it as it is', async () => {
    const cache = cacheFolder();
    const file = await cache.fill();
    const { ino, mode } = statSync(file);
    expect((mode & 0o777).toString(8)).toBe('600');
    await cache.expectToRun();
    expect(statSync(file).ino).toBe(ino);
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
