import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Streams } from './streams.ts';
import { systemProblem } from './system-problem.ts';
import { UsageError } from './usage-error.ts';

/**
 * The text that a value on the command line stands for: `@FILE` is the file's content, `@-` is stdin (once a
 * command), `@@text` is `@text`, anything else is itself. One final line break of a file is dropped.
 * @param flag named in errors, as `--public-key`
 */
export type TextSource = (flag: string, value: string) => Promise<string>;

/** Reads from files relative to the working directory; `~/` is the home directory. */
export function createTextSource(streams: Streams): TextSource {
  let stdinTaker: string | undefined;
  return async (flag, value) => {
    if (!value.startsWith('@')) return value;
    if (value.startsWith('@@')) return value.slice(1);
    const name = value.slice(1);
    if (name === '')
      throw new UsageError(`${flag} @ names no file; write @FILE, @- for stdin, or @@ for an @`);
    if (name !== '-') return decode(flag, name, readNamedFile(flag, name, streams));
    if (stdinTaker !== undefined) {
      throw new UsageError(`${flag} @- cannot read stdin, which ${stdinTaker} @- reads already`);
    }
    stdinTaker = flag;
    return decode(flag, 'stdin', await readStream(streams));
  };
}

function readNamedFile(flag: string, name: string, { env, cwd }: Streams): Uint8Array {
  const path = name.startsWith('~/') && env.HOME ? env.HOME + name.slice(1) : name;
  try {
    return readFileSync(resolve(cwd, path));
  } catch (error) {
    throw new UsageError(
      `${flag} cannot read the file ${name}: ${systemProblem(error)}`,
      'a value that starts with @ names a file; write @@ in front of a text that starts with @',
    );
  }
}

async function readStream({ stdin }: Streams): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stdin) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

function decode(flag: string, name: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/\r?\n$/, '');
  } catch {
    throw new UsageError(`${flag} cannot take ${name}: it is not UTF-8 text`);
  }
}
