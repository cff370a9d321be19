import { resolve } from 'node:path';
import { readBounded, readBoundedStream } from '../../files/read-file.ts';
import { fieldError, usageError } from '../errors/cli-error.ts';
import { systemProblem } from '../errors/system-problem.ts';
import type { Streams } from '../streams.ts';
import { longest } from './longest.ts';

/** Stdin as data: one thing on the command line can have it. */
export interface StdinReader {
  /** What has it, as it stands on the command line: `--metadata @-`. */
  readonly taker: string | undefined;
  /**
   * All of it. Throws a CliError when something else has it, and for what cannot be read or is longer than it may be.
   * @param most in bytes
   */
  read(taker: string, most: number): Promise<Uint8Array>;
}

export function createStdinReader(streams: Pick<Streams, 'stdin'>): StdinReader {
  let holder: string | undefined;
  return {
    get taker() {
      return holder;
    },
    async read(taker, most) {
      if (holder !== undefined) throw usageError(`${taker} cannot read stdin, which ${holder} already reads`);
      holder = taker;
      try {
        return await readBoundedStream(streams.stdin, most);
      } catch (error) {
        throw fieldError(taker.replace(/ @?-$/, ''), `cannot read stdin: ${systemProblem(error)}`);
      }
    },
  };
}

/** A file that the command line names, not read yet. */
export interface NamedFile {
  /** As messages call it: the name that was given, `stdin` for `-`. */
  readonly name: string;
  readonly isStdin: boolean;
  /** All of it, once. Throws a CliError naming the option or argument. @param most in bytes, `longest.file` */
  bytes(most?: number): Promise<Uint8Array>;
  /** The same as text. Throws a CliError for what is not UTF-8. */
  text(most?: number): Promise<string>;
}

type Place = Pick<Streams, 'env' | 'cwd'>;

/** The value of an option or an argument that names a file to read; `-` is stdin. */
export const inputFile = {
  hint: { path: 'file' },
  read(given: string, flag: string, { streams, stdin }: FileContext): NamedFile {
    if (given === '') throw fieldError(flag, 'names no file; write - for stdin');
    const isStdin = given === '-';
    const name = isStdin ? 'stdin' : given;
    const bytes = async (most: number = longest.file) =>
      isStdin ? stdin.read(`${flag} -`, most) : readNamedFile(flag, given, streams, { most });
    return { name, isStdin, bytes, text: async (most) => decodeText(flag, name, await bytes(most)) };
  },
} as const;

/** What of a command's context files are read with; the whole of it knows nothing of files. */
interface FileContext {
  readonly streams: Place;
  readonly stdin: StdinReader;
}

/** Where a file is that the command line names; `~/` is the home directory. */
export function filePath(name: string, { env, cwd }: Place): string {
  return resolve(cwd, name.startsWith('~/') && env.HOME ? env.HOME + name.slice(1) : name);
}

/** A file's content. Throws a CliError. @param flag what named it, as `--ca-cert` */
export function readNamedFile(
  flag: string,
  name: string,
  place: Place,
  { most = longest.file, hint }: { readonly most?: number; readonly hint?: string } = {},
): Uint8Array {
  try {
    return readBounded(filePath(name, place), most);
  } catch (error) {
    throw fieldError(flag, `cannot read the file ${name}: ${systemProblem(error)}`, { hint });
  }
}

/** Bytes as text. Throws a CliError for what is not UTF-8. */
export function decodeText(flag: string, name: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw fieldError(flag, `cannot read ${name}: it is not UTF-8 text`);
  }
}
