import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';
import { cleanEnvironment, launcher, pathWithProgram } from './built-program.ts';

/** Whether this machine has what makes terminals; `.ci/run` installs it. */
export const hasTmux = spawnSync('tmux', ['-V']).status === 0;

/** A real terminal. */
export interface Terminal {
  /** Types text, or presses a key by tmux's name for it: `Enter`, `C-c`, `Down`. */
  type(...keys: readonly string[]): void;
  /** The screen, without blanks at its end, once it shows this. */
  shows(text: string | RegExp): Promise<string>;
}

export interface TerminalOptions {
  readonly columns?: number;
  readonly rows?: number;
  readonly cwd?: string;
}

/** A machine that needs longer than this to draw is taken to have stopped. */
const longestWaitMs = 25_000;
const lookEveryMs = 30;

/** The built program in a terminal that goes away with the test; behind its end stands `[exit code 0]`. */
export function openTerminal(
  args: readonly string[],
  env: Record<string, string>,
  options: TerminalOptions = {},
): Terminal {
  return openScript('"$@"', env, options, [process.execPath, launcher, ...args]);
}

/** A bash script in a terminal that goes away with the test; behind its end stands `[exit code 0]`. */
export function openScript(
  script: string,
  env: Record<string, string>,
  options: TerminalOptions = {},
  parameters: readonly string[] = [],
): Terminal {
  // Ctrl-C is the script's matter; the pane stays when it is done, so that what it showed can be read.
  const whole = `trap : INT; (${script}\n); echo "[exit code $?]"; exec tail -f /dev/null`;
  return start(['bash', '-c', whole, 'bash', ...parameters], env, options);
}

/** An interactive bash in a terminal, in which `tunnelctl` is the built program and the prompt is `ready> `. */
export async function openShell(
  env: Record<string, string>,
  options: TerminalOptions = {},
): Promise<Terminal> {
  const known = { PS1: 'ready> ', HISTFILE: '', PATH: pathWithProgram(), ...env };
  const shell = start(['bash', '--norc', '--noprofile', '-i'], known, options);
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
  const known = { ...cleanEnvironment, ...env, TERM: 'screen' };
  const variables = Object.entries(known).map(([name, value]) => `${name}=${value}`);
  const size = ['-x', `${columns}`, '-y', `${rows}`];
  const pane = ['-P', '-F', '#{pane_pid}', '-c', cwd];
  // At Ctrl-C a terminal throws away what was typed and printed and is still on its way (termios(3), NOFLSH), however much
  // that is at this moment: a screen would lack parts, or the middle of an escape sequence.
  const keeping = ['sh', '-c', 'stty noflsh && exec "$@"', 'sh'];
  const program = ['env', '-i', ...variables, ...keeping, ...command];
  const session = tmux('new-session', '-d', ...size, ...pane, ...program).trim();
  onTestFinished(async () => {
    spawnSync('tmux', ['-L', socket, 'kill-server']);
    // What still runs on the terminal that is gone may still write files.
    while (await hasProcesses(session)) await sleep(lookEveryMs);
  });
  return {
    type(...keys) {
      for (const key of keys) tmux('send-keys', '--', key);
    },
    async shows(text) {
      const end = performance.now() + longestWaitMs;
      for (;;) {
        const screen = tmux('capture-pane', '-p').trimEnd();
        if (typeof text === 'string' ? screen.includes(text) : text.test(screen)) return screen;
        if (performance.now() > end) throw new Error(`the terminal does not show ${text}:\n${screen}`);
        await sleep(lookEveryMs);
      }
    },
  };
}

/** Whether any process is left of a session (setsid(2)), by its number. */
async function hasProcesses(session: string): Promise<boolean> {
  const states = ['-o', 'stat=', '-s', session];
  // Without any, ps fails; a process that has ended and that nobody has asked for is a zombie, Z.
  const { stdout } = await promisify(execFile)('ps', states).catch(() => ({ stdout: '' }));
  return /^[^Z\s]/m.test(stdout);
}
