import { execFileSync, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { type Home, scripts } from './in-shells.ts';

/** An interactive bash that somebody types into. */
export interface RealBash {
  /** Types text, or presses a key by tmux's name for it: `Tab`, `C-u`. */
  type(...keys: readonly string[]): void;
  /** The screen, once it shows this. */
  shows(text: string | RegExp): Promise<string>;
}

const longestWaitMs = 20_000;

/** A bash in a real terminal that has read the completion script, and nothing else. */
export async function openRealBash({ directory, env }: Home): Promise<RealBash> {
  const socket = `tunnelctl-${randomUUID()}`;
  const tmux = (...args: string[]) =>
    execFileSync('tmux', ['-L', socket, '-f', '/dev/null', ...args], { encoding: 'utf8', cwd: directory });
  const variables = Object.entries({ ...env, TERM: 'screen', PS1: 'ready> ', HISTFILE: '' }).map((pair) =>
    pair.join('='),
  );
  const bash = ['env', '-i', ...variables, 'bash', '--norc', '--noprofile', '-i'];
  tmux('new-session', '-d', '-x', '160', '-y', '40', '-c', directory, ...bash);
  onTestFinished(() => void spawnSync('tmux', ['-L', socket, 'kill-server']));
  const terminal: RealBash = {
    type(...keys) {
      for (const key of keys) tmux('send-keys', '--', key);
    },
    async shows(text) {
      const end = Date.now() + longestWaitMs;
      for (;;) {
        const screen = tmux('capture-pane', '-p').trimEnd();
        if (typeof text === 'string' ? screen.includes(text) : text.test(screen)) return screen;
        if (Date.now() > end) throw new Error(`the terminal does not show ${text}:\n${screen}`);
        await sleep(50);
      }
    },
  };
  await terminal.shows(/ready>$/);
  terminal.type(`source '${scripts.bash}'; clear`, 'Enter');
  await terminal.shows(/^ready>$/);
  return terminal;
}

/** Whether this machine has what makes terminals. */
export const hasTmux = spawnSync('tmux', ['-V']).status === 0;
