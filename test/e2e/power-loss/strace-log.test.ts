import { describe, expect, it } from 'vitest';
import { readStraceLog } from './strace-log.ts';

/** As `strace -xx` writes text. */
const hex = (text: string) =>
  text.replace(/./gs, (c) => `\\x${c.charCodeAt(0).toString(16).padStart(2, '0')}`);
const cwd = `AT_FDCWD<${hex('/home')}>`;
const quoted = (text: string) => `"${hex(text)}"`;
const file = (number: number, path: string) => `${number}<${hex(path)}>`;
const client = '30<TCP:[127.0.0.1:80->127.0.0.1:4711]>';

/** The operations in a log, with the texts of what was written. */
function read(...lines: string[]): object[] {
  return readStraceLog(lines, '/root').map((operation) =>
    operation.kind === 'write' ? { ...operation, bytes: operation.bytes.toString() } : operation,
  );
}

describe('a log of strace', () => {
  it('tells how a file was made, written and synced, and when its client heard of it', () => {
    expect(
      read(
        `7 mkdir(${quoted('/root/d')}, 0700) = 0`,
        `7 openat(${cwd}, ${quoted('/root/d/a')}, O_RDWR|O_CREAT|O_CLOEXEC, 0600) = 5${file(5, '/root/d/a').slice(1)}`,
        `7 pwrite64(${file(5, '/root/d/a')}, ${quoted('text')}, 4, 16) = 4`,
        `7 ftruncate(${file(5, '/root/d/a')}, 18) = 0`,
        `7 fsync(${file(5, '/root/d/a')}) = 0`,
        `7 writev(${client}, [{iov_base=${quoted('HTTP ')}, iov_len=5}, {iov_base=${quoted('{}')}, iov_len=2}], 2) = 7`,
        `7 rename(${quoted('/root/d/a')}, ${quoted('/root/d/b')}) = 0`,
        `7 unlinkat(${cwd}, ${quoted('/root/d/b')}, 0) = 0`,
        '7 +++ exited with 0 +++',
      ),
    ).toEqual([
      { at: 1, kind: 'mkdir', path: '/root/d' },
      { at: 2, kind: 'open', path: '/root/d/a', creates: true, empties: false },
      { at: 3, kind: 'write', path: '/root/d/a', offset: 16, bytes: 'text' },
      { at: 4, kind: 'truncate', path: '/root/d/a', size: 18 },
      { at: 5, kind: 'sync', path: '/root/d/a', began: 5 },
      { at: 6, kind: 'answer', text: 'HTTP {}' },
      { at: 7, kind: 'rename', from: '/root/d/a', path: '/root/d/b' },
      { at: 8, kind: 'remove', path: '/root/d/b' },
    ]);
  });

  it('tells where writes without a position went, and only what was written of them', () => {
    const open = (flags: string, fd: number) =>
      `7 openat(${cwd}, ${quoted('/root/a')}, ${flags}, 0600) = ${file(fd, '/root/a')}`;
    const write = (fd: number, text: string, written = text.length) =>
      `7 write(${file(fd, '/root/a')}, ${quoted(text)}, ${text.length}) = ${written}`;
    const operations = read(
      open('O_WRONLY|O_CREAT|O_TRUNC', 5),
      write(5, 'one'),
      write(5, 'three', 2),
      open('O_WRONLY|O_APPEND', 6),
      write(6, '!'),
      `7 lseek(${file(5, '/root/a')}, 1, SEEK_SET) = 1`,
      write(5, '?'),
    );
    expect(operations).toMatchObject([
      { kind: 'open', creates: true, empties: true },
      { bytes: 'one', offset: 0 },
      { bytes: 'th', offset: 3 },
      { bytes: '!', offset: 'end' },
      { bytes: '?', offset: 1 },
    ]);
  });

  it('counts an answer from when it began, and a sync only for what had ended before it began', () => {
    const operations = read(
      `7 fsync(${file(5, '/root/a')} <unfinished ...>`,
      `8 pwrite64(${file(5, '/root/a')}, ${quoted('x')}, 1, 0 <unfinished ...>`,
      `9 write(${client}, ${quoted('HTTP')}, 4 <unfinished ...>`,
      '8 <... pwrite64 resumed>) = 1',
      '7 <... fsync resumed>) = 0',
      '9 <... write resumed>) = 4',
    );
    expect(operations).toMatchObject([
      { at: 3, kind: 'answer' },
      { at: 4, kind: 'write' },
      { at: 5, kind: 'sync', began: 1 },
    ]);
  });

  it('counts an answer whole whose sender was killed before the call came back', () => {
    const operations = read(
      `7 write(${client}, ${quoted('one')}, 3) = ?`,
      `8 write(${client}, ${quoted('two')}, 3 <unfinished ...>) = ?`,
      `9 writev(${client}, [{iov_base=${quoted('three')}, iov_len=5}], 1 <unfinished ...>`,
      '10 +++ killed by SIGKILL +++',
      '9 <... writev resumed>) = ?',
      `11 fsync(${file(5, '/root/a')}) = ?`,
    );
    expect(operations).toEqual([
      { at: 1, kind: 'answer', text: 'one' },
      { at: 2, kind: 'answer', text: 'two' },
      { at: 3, kind: 'answer', text: 'three' },
    ]);
  });

  it('leaves out what failed, what lies elsewhere, and what has no name any more', () => {
    expect(
      read(
        `7 mkdir(${quoted('/root/d')}, 0700) = -1 EEXIST (File exists)`,
        `7 mkdir(${quoted('/rooted')}, 0700) = 0`,
        `7 pwrite64(${file(5, '/root/a')}(deleted), ${quoted('x')}, 1, 0) = 1`,
        `7 openat(${cwd}, ${quoted('/root/a')}, O_RDONLY) = ${file(5, '/root/a')}`,
      ),
    ).toEqual([]);
  });

  it.each([
    `7 fallocate(${file(5, '/root/a')}, 0, 0, 4096) = 0`,
    `7 copy_file_range(${file(5, '/home/a')}, NULL, ${file(6, '/root/a')}, NULL, 9, 0) = 9`,
    `7 mmap(NULL, 4096, PROT_READ|PROT_WRITE, MAP_SHARED, ${file(5, '/root/a')}, 0) = 0x7f0000000000`,
    `7 symlinkat(${quoted('/home/a')}, ${cwd}, ${quoted('/root/a')}) = 0`,
    `7 write(${file(5, '/root/a')}, ${quoted('x')}, 1) = 1`,
    `7 rename(${quoted('/home/a')}, ${quoted('/root/a')}) = 0`,
    '7 io_uring_setup(64, {}) = 5',
    `7 pwrite64(${file(5, '/root/a')}, ${quoted('x')}, 1, 0) = ?`,
    `7 unlinkat(${cwd}, ${quoted('/root/b')}, 0 <unfinished ...>) = ?`,
  ])('is refused where a disk could not be rebuilt from it: %s', (line) => {
    expect(() => read(line)).toThrow('what a power cut leaves of this call is not known here');
  });
});
