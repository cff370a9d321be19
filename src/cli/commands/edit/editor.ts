import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { CliError, interruptedError } from '../../errors/cli-error.ts';
import { systemProblem } from '../../errors/system-problem.ts';
import { onSignals } from '../../input/signals.ts';
import type { Streams } from '../../streams.ts';

/** The editor of whoever runs the command. */
export interface Editor {
  /** A shell's command, which may have arguments: `code --wait`. */
  readonly command: string;
  /** Whether the environment names it; what stands in for it needs a terminal. */
  readonly isNamed: boolean;
}

/** `$VISUAL`, else `$EDITOR`, else what every system has. */
export function findEditor({ env }: Pick<Streams, 'env'>): Editor {
  const named = env.VISUAL || env.EDITOR;
  const usual = process.platform === 'win32' ? 'notepad' : 'vi';
  return { command: named || usual, isNamed: Boolean(named) };
}

type Surroundings = Pick<Streams, 'env' | 'signals' | 'stdoutIsTTY'>;

/**
 * Opens a file in the editor and waits until that is closed. Throws a CliError where it cannot be started, does not end
 * well, or is ended by a signal.
 */
export async function openEditor({ command }: Editor, file: string, streams: Surroundings): Promise<void> {
  const child = start(command, file, streams);
  // Ctrl-C goes to the editor as well, and what it means there is its own matter.
  const ignore = () => {};
  streams.signals.on('SIGINT', ignore);
  let ending: NodeJS.Signals | undefined;
  const end = (name: NodeJS.Signals) => {
    ending = name;
    child.kill(name);
  };
  const release = onSignals(streams, end, ['SIGTERM', 'SIGHUP']);
  try {
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
    if (ending !== undefined || signal === 'SIGINT' || code === INTERRUPTED) throw interruptedError();
    if (code !== 0) throw failed(command, code, signal);
  } catch (error) {
    throw error instanceof CliError ? error : cannotStart(command, systemProblem(error));
  } finally {
    release();
    streams.signals.off('SIGINT', ignore);
  }
}

/** What a shell says of a command that Ctrl-C ended, of one that is no program, and of one that is not there. */
const INTERRUPTED = 130;
const UNSTARTED = [126, 127];

function start(command: string, file: string, { env, stdoutIsTTY }: Surroundings) {
  // What an editor says is no data: stdout may be a file or another program.
  const stdio = ['inherit', stdoutIsTTY ? 'inherit' : 2, 'inherit'] as const;
  return process.platform === 'win32'
    ? spawn(`${command} "${file}"`, { shell: true, stdio: [...stdio], env })
    : spawn('/bin/sh', ['-c', `${inPlace(command)} "$@"`, command, file], { stdio: [...stdio], env });
}

/** A program alone takes the place of the shell, so that it gets the signals; what else a shell can run is left to it. */
function inPlace(command: string): string {
  return /^\s*[^\s=;&|(){}<>]+(\s[^;&|(){}<>\n]*)?$/.test(command) ? `exec ${command}` : command;
}

function failed(command: string, code: number | null, signal: NodeJS.Signals | null): CliError {
  if (code !== null && UNSTARTED.includes(code)) return cannotStart(command, 'there is no such program');
  const how = code === null ? `was ended by ${signal}` : `ended with exit code ${code}`;
  return new CliError('EDITOR_FAILED', `the editor ${command} ${how}; nothing was changed`);
}

function cannotStart(command: string, problem: string): CliError {
  return new CliError('EDITOR_FAILED', `cannot start the editor ${command}: ${problem}; nothing was changed`);
}
