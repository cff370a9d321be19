import { spawn } from 'node:child_process';
import { protocol } from '../../../contract/http/protocol.ts';
import { sanitizeBlock } from '../../../contract/rules/sanitize.ts';
import { CliError } from '../../errors/cli-error.ts';
import { systemProblem } from '../../errors/system-problem.ts';
import type { Printer } from '../../printer.ts';
import type { Streams } from '../../streams.ts';

const LONGEST_OUTPUT = 64 * 1024;

/**
 * Runs a command in a shell with a secret on its stdin, without a line break behind it. What the command prints goes to
 * stderr, with the secret masked should it repeat it. Throws a CliError when it fails, or did not take the secret.
 */
export async function pipeToCommand(
  command: string,
  secret: string,
  { env, cwd }: Streams,
  printer: Printer,
): Promise<void> {
  const { end, said } = await run(command, secret, { env, cwd });
  const shown = sanitizeBlock(said.replaceAll(secret, protocol.secretMask).trimEnd());
  if (shown !== '') await printer.notice(shown);
  if (end !== undefined) throw new CliError('FAILED', `the command of --to-command ${end}`);
}

interface Ended {
  /** How it failed. */
  readonly end: string | undefined;
  readonly said: string;
}

function run(command: string, secret: string, place: Pick<Streams, 'env' | 'cwd'>): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(command, { ...place, shell: true, stdio: 'pipe' });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        if (said.length < LONGEST_OUTPUT) said += chunk;
      });
    }
    let isTaken = false;
    child.stdin.on('error', () => {});
    child.stdin.end(secret, () => {
      isTaken = true;
    });
    child.on('error', (error) => resolve({ end: `cannot be started: ${systemProblem(error)}`, said }));
    child.on('close', (code, signal) => {
      if (signal !== null) resolve({ end: `was ended by ${signal}`, said });
      else if (code !== 0) resolve({ end: `ended with exit code ${code}`, said });
      else resolve({ end: isTaken ? undefined : 'ended without reading the token', said });
    });
  });
}
