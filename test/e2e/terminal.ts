import { execFileSync, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { launcher } from './program.ts';

/** Whether this machine has what a real terminal session needs. */
export const hasTmux = spawnSync('tmux', ['-V']).status === 0;

/** A real terminal with something running in it. */
export interface Terminal {
  /** Presses keys: those that tmux has a name for (`Enter`, `C-c`, `Down`), and texts letter by letter. */
  type(...keys: readonly string[]): void;
  /** Resolves with the screen as soon as it shows this; throws with the screen when it does not within 20 s. */
  shows(expected: string | RegExp): Promise<string>;
}

interface Surroundings {
  readonly columns?: number;
  readonly rows?: number;
  readonly cwd?: string;
}

type Env = Readonly<Record<string, string>>;

/** Runs the built program in a terminal; `[exit code N]` follows what it left on the screen. */
export function openTerminal(argv: readonly string[], env: Env, surroundings: Surroundings = {}): Terminal {
  const program = [process.execPath, launcher, ...argv].map(quoted).join(' ');
  return start(`${program}; echo "[exit code $?]"; exec cat > /dev/null`, env, surroundings);
}

/** A shell in which `tunnelctl` is the built program, and whose prompt is `ready>`. */
export async function openShell(env: Env, surroundings: Surroundings = {}): Promise<Terminal> {
  const terminal = start('exec sh', { PS1: 'ready>', ...env }, surroundings);
  await terminal.shows('ready>');
  terminal.type(`tunnelctl() { ${quoted(process.execPath)} ${quoted(launcher)} "$@"; }; clear`, 'Enter');
  await terminal.shows(/^ready>$/);
  return terminal;
}

function start(command: string, env: Env, { columns = 120, rows = 40, cwd }: Surroundings): Terminal {
  const server = `tunnelctl-test-${randomUUID()}`;
  // Nothing of the account of whoever runs the tests.
  const clean = { PATH: process.env.PATH ?? '', HOME: '/nonexistent', LANG: 'C.UTF-8', SHELL: '/bin/sh' };
  const tmux = (...args: string[]) =>
    execFileSync('tmux', ['-L', server, '-f', '/dev/null', '-u', ...args], { encoding: 'utf8', env: clean });
  const variables = Object.entries(env).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
  const size = ['-x', String(columns), '-y', String(rows)];
  const place = cwd === undefined ? [] : ['-c', cwd];
  tmux('new-session', '-d', ...size, ...place, ...variables, command);
  onTestFinished(() => {
    spawnSync('tmux', ['-L', server, 'kill-server']);
  });
  return {
    type(...keys) {
      for (const key of keys) {
        const isNamed = /^(?:Enter|Escape|Tab|Space|BSpace|Up|Down|Left|Right|[CM]-.)$/.test(key);
        tmux('send-keys', ...(isNamed ? [key] : ['-l', '--', key]));
      }
    },
    async shows(expected) {
      const deadline = Date.now() + 20_000;
      for (;;) {
        const screen = tmux('capture-pane', '-p').trimEnd();
        if (typeof expected === 'string' ? screen.includes(expected) : expected.test(screen)) return screen;
        if (Date.now() > deadline) throw new Error(`the screen never showed ${expected}:\n${screen}`);
        await sleep(50);
      }
    },
  };
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
