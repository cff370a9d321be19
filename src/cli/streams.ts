import type { Readable, Writable } from 'node:stream';
import { type Clock, systemClock } from '../client/clock.ts';

/** Everything that a command reads from its surroundings or writes to them; tests fix each member by hand. */
export interface Streams {
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
  readonly stdinIsTTY: boolean;
  readonly stdoutIsTTY: boolean;
  readonly stderrIsTTY: boolean;
  /** The terminal of the process, whatever stdin is; undefined where it has none. */
  readonly openTerminal?: () => Readable | undefined;
  /** Width of the terminal, in columns; 80 where there is none. */
  readonly columns: number;
  /** Height of the terminal, in lines; absent where there is none. */
  readonly rows?: number | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The words or the variables that the process was started with, as they are; undefined where nobody tells. */
  readonly startBytes?: ((what: 'cmdline' | 'environ') => readonly Uint8Array[] | undefined) | undefined;
  /** What relative file names start from. */
  readonly cwd: string;
  /** Tells of SIGINT, SIGTERM and SIGHUP by these names. */
  readonly signals: Pick<NodeJS.EventEmitter, 'on' | 'off'>;
  /** What waits and looks at the time. */
  readonly clock: Clock;
}

/**
 * The surroundings of this process. Each member is looked at on first use: opening stdin takes milliseconds, and
 * so does loading what knows terminals.
 */
export function processStreams(): Streams {
  let stdin: Readable | undefined;
  return {
    get stdin() {
      stdin ??= openStdin();
      return stdin;
    },
    get stdout() {
      return process.stdout;
    },
    get stderr() {
      return process.stderr;
    },
    get stdinIsTTY() {
      return process.stdin.isTTY === true;
    },
    get stdoutIsTTY() {
      return process.stdout.isTTY === true;
    },
    get stderrIsTTY() {
      return process.stderr.isTTY === true;
    },
    openTerminal,
    get columns() {
      // Consoles that do not know their width say that it is 0.
      return process.stdout.columns || 80;
    },
    get rows() {
      return process.stdout.rows || undefined;
    },
    env: process.env,
    startBytes,
    get cwd() {
      return process.cwd();
    },
    signals: process,
    clock: systemClock,
  };
}

/** Node shows a directory and a block device as if nothing were in them: read as files, they say what they are. */
function openStdin(): Readable {
  const { createReadStream, fstatSync } = process.getBuiltinModule('node:fs');
  const stat = fstatSync(0);
  return stat.isDirectory() || stat.isBlockDevice() ? createReadStream('', { fd: 0 }) : process.stdin;
}

/** By proc(5), so on Linux alone. */
function startBytes(what: 'cmdline' | 'environ'): Uint8Array[] | undefined {
  const { readFileSync } = process.getBuiltinModule('node:fs');
  try {
    // One byte a character, and each of them back as it was.
    const words = readFileSync(`/proc/self/${what}`, 'latin1').split('\0').slice(0, -1);
    return words.map((word) => Buffer.from(word, 'latin1'));
  } catch {
    return undefined;
  }
}

// Both modules are loaded when somebody is asked, which is rare.
function openTerminal(): Readable | undefined {
  const { openSync } = process.getBuiltinModule('node:fs');
  const { ReadStream } = process.getBuiltinModule('node:tty');
  try {
    return new ReadStream(openSync('/dev/tty', 'r'));
  } catch {
    return undefined;
  }
}
