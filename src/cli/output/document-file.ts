import { type WriteContent, writeWholeFile } from '../../files/write-file.ts';
import { fieldError } from '../errors/cli-error.ts';
import { isSystemError, systemProblem } from '../errors/system-problem.ts';

/** A file that a command was told to write. */
export interface OutputFile {
  readonly path: string;
  /** As messages call it. */
  readonly name: string;
  /** The option or argument that named it. */
  readonly flag: string;
}

/** Writes a file for its owner only, whole or not at all; not once the signal says so. Throws a CliError naming it. */
export async function writeOwnFile(
  { path, name, flag }: OutputFile,
  content: WriteContent,
  signal: AbortSignal,
): Promise<void> {
  try {
    await writeWholeFile(path, until(signal, content), 0o600);
  } catch (error) {
    throw isSystemError(error) ? fieldError(flag, `cannot write ${name}: ${systemProblem(error)}`) : error;
  }
}

/** Ends where nobody wants it any more, so that no draft is left and no file is made. */
function until(signal: AbortSignal, content: WriteContent): WriteContent {
  return async (write) => {
    await content((chunk) => {
      signal.throwIfAborted();
      return write(chunk);
    });
    signal.throwIfAborted();
  };
}
