import { chmodSync, chownSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execaSync } from 'execa';
import { describe, expect, it } from 'vitest';
import { cacheText, readCacheFile } from '../../src/files/cache-file.ts';
import { temporaryDirectory } from '../harness/temporary-directory.ts';

function kept(value: unknown) {
  const file = join(temporaryDirectory(), 'kept.json');
  const text = cacheText(value);
  writeFileSync(file, text, { mode: 0o600 });
  return { file, text };
}

describe('what is kept', () => {
  it('comes back as it was', () => {
    const value = { answers: [['ep_1', 'Zürich']], freshUntil: 7 };
    expect(readCacheFile(kept(value).file)).toEqual(value);
  });

  it('is as if it were not there with any byte of it damaged, or cut off anywhere', () => {
    const { file, text } = kept([['ep_1', 'first']]);
    const bytes = Buffer.from(text);
    for (let i = 0; i < bytes.length; i++) {
      for (const bit of [0x01, 0x20, 0x80]) {
        const damaged = Buffer.from(bytes);
        damaged.writeUInt8((bytes[i] ?? 0) ^ bit, i);
        writeFileSync(file, damaged);
        expect(readCacheFile(file), `byte ${i}`).toBeUndefined();
      }
      writeFileSync(file, bytes.subarray(0, i));
      expect(readCacheFile(file), `${i} bytes`).toBeUndefined();
    }
  });

  it.each<[string, (file: string) => unknown]>([
    ['a folder', (file) => mkdirSync(file)],
    ['a pipe', (file) => execaSync('mkfifo', [file])],
    ['a link to nothing', (file) => symlinkSync('/nonexistent/file', file)],
    ['a link to what has no end', (file) => symlinkSync('/dev/zero', file)],
    ['a file without an end', (file) => execaSync('truncate', ['-s', '1G', file])],
  ])('is as if it were not there where %s is in its place', (_, put) => {
    const { file } = kept([]);
    rmSync(file);
    put(file);
    expect(readCacheFile(file)).toBeUndefined();
  });

  it('is of no use where others may have written it', () => {
    const { file } = kept(['ep_1']);
    chmodSync(file, 0o620);
    expect(readCacheFile(file)).toBeUndefined();
    chmodSync(file, 0o600);
    expect(readCacheFile(file)).toEqual(['ep_1']);
    if (process.getuid?.() !== 0) return;
    chownSync(file, 65_534, 65_534);
    expect(readCacheFile(file)).toBeUndefined();
  });
});
