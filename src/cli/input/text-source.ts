import { protocol } from '../../contract/http/protocol.ts';
import { fieldError } from '../errors/cli-error.ts';
import type { Printer } from '../printer.ts';
import type { Streams } from '../streams.ts';
import { longest } from './longest.ts';
import { createStdinReader, decodeText, readNamedFile } from './named-file.ts';

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
    if (name === '') throw fieldError(flag, '@ names no file; write @FILE, @- for stdin, or @@ for an @');
    const most = longest.text;
    const bytes =
      name === '-'
        ? await stdin.read(`${flag} @-`, most)
        : readNamedFile(flag, name, streams, { most, hint });
    return decodeText(flag, name === '-' ? 'stdin' : name, bytes).replace(/\r?\n$/, '');
  };
}

const hint = 'a value that starts with @ names a file; write @@ in front of a text that starts with @';

/**
 * Where secrets come from: as any text, and from the environment by `env:NAME` (`env::text` is `env:text`). One
 * that stands on the command line itself works, with a warning: others can read it there.
 */
export function createSecretSource(text: TextSource, streams: Streams, printer: Printer): TextSource {
  return async (flag, value) => {
    if (value.startsWith('env::')) return warned(flag, `env:${value.slice('env::'.length)}`, printer);
    if (value.startsWith('env:')) return readVariable(flag, value.slice('env:'.length), streams);
    const isPlain = !value.startsWith('@') || value.startsWith('@@');
    const secret = await text(flag, value);
    return isPlain ? warned(flag, secret, printer) : secret;
  };
}

async function readVariable(flag: string, name: string, streams: Streams): Promise<string> {
  const { env } = streams;
  const shown = /^[A-Za-z_]\w*$/.test(name);
  // A name of another form may well be the secret itself.
  if (!shown) {
    throw fieldError(flag, 'env: must be followed by the name of an environment variable', {
      hint: escapeHint,
    });
  }
  const value = env[name];
  if (value === undefined || value === '') {
    throw fieldError(flag, `env:${name}: the environment has no ${name}, or an empty one`, {
      hint: escapeHint,
    });
  }
  if (value.includes('\ufffd')) {
    const { refuseUndecodableVariable } = await import('./undecodable.ts');
    refuseUndecodableVariable(flag, name, streams);
  }
  return value;
}

const escapeHint = 'write env:: in front of a secret that itself starts with env:';

async function warned(flag: string, secret: string, printer: Printer): Promise<string> {
  if (secret !== '' && secret !== protocol.secretMask) {
    await printer.warn(
      `${flag} holds a secret in plain sight: the list of processes and the shell's history show it; ` +
        'write @FILE, @- or env:NAME instead',
    );
  }
  return secret;
}
