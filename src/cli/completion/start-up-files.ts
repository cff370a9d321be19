import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readBounded } from '../../files/read-file.ts';
import { longest } from '../input/longest.ts';
import { shellWord } from '../words/shell-word.ts';
import { type Env, homeDirectory, installPlace, type Shell } from './shells.ts';

// Whether a shell finds the script that was put into its place is decided by files of the user's, which we read and
// never change. What they load from elsewhere, we cannot see: the advice says what for.

/** What a new shell lacks to find the script. */
export interface Advice {
  /** What to do, up to the colon in front of the lines. */
  readonly text: string;
  readonly lines: readonly string[];
}

/** A line of a file that is about our script. */
export interface FoundLine {
  readonly file: string;
  /** Counted from 1. */
  readonly number: number;
  readonly text: string;
}

interface StartUp {
  /** What is left to do; undefined when a new shell completes. */
  advise(env: Env): Advice | undefined;
  /** The line that names the script or its directory. */
  findLine(env: Env): FoundLine | undefined;
}

/** What is left to do in the user's own files so that new shells find the script; undefined when nothing is. */
export function startUpAdvice(shell: Shell, env: Env): Advice | undefined {
  return startUps[shell].advise(env);
}

/** The line of the user's own files that makes the shell find the script, if it needs one. */
export function startUpLine(shell: Shell, env: Env): FoundLine | undefined {
  return startUps[shell].findLine(env);
}

const bash: StartUp = {
  advise(env) {
    const lines = linesOf(bashFiles(env));
    const isLoaded = lines.some(({ text }) => loadsBashCompletion(text, env)) || bash.findLine(env);
    if (isLoaded) return undefined;
    const { file } = installPlace('bash', env);
    return {
      text: `bash does not look there without the package bash-completion, which ${rcOf(env, '.bashrc')} does not load; load it there, or add this line`,
      lines: [`source ${shellWord(file)}`],
    };
  },
  findLine: (env) => lineWith(bashFiles(env), installPlace('bash', env).file, env),
};

const zsh: StartUp = {
  advise(env) {
    const rc = zshrc(env);
    const { directory } = installPlace('zsh', env);
    const line = `fpath=(${shellWord(directory)} $fpath)`;
    const compinit = linesOf([rc]).find(({ text }) =>
      /\bcompinit\b/.test(text.replace(/\bautoload\b[^;&|]*/, '')),
    );
    const found = zsh.findLine(env);
    if (found === undefined) {
      const text = `zsh does not look there yet; add ${compinit ? 'this line' : 'these lines'} to ${rc}`;
      return compinit
        ? { text: `${text}, above compinit`, lines: [line] }
        : {
            text: `${text}, the second one unless a file that it loads runs compinit`,
            lines: [line, runCompinit],
          };
    }
    if (compinit === undefined) {
      return {
        text: `zsh completes nothing yet; add this line to ${rc}, unless a file that it loads has it`,
        lines: [runCompinit],
      };
    }
    if (found.number <= compinit.number) return undefined;
    return {
      text: `zsh does not look there yet, because compinit looks only once; move this line of ${rc} above compinit`,
      lines: [found.text],
    };
  },
  findLine: (env) => lineWith([zshrc(env)], installPlace('zsh', env).directory, env, /\bfpath\b/),
};

const runCompinit = 'autoload -Uz compinit && compinit';

/** Looks in `vendor_completions.d` by itself. */
const fish: StartUp = { advise: () => undefined, findLine: () => undefined };

const powershell: StartUp = {
  advise(env) {
    if (powershell.findLine(env)) return undefined;
    const { file } = installPlace('powershell', env);
    return {
      text: 'PowerShell does not look there by itself; add this line to the file that $PROFILE names',
      lines: [`. '${file.replaceAll("'", "''")}'`],
    };
  },
  findLine: (env) => lineWith(powershellProfiles(env), installPlace('powershell', env).file, env),
};

const startUps: Readonly<Record<Shell, StartUp>> = { bash, zsh, fish, powershell };

function rcOf(env: Env, name: string): string {
  return join(homeDirectory(env), name);
}

function bashFiles(env: Env): string[] {
  return ['.bashrc', '.bash_profile', '.bash_login', '.profile'].map((name) => rcOf(env, name));
}

function zshrc(env: Env): string {
  return env.ZDOTDIR ? join(env.ZDOTDIR, '.zshrc') : rcOf(env, '.zshrc');
}

function powershellProfiles(env: Env): string[] {
  const { XDG_CONFIG_HOME: config = rcOf(env, '.config') } = env;
  const directories = [join(config, 'powershell'), rcOf(env, 'Documents/PowerShell')];
  return directories.flatMap((directory) =>
    ['profile.ps1', 'Microsoft.PowerShell_profile.ps1'].map((name) => join(directory, name)),
  );
}

/** All lines of the files that there are, without comments. */
function linesOf(files: readonly string[]): FoundLine[] {
  return files.flatMap((file) =>
    read(file)
      .split('\n')
      .map((text, i) => ({ file, number: i + 1, text: text.replace(/(^|\s)#.*$/, '').trim() }))
      .filter(({ text }) => text !== ''),
  );
}

function read(file: string): string {
  try {
    return readBounded(file, longest.ownFile).toString();
  } catch {
    return '';
  }
}

/** The line that names a path, in whatever way it writes the home directory. */
function lineWith(files: readonly string[], path: string, env: Env, pattern = /./): FoundLine | undefined {
  return linesOf(files).find(({ text }) => {
    const written = unquoted(text, env);
    return pattern.test(text) && (written.includes(path) || written.includes(path.replaceAll("'", "''")));
  });
}

function unquoted(text: string, env: Env): string {
  const home = homeDirectory(env);
  const data = env.XDG_DATA_HOME ?? join(home, '.local', 'share');
  return text
    .replace(/\$\{?XDG_DATA_HOME(?::-[^}]*)?\}?/g, () => data)
    .replace(/\$\{?HOME\}?(?=\/)|~(?=\/)/g, () => home)
    .replaceAll('"', '');
}

/** Whether a line runs bash-completion, from a file that is there as far as can be told. */
function loadsBashCompletion(text: string, env: Env): boolean {
  const [, file] =
    /(?:^|[\s;&])(?:source|\.)\s+(\S*bash_completion(?:\.sh)?)(?=[\s;]|$)/.exec(unquoted(text, env)) ?? [];
  return file !== undefined && (/[$`(]/.test(file) || existsSync(file));
}
