import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execaSync } from 'execa';
import { describe, expect, it } from 'vitest';
import { cacheFolder, keepsOwnCode } from '../harness/code-cache.ts';
import { cannotMount, smallDisk } from '../harness/small-disk.ts';
import { temporaryDirectory } from '../harness/temporary-directory.ts';

const codeCache = fileURLToPath(new URL('../../bin/code-cache.cjs', import.meta.url));

const isRoot = process.getuid?.() === 0;

function overwrite(file: string, change: (bytes: Buffer) => void): void {
  const bytes = readFileSync(file);
  change(bytes);
  writeFileSync(file, bytes);
}

/** At the beginnings and ends of both copies, where V8 looks, and in the middle of them. */
const damagedPlaces = [0, 9, 17, 0.1, 0.25, 0.4, 0.5, 0.501, 0.75, 0.9999];
const damages: [string, (file: string) => void][] = [
  ...damagedPlaces.map((place): [string, (file: string) => void] => [
    `a page of it damaged at ${place}`,
    (file) =>
      overwrite(file, (bytes) => {
        const start = Math.floor(place < 1 ? place * bytes.length : place);
        bytes.fill(0xff, start, Math.min(start + 4096, bytes.length));
      }),
  ]),
  [
    'one bit of it turned',
    (file) => overwrite(file, (bytes) => bytes.writeUInt8((bytes[50_000] ?? 0) ^ 1, 50_000)),
  ],
  ['its half', (file) => truncateSync(file, statSync(file).size / 2)],
  ['a byte more', (file) => truncateSync(file, statSync(file).size + 1)],
  ['nothing in it', (file) => truncateSync(file)],
  ['zeros', (file) => writeFileSync(file, Buffer.alloc(100_000))],
  ['a word said twice', (file) => writeFileSync(file, 'wordword')],
  ['another mode', (file) => chmodSync(file, 0o666)],
  ...(isRoot
    ? [['another owner', (file: string) => chownSync(file, 65_534, 65_534)] as [string, () => void]]
    : []),
];

/** What may stand where the file was. */
const strangers: [string, (file: string) => void][] = [
  ['a folder', (file) => mkdirSync(join(file, 'with-something-in-it'), { recursive: true })],
  ['a pipe', (file) => execaSync('mkfifo', [file])],
  ['a link to nothing', (file) => symlinkSync('/nonexistent/file', file)],
  ['a link to what has no end', (file) => symlinkSync('/dev/zero', file)],
  ['a link to itself', (file) => symlinkSync(file, file)],
];

describe.runIf(keepsOwnCode)('the code that is kept from one start to the next', () => {
  it.each(damages)('is not used, and made anew: %s', async (_, damage) => {
    const cache = cacheFolder();
    const file = await cache.fill();
    const whole = statSync(file);
    damage(file);
    await cache.expectToRun();
    expect(cache.files()).toHaveLength(1);
    const { ino, size, uid } = statSync(file);
    expect({ isNew: ino !== whole.ino, uid, isWhole: size > whole.size / 2 && size % 2 === 0 }).toEqual({
      isNew: true,
      uid: whole.uid,
      isWhole: true,
    });
  });

  it.each(strangers)('is made anew where there is %s in its place', async (_, put) => {
    const cache = cacheFolder();
    const file = await cache.fill();
    rmSync(file);
    put(file);
    await cache.expectToRun();
    expect([lstatSync(file).isFile(), cache.files().length]).toEqual([true, 1]);
  });

  it('is nothing that a program needs: it runs on a full disk, and leaves nothing there', async (context) => {
    const disk = smallDisk('64k');
    if (!disk) return context.skip(cannotMount);
    const cache = cacheFolder(disk);
    await cache.expectToRun();
    expect(cache.files()).toEqual([]);
  });

  it.each<[string, (folder: string) => void]>([
    ['a file', (folder) => writeFileSync(folder, '')],
    ['a pipe', (folder) => execaSync('mkfifo', [folder])],
    ['a link to nothing', (folder) => symlinkSync('/nonexistent/folder', folder)],
    ['a link to what cannot be written', (folder) => symlinkSync('/proc', folder)],
  ])('is not kept where there is %s in the place of its folder', async (_, put) => {
    const cache = cacheFolder();
    put(cache.directory);
    await cache.expectToRun();
  });

  it('is of no use with a word of it damaged at any of 100 places', async () => {
    const cache = cacheFolder();
    const file = await cache.fill();
    const whole = readFileSync(file);
    for (let i = 0; i < 100; i++) {
      const damaged = Buffer.from(whole);
      damaged.writeUInt32LE(~damaged.readUInt32LE(i * 6_001) >>> 0, i * 6_001);
      writeFileSync(file, damaged);
      await cache.expectToRun();
      expect(readFileSync(file).equals(damaged), `byte ${i * 6_001}`).toBe(false);
    }
  });

  it('has what ran at the start, although the program lives for so long that V8 has forgotten it', () => {
    const home = temporaryDirectory();
    const program = join(home, 'serve.cjs');
    const starter = join(home, 'starter.cjs');
    const cache = join(home, 'cache');
    writeFileSync(starter, `require('${codeCache}').requireCached('${program}', '${cache}');`);
    writeFileSync(
      program,
      `function start() { let n = 0; ${'n += Math.sin(n);'.repeat(2_000)} }
       function live(turns) { if (turns > 0) setTimeout(live, 0, turns - 1, new Array(1e6).fill(turns)); }
       start();
       live(Number(process.env.TURNS));`,
    );
    const run = (turns: number) => {
      const env = { TURNS: String(turns) };
      const { stdout } = execaSync(process.execPath, ['--trace-gc', starter, 'serve'], { env });
      const [name = ''] = readdirSync(cache);
      const bytes = statSync(join(cache, name)).size;
      rmSync(cache, { recursive: true });
      return { collections: stdout.split('Mark-Compact').length - 1, bytes };
    };
    const brief = run(0);
    const long = run(150);
    expect(long.collections).toBeGreaterThan(brief.collections + 3);
    expect(long.bytes).toBeGreaterThan(0.99 * brief.bytes);
  });
});
