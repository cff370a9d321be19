import { closeSync, constants, fchmodSync, fstatSync, fsyncSync, openSync, writeSync } from 'node:fs';
import type { CommandContext } from '../../context.ts';
import { CliError, fieldError, usageError } from '../../errors/cli-error.ts';
import { systemProblem } from '../../errors/system-problem.ts';
import { filePath } from '../../input/named-file.ts';
import type { Plan } from '../../manifests/planning/plan.ts';
import { isTable, outputFormat } from '../../output/formats.ts';

/** Where tokens go that are shown once: a line each, on the disk before the next request is sent. */
export interface TokenFile {
  add(token: { readonly id: string; readonly description: string; readonly token: string }): void;
  close(): void;
}

/** Whether an action makes something whose answer holds a secret that is never shown again. */
export function makesToken({ actions }: Pick<Plan, 'actions'>): boolean {
  return actions.some(({ action, kind }) => {
    if (action !== 'create' && action !== 'replace') return false;
    const { token } = kind.create.operation.returns?.properties ?? {};
    return typeof token === 'object' && token['x-secret'] === true;
  });
}

/** Refuses to make keys whose tokens nobody would get. */
export function requirePlaceForTokens(
  plan: Plan,
  tokensOut: string | undefined,
  context: CommandContext,
): void {
  if (tokensOut !== undefined || !makesToken(plan)) return;
  if (context.streams.stdoutIsTTY && isTable(outputFormat(context))) return;
  throw usageError(
    'the tokens of new API keys are shown once, and nothing says where they go; nothing was changed',
    {
      field: '--tokens-out',
      hint: 'give --tokens-out FILE, which gets them for its owner alone',
    },
  );
}

/** Opens a file for tokens, so that it is known before anything is made that it can be written. Throws a CliError. */
export function openTokenFile(name: string, { streams }: Pick<CommandContext, 'streams'>): TokenFile {
  const fail = (error: unknown) =>
    fieldError('--tokens-out', `cannot write ${name}: ${systemProblem(error)}`);
  if (name === '' || name === '-') throw fieldError('--tokens-out', 'names no file');
  let file: number;
  try {
    file = openSync(
      filePath(name, streams),
      constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND,
      0o600,
    );
  } catch (error) {
    throw fail(error);
  }
  try {
    const stat = fstatSync(file);
    if (stat.isFile() && process.platform !== 'win32' && (stat.mode & 0o077) !== 0) {
      // What others had open before they may go on reading.
      if (stat.size > 0)
        throw fieldError(
          '--tokens-out',
          `${name} is open to other users; name another file, or restrict it with chmod 600`,
        );
      fchmodSync(file, 0o600);
    }
  } catch (error) {
    closeSync(file);
    throw error instanceof CliError ? error : fail(error);
  }
  return {
    add(token) {
      try {
        writeSync(file, `${JSON.stringify(token)}\n`);
        fsyncSync(file);
      } catch (error) {
        // A pipe or a device has nothing to sync.
        if ((error as NodeJS.ErrnoException).code !== 'EINVAL')
          throw new CliError('FAILED', `cannot write ${name}: ${systemProblem(error)}`);
      }
    },
    close: () => closeSync(file),
  };
}
