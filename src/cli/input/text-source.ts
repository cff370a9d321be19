import { usageError } from '../errors/cli-error.ts';
import type { Streams } from '../streams.ts';
import { decodeText, readNamedFile } from './named-file.ts';
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
      throw usageError(`${flag} @ names no file; write @FILE, @- for stdin, or @@ for an @`, { field: flag });
    const bytes = name === '-' ? await stdin.read(`${flag} @-`) : readNamedFile(flag, name, streams, hint);
    return decodeText(flag, name === '-' ? 'stdin' : name, bytes).replace(/\r?\n$/, '');
  };
}

const hint = 'a value that starts with @ names a file; write @@ in front of a text that starts with @';
