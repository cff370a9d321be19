import { resolve, sep } from 'node:path';
import type { FileOperation, Recorded } from './operations.ts';

/**
 * What has to be traced. A question mark: not every machine has that call. Calls that no rebuilt disk understands are
 * there to be refused.
 */
const traced = [
  ...['?open', 'openat', '?creat', '?mkdir', 'mkdirat', '?unlink', 'unlinkat', '?rmdir'],
  ...['?rename', '?renameat', 'renameat2', '?link', 'linkat', '?symlink', 'symlinkat'],
  ...['write', 'writev', 'pwrite64', 'pwritev', 'pwritev2', 'lseek', 'sendto', 'sendmsg'],
  ...['truncate', 'ftruncate', 'fallocate', 'copy_file_range', 'sendfile', 'ioctl', 'mmap'],
  ...['fsync', 'fdatasync', 'io_uring_setup'],
];

/** Whatever strace writes as text is written as bytes in hexadecimal, whole. */
const options = [
  '-f',
  '-yy',
  '-xx',
  '-s',
  String(2 ** 20),
  '-e',
  `trace=${traced.join(',')}`,
  '-e',
  'signal=none',
];

/**
 * The words before a command that make strace write down what it does.
 * @param log the file to write to
 */
export function straceCommand(log: string): string[] {
  return ['strace', ...options, '-o', log];
}

interface Call {
  readonly name: string;
  readonly args: string;
  /** The lines on which it began and ended. */
  readonly began: number;
  readonly ended: number;
  /** Nothing for a call that never came back: its process was killed within it. */
  readonly result: number | undefined;
}

