import { basename, isAbsolute, join } from 'node:path';
import { usageError } from '../errors/cli-error.ts';
import type { Streams } from '../streams.ts';
import { shellWord } from '../words/command-words.ts';
import { type Shell, shells } from './shells.ts';

type Env = Streams['env'];

/** Where a shell's script goes, and what is left to do so that the shell finds it there. */
export interface InstallPlace {
  readonly file: string;
  /** A line for a file of the user's, which is never changed for them; undefined where the shell looks by itself. */
  readonly line?: { readonly text: string; readonly into: string };
}

/** The place of a shell's script in the user's home. Throws a CliError where there is no home. */
export function installPlace(shell: Shell, env: Env): InstallPlace {
  return places[shell](env);
}

const places: Record<Shell, (env: Env) => InstallPlace> = {
  // What bash-completion 2 searches for the name of a command, when it is first completed.
  bash: (env) => ({
    file: join(
      env.BASH_COMPLETION_USER_DIR || join(dataDirectory(env), 'bash-completion'),
      'completions',
      'tunnelctl',
    ),
  }),
  zsh: (env) => {
    const directory = join(dataDirectory(env), 'zsh', 'site-functions');
    const rc = join(env.ZDOTDIR || home(env), '.zshrc');
    return {
      file: join(directory, '_tunnelctl'),
      line: { text: `fpath=(${shellWord(directory)} $fpath)`, into: `${rc}, above compinit` },
    };
  },
  fish: (env) => ({ file: join(dataDirectory(env), 'fish', 'vendor_completions.d', 'tunnelctl.fish') }),
  powershell: (env) => {
    const file = join(dataDirectory(env), 'tunnelctl', 'tunnelctl.ps1');
    return {
      file,
      line: { text: `. '${file.replaceAll("'", "''")}'`, into: 'the file that $PROFILE names' },
    };
  },
};

function dataDirectory(env: Env): string {
  const { XDG_DATA_HOME: data } = env;
  return data && isAbsolute(data) ? data : join(home(env), '.local', 'share');
}

function home({ HOME, USERPROFILE }: Env): string {
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
