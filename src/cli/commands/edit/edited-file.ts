import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readBounded } from '../../../files/read-file.ts';
import { writeWholeFile } from '../../../files/write-file.ts';
import { CliError } from '../../errors/cli-error.ts';
import { systemProblem } from '../../errors/system-problem.ts';
import { longest } from '../../input/longest.ts';
import { decodeText } from '../../input/named-file.ts';

/** A file that a text is edited in, nobody else's to look into. */
export interface EditedFile {
  readonly path: string;
  /** Puts a text in the place of what is there, whole or not at all. Throws a CliError. */
  write(text: string): Promise<void>;
  /** What the editor left; empty where it left nothing. Throws a CliError for what cannot be read or is too long. */
  read(): string;
  remove(): void;
}

/**
 * Makes the place for a file. It stands in a folder of its own: editors put copies beside what they edit. Unlike other
 * temporary folders of ours it is not removed by a later run, because somebody's work may be in it.
 * @param name of the file, whose end tells editors what is in it
 */
export function createEditedFile(name: string): EditedFile {
  const folder = makeFolder(tmpdir());
  const path = join(folder, name.replace(/[^\w.-]/g, '_'));
  return {
    path,
    async write(text) {
      try {
        await writeWholeFile(path, text, 0o600);
      } catch (error) {
        throw cannotWrite(folder, error);
      }
    },
    read() {
      let bytes: Buffer;
      try {
        bytes = readBounded(path, longest.file);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
        throw new CliError('EDITOR_FAILED', `cannot read what was edited: ${systemProblem(error)}`);
      }
      return decodeText('what was edited', path, bytes);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function makeFolder(parent: string): string {
  try {
    return mkdtempSync(join(parent, 'tunnelctl-edit-'));
  } catch (error) {
    throw cannotWrite(parent, error);
  }
}

function cannotWrite(directory: string, error: unknown): CliError {
  const problem = `cannot write what is to be edited to ${directory}: ${systemProblem(error)}`;
  return new CliError('EDITOR_FAILED', problem, { hint: 'TMPDIR names another directory for it' });
}
