import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { systemProblem } from '../errors/system-problem.ts';
import { UsageError } from '../errors/usage-error.ts';
import type { Streams } from '../streams.ts';
import { createStdinReader } from './stdin-reader.ts';

/**
 * The text that a value on the command line stands for: `@FILE` is the file's content, `@-` is stdin (once a
 * command), `@@text` is `@text`, anything else is itself. One final line break of a file is dropped.
 * @param flag named in errors, as `--public-key`
 */
export type TextSource = (flag: string, value: string) => Promise<string>;

/** Reads from files relative to the working directory; `~/` is the home directory. */
export function createTextSource(streams: Streams, stdin = createStdinReader(streams)): TextSource {
  return async (flag, value) => {
    if (!value.startsWith('@')) return value;
    if (value.startsWith('@@')) return value.slice(1);
    const name = value.slice(1);
    if (name === '')
      throw new UsageError(`${flag} @ names no file; write @FILE, @- for stdin, or @@ for an @`);
    const bytes = name === '-' ? await stdin.read(`${flag} @-`) : readAtFile(flag, name, streams);
    return decodeText(flag, name === '-' ? 'stdin' : name, bytes).replace(/\r?\n$/, '');
  };
}

function readAtFile(flag: string, name: string, streams: Streams): Uint8Array {
  const hint = 'a value that starts with @ names a file; write @@ in front of a text that starts with @';
  return readNamedFile(flag, name, streams, hint);
}

/** A file named on the command line. Throws a UsageError naming the flag. */
export function readNamedFile(
  flag: string,
  name: string,
  { env, cwd }: Pick<Streams, 'env' | 'cwd'>,
  hint?: string,
): Uint8Array {
  const path = name.startsWith('~/') && env.HOME ? env.HOME + name.slice(1) : name;
  try {
    return readFileSync(resolve(cwd, path));
  } catch (error) {
    throw new UsageError(`${flag} cannot read the file ${name}: ${systemProblem(error)}`, hint);
  }
}

/** Bytes as text. Throws a UsageError for what is not UTF-8. */
export function decodeText(flag: string, name: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UsageError(`${flag} cannot take ${name}: it is not UTF-8 text`);
  }
}
