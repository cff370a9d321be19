import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Printer, write } from '../printer.ts';
import type { Streams } from '../streams.ts';
import { wrappedLines } from '../terminal/text-width.ts';

/** Where a result goes: stdout, perhaps through a pager. */
export interface Output {
  /** Resolves when the text is written. Throws an OutputClosedError when nobody reads it any more. */
  write(text: string): Promise<void>;
  /** Waits for whoever reads a pager. */
  end(): Promise<void>;
}

/**
 * Output that goes to the terminal while it fits one screen, and through a pager as soon as it does not.
 * @param command a shell's, as `less -R`
 * @param rows height of the terminal
 */
export function pagedOutput(
  command: string,
  rows: number,
  streams: Pick<Streams, 'env' | 'columns' | 'signals'>,
  printer: Printer,
): Output {
  let held = '';
  let lines = 0;
  let pager: Output | undefined;
  const isRunnable = canRun(command, streams.env);
  return {
    async write(text) {
      if (pager) return pager.write(text);
      if (!isRunnable) return printer.data(text);
      held += text;
      lines += screenLines(text, streams.columns);
      // One line is for the prompt of the shell.
      if (lines < rows) return;
      printer.leaveTerminal();
      pager = startPager(command, streams);
      await pager.write(held);
    },
    async end() {
      if (pager) await pager.end();
      else if (held !== '') await printer.data(held);
    },
  };
}

function startPager(command: string, { env, signals }: Pick<Streams, 'env' | 'signals'>): Output {
  const child = spawn(command, {
    shell: true,
    stdio: ['pipe', 'inherit', 'inherit'],
    // Colours are shown and short texts not held up, also by a less that is named without options; as git does.
    env: { ...env, LESS: env.LESS ?? 'FRX' },
  });
  const ended = exit(child);
  // Ctrl-C goes to the pager as well, and what it means there is its own matter: this program ends after it.
  const ignore = () => {};
  signals.on('SIGINT', ignore);
  return {
    write: (text) => write(child.stdin as NonNullable<typeof child.stdin>, text),
    async end() {
      child.stdin?.end();
      await ended;
      signals.off('SIGINT', ignore);
    },
  };
}

async function exit(child: ChildProcess): Promise<void> {
  await Promise.race([once(child, 'exit'), once(child, 'error')]);
}

/** How many lines of the screen a text takes, long lines wrapped. */
function screenLines(text: string, columns: number): number {
  const lines = text.split('\n').slice(0, -1);
  return lines.reduce((count, line) => count + wrappedLines(line, columns), 0);
}

/** Whether the first word of a command is a program; what only a shell can tell is taken for one. */
function canRun(command: string, env: Streams['env']): boolean {
  const [program = ''] = command.trim().split(/\s+/);
  if (!/^[\w.+/-]+$/.test(program) || program.includes('/') || process.platform === 'win32') return true;
  return (env.PATH ?? '').split(delimiter).some((directory) => isExecutable(join(directory, program)));
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