function* callsOf(lines: Iterable<string>): Iterable<Call> {
  const begun = new Map<string, { text: string; began: number }>();
  let number = 0;
  for (const line of lines) {
    number += 1;
    const [, thread = '', said = ''] = /^(\d+) +(.*)$/.exec(line) ?? [];
    const [, half] = /^(\w+\(.*) <unfinished \.\.\.>$/.exec(said) ?? [];
    if (half !== undefined) {
      begun.set(thread, { text: half, began: number });
      continue;
    }
    const [, rest] = /^<\.\.\. \w+ resumed>(.*)$/.exec(said) ?? [];
    const before = rest === undefined ? undefined : begun.get(thread);
    const whole = (before ? before.text + rest : said).replace(' <unfinished ...>) ', ') ');
    const [, name, args = '', end] = /^(\w+)\((.*)\) += (-?\d+|0x[0-9a-f]+|\?)/.exec(whole) ?? [];
    if (name === undefined) continue;
    const result = end === '?' ? undefined : Number(end);
    yield { name, args, began: before?.began ?? number, ended: number, result };
  }
}

const hex = String.raw`((?:\\x[0-9a-f]{2})*)`;

function decode(text: string): Buffer {
  return Buffer.from(text.replaceAll('\\x', ''), 'hex');
}

/** All texts between quotes. */
function bytesOf(args: string): Buffer {
  if (args.includes('"...')) throw new Error('strace cut a text short');
  return Buffer.concat([...args.matchAll(new RegExp(`"${hex}"`, 'g'))].map(([, text = '']) => decode(text)));
}

/** A descriptor among arguments: its number, what is open there, and whether that has no name any more. */
const descriptor = new RegExp(`^(\\d+)<(?:${hex}|([^>]*(?:->[^>]*)?))>(\\(deleted\\))?`);

const anyPath = new RegExp(`[<"]${hex}[>"]`, 'g');

/** Paths as arguments name them: relative to a directory that may stand before it. */
function pathsOf(args: string): string[] {
  const one = new RegExp(`(?:(?:AT_FDCWD|\\d+)<${hex}>, )?"${hex}"`, 'g');
  return [...args.matchAll(one)].map(([, directory = '', path = '']) =>
    resolve(decode(directory).toString() || sep, decode(path).toString()),
  );
}

/**
 * Reads what strace wrote down: what was done to files below a folder, and what left the program. Throws where
 * something was done that a rebuilt disk does not understand, so that nothing is proved from half a record.
 * @param root absolute and without links
 * @param after the moment of the last operation of an earlier program on the same folder
 */
export function readStraceLog(lines: Iterable<string>, root: string, after = 0): Recorded[] {
  const isOurs = (path: string) => path === root || path.startsWith(root + sep);
  const found: Recorded[] = [];
  /** Where the next write goes, by descriptor. */
  const positions = new Map<number, number | 'end'>();

  for (const { name, args, began, ended, result } of callsOf(lines)) {
    if (result !== undefined && result < 0) continue;
    const note = (operation: FileOperation) => found.push({ ...operation, at: after + ended });
    const [, number = '', openPath, other = '', isDeleted] = descriptor.exec(args) ?? [];
    const open = openPath === undefined ? undefined : decode(openPath).toString();
    const isOpenOurs = open !== undefined && isOurs(open) && isDeleted === undefined;
    const refuse = () => {
      throw new Error(
        `what a power cut leaves of this call is not known here: ${name}(${args.slice(0, 300)}`,
      );
    };

    const namesOurs = () =>
      [...args.matchAll(anyPath)].some(([, path = '']) => isOurs(decode(path).toString()));

    if (/^(?:write|writev|sendto|sendmsg)$/.test(name) && !isOpenOurs) {
      if (!/^TCP/.test(other) && number !== '1') continue;
      // It may have arrived as soon as it was sent, whole if its sender was killed meanwhile.
      found.push({ kind: 'answer', text: bytesOf(args).subarray(0, result).toString(), at: after + began });
      continue;
    }
    if (result === undefined) {
      // A sync that never came back promised nothing; whether anything else was done nobody can tell.
      if (!/^f(?:data)?sync$/.test(name) && namesOurs()) refuse();
      continue;
    }

    switch (name) {
      case 'open':
      case 'openat':
      case 'creat': {
        const [path = ''] = pathsOf(args);
        positions.set(result, args.includes('O_APPEND') ? 'end' : 0);
        if (!isOurs(path)) break;
        if (args.includes('O_TMPFILE')) refuse();
        const creates = name === 'creat' || args.includes('O_CREAT');
        const empties = name === 'creat' || args.includes('O_TRUNC');
        if (creates || empties) note({ kind: 'open', path, creates, empties });
        break;
      }
      case 'write':
      case 'writev':
      case 'sendto':
      case 'sendmsg': {
        const offset = positions.get(Number(number));
        if (open === undefined || offset === undefined) return refuse();
        note({ kind: 'write', path: open, offset, bytes: bytesOf(args).subarray(0, result) });
        if (offset !== 'end') positions.set(Number(number), offset + result);
        break;
      }
      case 'pwrite64': {
        const offset = Number(/, (\d+)$/.exec(args)?.[1]);
        if (isOpenOurs) note({ kind: 'write', path: open, offset, bytes: bytesOf(args).subarray(0, result) });
        break;
      }
      case 'lseek':
        if (isOpenOurs) positions.set(Number(number), result);
        break;
      case 'ftruncate':
        if (isOpenOurs) note({ kind: 'truncate', path: open, size: Number(/, (\d+)$/.exec(args)?.[1]) });
        break;
      case 'truncate': {
        const [path = ''] = pathsOf(args);
        if (isOurs(path)) note({ kind: 'truncate', path, size: Number(/, (\d+)$/.exec(args)?.[1]) });
        break;
      }
      case 'fsync':
      case 'fdatasync':
        if (isOpenOurs) note({ kind: 'sync', path: open, began: after + began });
        break;
      case 'mkdir':
      case 'mkdirat':
      case 'unlink':
      case 'unlinkat':
      case 'rmdir': {
        const [path = ''] = pathsOf(args);
        if (isOurs(path)) note({ kind: name.startsWith('mkdir') ? 'mkdir' : 'remove', path });
        break;
      }
      case 'rename':
      case 'renameat':
      case 'renameat2':
      case 'link':
      case 'linkat': {
        const [from = '', path = ''] = pathsOf(args);
        if (isOurs(from) !== isOurs(path) || args.includes('RENAME_')) refuse();
        if (isOurs(path)) note({ kind: name.startsWith('link') ? 'link' : 'rename', from, path });
        break;
      }
      case 'mmap': {
        const [, path = ''] = new RegExp(`, \\d+<${hex}>`).exec(args) ?? [];
        const isWritten = args.includes('PROT_WRITE') && args.includes('MAP_SHARED');
        // What is mapped is lost whole; only the memory that SQLite shares between processes may be.
        if (isWritten && isOurs(decode(path).toString()) && !decode(path).toString().endsWith('-shm'))
          refuse();
        break;
      }
      case 'io_uring_setup':
        refuse();
        break;
      default:
        if (namesOurs()) refuse();
    }
  }
  // Answers stand where they began, all else where it ended.
  return found.sort((a, b) => a.at - b.at);
}
