import {
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { rewriteWholeFile, writeWholeFile } from '../../src/files/write-file.ts';
import { temporaryDirectory } from '../harness/temporary-directory.ts';

const modeOf = (file: string) => (statSync(file).mode & 0o777).toString(8);

it('puts a new file in the place of what was there, with the mode that is asked for', async () => {
  const directory = temporaryDirectory();
  const file = join(directory, 'a.txt');
  writeFileSync(file, 'old', { mode: 0o644 });
  const inode = statSync(file).ino;
  await writeWholeFile(file, 'new', 0o600);
  expect([readFileSync(file, 'utf8'), modeOf(file), statSync(file).ino === inode]).toEqual([
    'new',
    '600',
    false,
  ]);
  await writeWholeFile(file, 'for all', 0o644);
  expect([modeOf(file), readdirSync(directory)]).toEqual(['644', ['a.txt']]);
});

it('leaves what was there, and no draft, when its content does not come whole', async () => {
  const directory = temporaryDirectory();
  const file = join(directory, 'a.txt');
  writeFileSync(file, 'old');
  const half = writeWholeFile(
    file,
    async (write) => {
      await write('first half\n');
      expect(readFileSync(file, 'utf8')).toBe('old');
      const [draft = ''] = readdirSync(directory).filter((name) => name !== 'a.txt');
      expect([readFileSync(join(directory, draft), 'utf8'), modeOf(join(directory, draft))]).toEqual([
        'first half\n',
        '600',
      ]);
      throw new Error('no second half');
    },
    0o600,
  );
  await expect(half).rejects.toThrow('no second half');
  expect([readFileSync(file, 'utf8'), readdirSync(directory)]).toEqual(['old', ['a.txt']]);
});

it('follows a link to the file that it means', async () => {
  const directory = temporaryDirectory();
  const meant = join(directory, 'meant.txt');
  writeFileSync(meant, 'old');
  symlinkSync(meant, join(directory, 'link.txt'));
  await writeWholeFile(join(directory, 'link.txt'), 'new', 0o600);
  expect([readFileSync(meant, 'utf8'), readdirSync(directory)]).toEqual(['new', ['link.txt', 'meant.txt']]);
});

it.each([
  ['a new file', writeWholeFile],
  ['one that others may rely on', rewriteWholeFile],
])('follows a link to a file that is not there yet: %s', async (_, write) => {
  const directory = temporaryDirectory();
  symlinkSync('meant.txt', join(directory, 'next.txt'));
  symlinkSync('next.txt', join(directory, 'link.txt'));
  await write(join(directory, 'link.txt'), 'new', 0o600);
  expect(readFileSync(join(directory, 'meant.txt'), 'utf8')).toBe('new');
  expect(readdirSync(directory)).toEqual(['link.txt', 'meant.txt', 'next.txt']);
  expect(readlinkSync(join(directory, 'link.txt'))).toBe('next.txt');
});

it('leaves links that lead to one another as they are', async () => {
  const directory = temporaryDirectory();
  symlinkSync('b.txt', join(directory, 'a.txt'));
  symlinkSync('a.txt', join(directory, 'b.txt'));
  for (const write of [writeWholeFile, rewriteWholeFile]) {
    await expect(write(join(directory, 'a.txt'), 'x', 0o600)).rejects.toMatchObject({ code: 'ELOOP' });
  }
  expect(readdirSync(directory)).toEqual(['a.txt', 'b.txt']);
  expect(readlinkSync(join(directory, 'a.txt'))).toBe('b.txt');
});

it('writes to a pipe as it is', async () => {
  const pipe = join(temporaryDirectory(), 'pipe');
  await execa('mkfifo', [pipe]);
  const reader = execa('cat', [pipe]);
  await writeWholeFile(pipe, 'through', 0o600);
  expect((await reader).stdout).toBe('through');
  expect(statSync(pipe).isFIFO()).toBe(true);
});

it('says what the system says of a place that cannot be written, and leaves nothing beside it', async () => {
  const directory = temporaryDirectory();
  mkdirSync(join(directory, 'a'));
  await expect(writeWholeFile(join(directory, 'a'), 'x', 0o600)).rejects.toMatchObject({ code: 'EISDIR' });
  await expect(writeWholeFile(join(directory, 'b/c'), 'x', 0o600)).rejects.toMatchObject({ code: 'ENOENT' });
  expect(readdirSync(directory)).toEqual(['a']);
});
