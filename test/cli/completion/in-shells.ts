import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { onTestFinished } from 'vitest';
import { pathWithProgram } from '../../harness/built-program.ts';
import { temporaryDirectory } from '../../harness/temporary-directory.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export const scripts = {
  bash: at('../../../completions/tunnelctl.bash'),
  zsh: at('../../../completions/_tunnelctl'),
  fish: at('../../../completions/tunnelctl.fish'),
  powershell: at('../../../completions/tunnelctl.ps1'),
};

/** Where a shell completes: a directory with files, and what it exports. */
export interface Home {
  readonly directory: string;
  readonly env: Readonly<Record<string, string>>;
}

/** A match as a shell has it, and what it shows beside it. */
export type Match = readonly [match: string, description: string];

/** Whether a shell is on this machine; `.ci/run` installs all of them. */
export function isInstalled(shell: string): boolean {
  return spawnSync(shell, ['--version']).status === 0;
}

/** A home with the program in its PATH as `tunnelctl`, and a few files to complete; gone `atEnd`. */
export function makeHome(
  env: Readonly<Record<string, string>> = {},
  atEnd: (remove: () => Promise<void>) => void = onTestFinished,
): Home {
  const directory = temporaryDirectory(atEnd);
  mkdirSync(join(directory, 'policies'));
  for (const name of ['policy.yml', 'plan one.yml']) writeFileSync(join(directory, name), '');
  const known = { HOME: directory, PATH: pathWithProgram(atEnd), LANG: 'C.UTF-8', TERM: 'xterm' };
  return { directory, env: { ...known, ...env } };
}

/** What bash offers at the end of a line; a lone match is what it inserts. */
export async function completeInBash(line: string, home: Home, type = 9): Promise<string[]> {
  return (await completeAllInBash([line], home, type))[0] ?? [];
}

/** The same for many lines in one shell: starting one takes longer than completing. */
export async function completeAllInBash(all: readonly string[], home: Home, type = 9): Promise<string[][]> {
  const script = `source "$1"; shift
    while (($#)); do
      COMP_LINE=$1 COMP_POINT=\${#1} COMP_TYPE=${type} COLUMNS=100
      COMP_WORDS=("\${@:4:$3}"); COMP_CWORD=$(($3 - 1)); COMPREPLY=()
      _tunnelctl tunnelctl "$2" "" 2>/dev/null
      ((\${#COMPREPLY[@]})) && printf '%s\\n' "\${COMPREPLY[@]}"
      printf '\\0'; shift $((3 + $3))
    done`;
  const parameters = all.flatMap((line) => {
    const words = splitAsBash(line);
    const last = words.at(-1) ?? '';
    const current = /^[=:@]/.test(last) ? '' : last.replace(/^['"]/, '');
    return [line, current, String(words.length), ...words];
  });
  return parts(await run('bash', ['--norc', '-c', script, 'bash', scripts.bash, ...parameters], home));
}

// As readline does: at spaces, and at = : @ outside of quotes, which are words of their own.
function splitAsBash(line: string): string[] {
  const words = line.match(/'[^']*'?|"[^"]*"?|[=:@]+|(?:\\.|[^\s=:@'"\\])+/g) ?? [];
  return / $/.test(line) ? [...words, ''] : words;
}

/** What zsh offers at the end of a line. */
export async function completeInZsh(line: string, home: Home): Promise<Match[]> {
  return (await completeAllInZsh([line], home))[0] ?? [];
}

/** The same for many lines in one shell. */
export async function completeAllInZsh(all: readonly string[], home: Home): Promise<Match[][]> {
  const output = await run('zsh', ['-f', at('capture.zsh'), scripts.zsh, ...all], home);
  return parts(output).map((offered) =>
    offered.map((text) => {
      const [match = '', display = ''] = text.split('\t');
      return [match, /\s+-- (.*)$/.exec(display)?.[1] ?? ''];
    }),
  );
}

/** What fish offers at the end of a line. */
export async function completeInFish(line: string, home: Home): Promise<Match[]> {
  return (await completeAllInFish([line], home))[0] ?? [];
}

/** The same for many lines in one shell. */
export async function completeAllInFish(all: readonly string[], home: Home): Promise<Match[][]> {
  const script = "source $argv[1]; for line in $argv[2..]; complete -C $line; printf '\\0'; end";
  const output = await run('fish', ['--no-config', '-c', script, scripts.fish, ...all], home);
  return parts(output).map((offered) =>
    offered.map((text) => {
      const [match = '', description = ''] = text.split('\t');
      return [match, description];
    }),
  );
}

// Not synchronous: the service that completion asks may run in this process.
async function run(shell: string, args: string[], { directory, env }: Home): Promise<string> {
  const { stdout } = await execa(shell, args, { cwd: directory, env, extendEnv: false, stdin: 'ignore' });
  return stdout;
}

/** The lines of what was offered for each line, behind each of which stands a NUL. */
function parts(output: string): string[][] {
  return output
    .split('\0')
    .slice(0, -1)
    .map((text) => text.split('\n').filter((line) => line !== ''));
}
