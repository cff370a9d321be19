import { spawn } from 'node:child_process';
import { sanitizeBlock } from '../../contract/rules/sanitize.ts';
import { CliError } from '../errors/cli-error.ts';
import { systemProblem } from '../errors/system-problem.ts';
import type { Streams } from '../streams.ts';

const TIME_LIMIT_MS = 30_000;
const LONGEST_OUTPUT = 64 * 1024;

/** A profile's own way to its key. */
export interface CredentialCommand {
  readonly profile: string;
  /** Program and arguments; no shell reads them. */
  readonly argv: readonly string[];
  readonly timeLimitMs?: number;
}

interface Ended {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/**
 * The key that the command of a profile prints, without white space around it. It is asked each time and kept nowhere.
 * The command may use the terminal; it finds the profile's name in TUNNELCTL_PROFILE. Throws a CliError that holds
 * what the command said on stderr, and never what it printed on stdout.
 */
export async function runCredentialCommand(command: CredentialCommand, streams: Streams): Promise<string> {
  const { stdout, stderr, code, signal } = await execute(command, streams);
  if (code !== 0) {
    const end = signal === null ? `ended with exit code ${code}` : `was ended by ${signal}`;
    throw failure(command, end, stderr);
  }
  const key = stdout.trim();
  if (key === '') throw failure(command, 'printed nothing', stderr);
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw failure(command, 'printed more than a key; it must print the key and nothing else', stderr);
  }
  return key;
}

function execute(command: CredentialCommand, streams: Streams): Promise<Ended> {
  const { argv, profile, timeLimitMs = TIME_LIMIT_MS } = command;
  const [program = '', ...rest] = argv;
  return new Promise((resolve, reject) => {
    const child = spawn(program, rest, {
      env: { ...streams.env, TUNNELCTL_PROFILE: profile },
      // On a pipe, stdin is the command's data and no answer to a question.
      stdio: [streams.stdinIsTTY ? 'inherit' : 'ignore', 'pipe', 'pipe'],
    });
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      release();
      reject(failure(command, `did not end within ${timeLimitMs / 1000} s`, read.stderr()));
    }, timeLimitMs);
    const tooMuch = () => {
      child.kill('SIGKILL');
      release();
      const most = `${LONGEST_OUTPUT / 1024} KiB`;
      reject(
        failure(command, `printed more than ${most}; it must print the key and nothing else`, read.stderr()),
      );
    };
    const read = { stdout: collect(child.stdout, tooMuch), stderr: collect(child.stderr) };
    // What it may have started keeps the pipes open; nobody waits for that.
    const release = () => {
      clearTimeout(timer);
      child.stdout.destroy();
      child.stderr.destroy();
    };
    child.on('error', (error) => {
      release();
      reject(failure(command, `cannot be started: ${systemProblem(error)}`, '', startHint(argv)));
    });
    child.on('close', (code, signal) => {
      release();
      resolve({ stdout: read.stdout(), stderr: read.stderr(), code, signal });
    });
  });
}

/** @param tooMuch told when there is more than is kept */
function collect(stream: NodeJS.ReadableStream, tooMuch = () => {}): () => string {
  let text = '';
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    if (text.length < LONGEST_OUTPUT) text += chunk;
    else tooMuch();
  });
  return () => text;
}

function startHint([program = '']: readonly string[]): string | undefined {
  return program.includes(' ')
    ? 'give its words separately: tunnelctl config set credential-command -- program argument …'
    : undefined;
}

function failure({ argv, profile }: CredentialCommand, end: string, stderr: string, hint?: string): CliError {
  const said = stderr.trim() === '' ? '' : `:\n${sanitizeBlock(stderr.trim())}`;
  return new CliError(
    'CREDENTIAL_COMMAND_FAILED',
    `the credential-command of profile ${profile} (${argv[0]}) ${end}${said}`,
    { hint, next: [`tunnelctl config get credential-command --profile ${profile}`] },
  );
}
