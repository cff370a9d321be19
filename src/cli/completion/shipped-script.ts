import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Shell, scriptNames } from './shells.ts';

/** A shell's script as it ships in the package's `completions/`. Throws when the package is not whole. */
export function shippedScript(shell: Shell): string {
  return readFileSync(join(packageDirectory(), 'completions', scriptNames[shell]), 'utf8');
}

// This file runs from src/, or from the built program in dist/ or below.
function packageDirectory(): string {
  let directory = import.meta.dirname;
  while (!existsSync(join(directory, 'completions', scriptNames.bash))) {
    const parent = dirname(directory);
    if (parent === directory) {
      throw new Error('the completion scripts are missing from the package; install tunnelctl again');
    }
    directory = parent;
  }
  return directory;
}
