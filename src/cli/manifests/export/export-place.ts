import { statSync } from 'node:fs';
import { dirname, relative, sep } from 'node:path';
import { fieldError } from '../../errors/cli-error.ts';
import { filePath } from '../../input/named-file.ts';
import type { Streams } from '../../streams.ts';

/** Where a manifest goes: a file; a directory with a file for each kind; stdout where it has no path. */
export interface ExportPlace {
  readonly form: 'stdout' | 'file' | 'directory';
  /** Absolute; of stdout the working directory, from which its reader finds files. */
  readonly path: string;
  /** As it was given. */
  readonly name: string;
}

/** What names it. */
export const flag = '--file';

/** What `-f` means. Throws a CliError. */
export function exportPlace(given: string | undefined, streams: Streams): ExportPlace {
  if (given === undefined || given === '-') return { form: 'stdout', path: streams.cwd, name: '-' };
  if (given === '') throw fieldError(flag, 'names no file; write - for stdout');
  const path = filePath(given, streams);
  const isDirectory =
    /[/\\]$/.test(given) || statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  return { form: isDirectory ? 'directory' : 'file', path, name: given };
}

/** A directory for policies, and how the manifest refers to a file in it. */
export interface PolicyDirectory {
  readonly path: string;
  readonly name: string;
  reference(file: string): string;
}

/** What `--policies` means for a manifest. Throws a CliError. */
export function policyDirectory(given: string, place: ExportPlace, streams: Streams): PolicyDirectory {
  const path = filePath(given, streams);
  const from = place.form === 'file' ? dirname(place.path) : place.path;
  if (place.form === 'directory' && path === place.path)
    throw fieldError(
      '--policies',
      `must be another directory than that of ${flag}, where each file is a manifest`,
    );
  if (place.form === 'file' && `${path}${sep}`.startsWith(`${place.path}${sep}`))
    throw fieldError(
      '--policies',
      `lies in ${place.name}, which would be a file; write ${place.name}/ for a directory`,
    );
  const below = relative(from, path).split(sep).join('/');
  if (/[{}]|^~/.test(below))
    throw fieldError(
      '--policies',
      `must not have braces, or a ~ at the beginning: a manifest refers to ${below}`,
    );
  return { path, name: given, reference: (file) => `\${file:${below === '' ? file : `${below}/${file}`}}` };
}
