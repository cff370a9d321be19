import { execFileSync, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { launcher } from './program.ts';

/** Whether this machine has what makes terminals. */
export const hasTmux = spawnSync('tmux', ['-V']).status === 0;

/** A real terminal. */
export interface Terminal {
  /** Types text, or presses a key by tmux's name for it: `Enter`, `C-c`, `Down`. */
  type(...keys: readonly string[]): void;
  /** The screen, once it shows this. */
  shows(text: string | RegExp): Promise<string>;
}

interface TerminalOptions {
  readonly columns?: number;
  readonly rows?: number;
  readonly cwd?: string;
}

const LONGEST_WAIT_MS = 20_000;

/** The built program in a terminal that goes away with the test; behind its end stands `[exit code 0]`. */
export function openTerminal(
  args: readonly string[],
  env: Record<string, string>,
  options: TerminalOptions = {},
): Terminal {
  const script = '"$@"; echo "[exit code $?]"; sleep 60';
  return start(['bash', '-c', script, 'bash', process.execPath, launcher, ...args], env, options);
}

/** A shell in a terminal, in which the built program is the command `tunnelctl` and the prompt is `ready> `. */
export async function openShell(
  env: Record<string, string>,
  options: TerminalOptions = {},
): Promise<Terminal> {
  const shell = start(['bash', '--norc', '--noprofile'], { PS1: 'ready> ', ...env }, options);
  await shell.shows(/ready>$/);
  shell.type(`tunnelctl() { '${process.execPath}' '${launcher}' "$@"; }; clear`, 'Enter');
  await shell.shows(/^ready>$/);
  return shell;
}

function start(
  command: readonly string[],
  env: Record<string, string>,
  { columns = 120, rows = 40, cwd = '/' }: TerminalOptions,
): Terminal {
  const socket = `tunnelctl-${randomUUID()}`;
  const tmux = (...args: string[]) =>
    execFileSync('tmux', ['-L', socket, '-f', '/dev/null', ...args], { encoding: 'utf8', cwd });
  // The command knows nothing of whoever runs the tests.
  const known = {
    PATH: process.env.PATH ?? '',
    HOME: '/nonexistent',
    LANG: 'C.UTF-8',
    TERM: 'screen',
    ...env,
  };
  const words = Object.entries(known).map(([name, value]) => `${name}=${value}`);
  tmux(
    'new-session',
    '-d',
    '-x',
    `${columns}`,
    '-y',
    `${rows}`,
    '-c',
    cwd,
    'env',
    '-i',
    ...words,
    ...command,
  );
  onTestFinished(() => void spawnSync('tmux', ['-L', socket, 'kill-server']));
  const screen = () => tmux('capture-pane', '-p').trimEnd();
  return {
    type(...keys) {
      for (const key of keys) tmux('send-keys', key);
    },
    async shows(text) {
      const end = Date.now() + LONGEST_WAIT_MS;
      for (;;) {
        const shown = screen();
        if (typeof text === 'string' ? shown.includes(text) : text.test(shown)) return shown;
        if (Date.now() > end) throw new Error(`the terminal does not show ${text}:\n${shown}`);
        await sleep(50);
      }
    },
  };
}
