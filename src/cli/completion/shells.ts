import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { usageError } from '../errors/cli-error.ts';
import type { Streams } from '../streams.ts';

/** The shells that have a completion script. */
export const shells = ['bash', 'zsh', 'fish', 'powershell'] as const;
export type Shell = (typeof shells)[number];

/** What each shell's script is called in `completions/`. */
export const scriptNames: Readonly<Record<Shell, string>> = {
  bash: 'tunnelctl.bash',
  zsh: '_tunnelctl',
  fish: 'tunnelctl.fish',
  powershell: 'tunnelctl.ps1',
};

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

export type Env = Streams['env'];

/** Where a shell's script goes. */
export interface InstallPlace {
  readonly directory: string;
  readonly file: string;
}

/** The place of a shell's script in the user's home. Throws a CliError where there is no home. */
export function installPlace(shell: Shell, env: Env): InstallPlace {
  const directory = join(...directories[shell](env));
  return { directory, file: join(directory, installedNames[shell]) };
}

const directories: Record<Shell, (env: Env) => string[]> = {
  // What bash-completion 2 searches for the name of a command, when it is first completed.
  bash: (env) => [env.BASH_COMPLETION_USER_DIR || join(dataDirectory(env), 'bash-completion'), 'completions'],
  zsh: (env) => [dataDirectory(env), 'zsh', 'site-functions'],
  fish: (env) => [dataDirectory(env), 'fish', 'vendor_completions.d'],
  powershell: (env) => [dataDirectory(env), 'tunnelctl'],
};

/** As in the package, but for bash, which looks for the name of the command. */
const installedNames: Readonly<Record<Shell, string>> = { ...scriptNames, bash: 'tunnelctl' };

function dataDirectory(env: Env): string {
  const { XDG_DATA_HOME: data } = env;
  return data && isAbsolute(data) ? data : join(homeDirectory(env), '.local', 'share');
}

/** Throws a CliError where there is none. */
export function homeDirectory({ HOME, USERPROFILE }: Env): string {
  const directory = HOME || USERPROFILE;
  if (directory) return directory;
  throw usageError('no home directory to put the script in; tunnelctl completion prints it');
}

/** The shell that the user works in, as SHELL says. Throws a CliError when it says none of ours. */
export function detectShell({ SHELL }: Env): Shell {
  const name = basename(SHELL ?? '').replace(/\.exe$/, '');
  const shell = name === 'pwsh' ? 'powershell' : shells.find((known) => known === name);
  if (shell !== undefined) return shell;
  throw usageError(
    SHELL
      ? `there is no completion script for ${name}, which SHELL names`
      : 'SHELL does not say which shell you use',
    { hint: `give one with --shell: ${shells.join(', ')}` },
  );
}
