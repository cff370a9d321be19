import { describe, expect, it } from 'vitest';
import { randomNumbers } from '../random-numbers.ts';
import { Disk, type Tree } from './disk.ts';
import type { FileOperation } from './operations.ts';

/** A disk on which these things were done, at the moments 1, 2, 3 and so on. */
function diskAfter(operations: readonly FileOperation[], before?: Tree): Disk {
  const disk = new Disk('/root', before);
  for (const [i, operation] of operations.entries()) disk.apply({ ...operation, at: i + 1 });
  return disk;
}

/** All that a power cut may leave, as far as 400 of them show it; of files the text, or the length of long ones. */
function leftBy(disk: Disk): string[] {
  const random = randomNumbers(1);
  const shown = Array.from({ length: 400 }, () => show(disk.afterPowerCut(random)));
  return [...new Set(shown)].sort();
}

function show(tree: Tree): string {
  const names = [...tree].map(([name, content]) => {
    if (content === 'directory') return `${name}/`;
    return `${name}=${content.length > 8 ? content.length : content.toString().replaceAll('\0', '0')}`;
  });
  return names.sort().join(' ');
}

const create = (path: string): FileOperation => ({ kind: 'open', path, creates: true, empties: false });
const write = (path: string, text: string, offset: number | 'end' = 0): FileOperation => ({
  kind: 'write',
  path,
  offset,
  bytes: Buffer.from(text),
});
const sync = (path: string, began = 1000): FileOperation => ({ kind: 'sync', path, began });

describe('a power cut', () => {
  it('leaves what was synced, with the names that were', () => {
    const disk = diskAfter([create('/root/a'), write('/root/a', 'text'), sync('/root/a'), sync('/root')]);
    expect(leftBy(disk)).toEqual(['a=text']);
    expect(disk.unsynced()).toEqual([]);
  });

  it('may take a synced file whose name was not', () => {
    const disk = diskAfter([create('/root/a'), write('/root/a', 'text'), sync('/root/a')]);
    expect(leftBy(disk)).toEqual(['', 'a=text']);
  });

  it('may take a directory with all that was synced in it', () => {
    const made: FileOperation[] = [
      { kind: 'mkdir', path: '/root/d' },
      create('/root/d/a'),
      sync('/root/d/a'),
    ];
    expect(leftBy(diskAfter([...made, sync('/root/d')]))).toEqual(['', 'd/ d/a=']);
    expect(leftBy(diskAfter([...made, sync('/root')]))).toEqual(['d/', 'd/ d/a=']);
  });

  it('may leave the old content of a file, the new, none in its length, or a part of it', () => {
    const disk = diskAfter([write('/root/a', 'newer')], new Map([['a', Buffer.from('old')]]));
    expect(leftBy(disk)).toEqual(expect.arrayContaining(['a=new', 'a=newer', 'a=old', 'a=old00']));
    expect(leftBy(diskAfter([create('/root/a'), sync('/root'), write('/root/a', 'new')]))).toEqual(
      expect.arrayContaining(['a=', 'a=000', 'a=new']),
    );
  });

  it('takes or leaves each sector of 512 bytes by itself', () => {
    const before = new Map([['a', Buffer.alloc(1024, 'o')]]);
    const disk = diskAfter([write('/root/a', 'n'.repeat(1024))], before);
    const random = randomNumbers(2);
    const halves = Array.from({ length: 400 }, () => {
      const content = disk.afterPowerCut(random).get('a') as Buffer;
      return [content.subarray(0, 512), content.subarray(512)].map((half) => {
        const [first, last] = [String.fromCharCode(half[0] ?? 0), String.fromCharCode(half[511] ?? 0)];
        return first === last ? first : 'torn';
      });
    });
    const found = new Set(halves.map((half) => half.join(' ')));
    expect([...found]).toEqual(expect.arrayContaining(['o o', 'o n', 'n o', 'n n', 'torn o', 'o torn']));
  });

  it('leaves a sector as it was at some moment: never the second write to it without the first', () => {
    const disk = diskAfter(
      [write('/root/a', 'X', 0), write('/root/a', 'Y', 1)],
      new Map([['a', Buffer.from('..')]]),
    );
    const whole = leftBy(disk).filter((left) => /^a=[.XY]{2}$/.test(left));
    expect(whole).toEqual(['a=..', 'a=X.', 'a=XY']);
  });

  it('takes what was written after a sync began', () => {
    const disk = diskAfter([create('/root/a'), sync('/root'), write('/root/a', '1'), sync('/root/a', 3)]);
    expect(leftBy(disk)).toContain('a=');
  });

  it('may undo a truncate, or not', () => {
    const disk = diskAfter(
      [{ kind: 'truncate', path: '/root/a', size: 1 }],
      new Map([['a', Buffer.from('text')]]),
    );
    expect(leftBy(disk)).toEqual(['a=t', 'a=text']);
  });

  it('may leave a renamed file under its old name or the new, and without what was not synced before', () => {
    const before = new Map([['a', Buffer.from('old')]]);
    const renamed = (synced: FileOperation[]) =>
      diskAfter(
        [
          create('/root/d'),
          write('/root/d', 'new'),
          ...synced,
          { kind: 'rename', from: '/root/d', path: '/root/a' },
        ],
        before,
      );
    expect(leftBy(renamed([sync('/root/d')]))).toEqual(['a=new', 'a=old', 'a=old d=new']);
    expect(leftBy(renamed([]))).toEqual(expect.arrayContaining(['a=', 'a=000', 'a=new', 'a=old']));
    const done = renamed([sync('/root/d')]);
    done.apply({ ...sync('/root'), at: 10 });
    expect(leftBy(done)).toEqual(['a=new']);
  });

  it('leaves the same of a file under each of its names', () => {
    const disk = diskAfter([
      create('/root/a'),
      { kind: 'link', from: '/root/a', path: '/root/b' },
      sync('/root'),
      write('/root/b', 'x'),
    ]);
    const left = leftBy(disk);
    expect(left).toEqual(expect.arrayContaining(['a= b=', 'a=x b=x']));
    expect(left.filter((names) => !/^a=(.*) b=\1$/s.test(names))).toEqual([]);
  });

  it('can be told of one operation whose loss it is', () => {
    const made = { ...create('/root/a'), at: 1 };
    const disk = new Disk('/root');
    disk.apply(made);
    disk.apply({ ...create('/root/b'), at: 2 });
    expect(show(disk.without(new Set([made])))).toBe('b=');
    expect(show(disk.now())).toBe('a= b=');
  });
});
