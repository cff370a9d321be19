import type { Writable } from 'node:stream';
import { maskTokens } from '../contract/rules/api-token.ts';
import { sanitizeBlock } from '../contract/rules/sanitize.ts';
import { graceMs } from './input/signals.ts';
import type { Streams } from './streams.ts';
import { paint, type Style } from './terminal/colour.ts';
import { waitingLine } from './terminal/waiting-line.ts';

/** The reader of stdout went away, as `head` does when it has enough. Nothing is wrong, and nothing is left to do. */
export class OutputClosedError extends Error {
  override readonly name = 'OutputClosedError';
}

/** Writes what a command says: data on stdout, all else on stderr. */
export interface Printer {
  /** Resolves when the text is written, so that a slow reader slows the command. */
  data(text: string): Promise<void>;
  /** A line for the person who runs the command, whatever it holds. */
  notice(line: string): Promise<void>;
  /** The same with colours of our own in it: what is from elsewhere has been made safe before. */
  coloured(line: string): Promise<void>;
  /** A warning, once a command however often it applies. */
  warn(text: string): Promise<void>;
  /** A line about what failed. */
  error(line: string): Promise<void>;
  /** Waits for some work and tells a person at a terminal what for, when it takes long. @param what in a few words */
  waitFor<T>(what: () => string, work: Promise<T>): Promise<T>;
  /** Tells no more what is waited for: the terminal is another's, such as a pager's. */
  leaveTerminal(): void;
  /** Says no more notices: `--quiet`. */
  silence(): void;
}

const LABEL = /^(error|warning|hint):/;
const styles: Readonly<Record<string, Style>> = { error: 'red', warning: 'yellow', hint: 'cyan' };

/**
 * The printer of one command.
 * @param isColoured whether what is said on stderr has colours; asked when there is something to colour
 */
export function createPrinter(streams: Streams, isColoured: () => boolean = () => false): Printer {
  let isSilent = false;
  const labelled = (line: string) => {
    const [label, word = ''] = LABEL.exec(line) ?? [];
    if (label === undefined || !isColoured()) return line;
    return paint(label, styles[word] ?? 'dim') + line.slice(label.length);
  };
  const waiting = waitingLine(streams);
  // When nobody reads stderr, whether it is closed or only full, the command still does its work.
  const stderr = patientWriter(() => streams.stderr);
  const say = (line: string) =>
    waiting.aside(() => stderr(`${labelled(maskTokens(line))}\n`)).catch(() => {});
  const notice = async (line: string) => (isSilent ? undefined : say(sanitizeBlock(line)));
  const warnings = new Set<string>();
  return {
    async data(text) {
      // Nothing said is nothing that could fail.
      if (text !== '') await waiting.aside(() => write(streams.stdout, text).catch(explain));
    },
    waitFor: waiting.during,
    leaveTerminal: waiting.end,
    notice,
    coloured: async (line) => (isSilent ? undefined : say(line)),
    async warn(text) {
      if (warnings.has(text)) return;
      warnings.add(text);
      await notice(`warning: ${text}`);
    },
    error: say,
    silence() {
      isSilent = true;
      waiting.end();
    },
  };
}

/** As much as is kept for a reader that does not come. */
const mostWaitingBytes = 64 * 1024;

/** Writes text, and waits for its reader; but for a moment only where that does not come. */
function patientWriter(stream: () => Writable): (text: string) => Promise<void> {
  let isStuck = false;
  return async (text) => {
    if (isStuck && stream().writableLength > mostWaitingBytes) return;
    const written = write(stream(), text).finally(() => {
      isStuck = false;
    });
    written.catch(() => {});
    if (isStuck) return;
    let timer: NodeJS.Timeout | undefined;
    const moment = new Promise<void>((resolve) => {
      timer = setTimeout(() => {
        isStuck = true;
        resolve();
      }, graceMs);
    });
    await Promise.race([written, moment]).finally(() => clearTimeout(timer));
  };
}

const guarded = new WeakSet<Writable>();

/** Resolves when the text is written. Throws an OutputClosedError when nobody reads it any more. */
export function write(stream: Writable, text: string): Promise<void> {
  if (!guarded.has(stream)) {
    guarded.add(stream);
    // The callback of write() tells us; without a listener the same error would end the process.
    stream.on('error', () => {});
  }
  return new Promise((resolve, reject) => {
    stream.write(text, (error) => {
      if (!error) resolve();
      else reject(isClosed(error) ? new OutputClosedError() : error);
    });
  });
}

/** What the system says of stdout, as an error that can be read. */
async function explain(error: unknown): Promise<never> {
  if (error instanceof OutputClosedError) throw error;
  // Loaded here: output is seldom refused.
  const [{ CliError }, { systemProblem }] = await Promise.all([
    import('./errors/cli-error.ts'),
    import('./errors/system-problem.ts'),
  ]);
  throw new CliError('OUTPUT_FAILED', `cannot write to stdout: ${systemProblem(error)}`);
}

function isClosed(error: NodeJS.ErrnoException): boolean {
  return ['EPIPE', 'ERR_STREAM_DESTROYED', 'ERR_STREAM_WRITE_AFTER_END'].includes(error.code ?? '');
}
