import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { expect } from 'vitest';
import { cleanEnvironment, pathWithProgram } from './built-program.ts';
import type { ExampleAccount } from './example-account.ts';
import type { Example } from './examples.ts';
import type { ForwardedRequest } from './recording-forwarder.ts';
import { temporaryDirectory } from './temporary-directory.ts';
import { openScript, type Terminal } from './terminal.ts';

/** What an example did. */
export interface ExampleOutcome {
  readonly exitCode: number | undefined;
  /** Undefined where it ran on a terminal. */
  readonly stdout?: string;
  /** What it said beside its results; the whole screen where it ran on a terminal. */
  readonly said: string;
  readonly requests: readonly ForwardedRequest[];
  /** Whether it went on until Ctrl-C. */
  readonly isInterrupted?: true;
}

/** An example that is ready to run: a shell's text, and what the shell finds around it. */
interface Prepared {
  readonly script: string;
  readonly shell: readonly string[];
  readonly cwd: string;
  readonly env: Record<string, string>;
}

/** Shells whose examples only they can run. */
const otherShells: Readonly<Record<string, readonly string[]>> = {
  zsh: ['zsh', '-i', '-c'],
  fish: ['fish', '--no-config', '-c'],
  powershell: ['pwsh', '-NoProfile', '-Command'],
};

/** The shell that an example is for: the program and the arguments before the text. */
export function shellOf({ command }: Example): readonly string[] {
  const [name, shell = ''] = command.split(' ');
  return (name === 'completion' && otherShells[shell]) || ['bash', '-c'];
}

/** In bash the first failure counts, and what is served gets a free port where the example leaves it to the default. */
const prelude = `set -eo pipefail
tunnelctl() {
  case " $* " in *" --port "*) ;; " serve "*) set -- "$@" --port 0 ;; esac
  command tunnelctl "$@"
}
`;

/**
 * Runs an example in a shell, in a home and a directory of its own, with the account as it was at the start: on a pipe,
 * or on a terminal if it asks something or runs until Ctrl-C.
 * @param files contents of files of the directory, by name
 * @param variables of the environment
 */
export async function runExample(
  example: Example,
  account: ExampleAccount,
  files: Readonly<Record<string, string>>,
  variables: Readonly<Record<string, string>>,
): Promise<ExampleOutcome> {
  const prepared = await prepare(example, account, files, variables);
  const { script } = prepared;
  const { requests } = account.forwarder;
  if (/^tunnelctl serve\b| --(follow|watch)\b/.test(script)) {
    return { ...(await runUntilInterrupted(prepared, account)), requests, isInterrupted: true };
  }
  const running = runOnPipe(prepared, script);
  if (/ --for deleted\b/.test(script)) {
    await expect.poll(() => requests.length).toBeGreaterThan(0);
    account.forwarder.remove(requests[0]?.target ?? '');
  }
  const { exitCode, stdout, stderr } = await running;
  if (exitCode !== 2 || !/nobody can be asked|terminal/.test(stderr)) {
    return { exitCode, stdout, said: stderr, requests };
  }
  const terminal = openOnTerminal(prepared, script);
  await answerQuestions(terminal, account);
  return { ...(await ended(terminal)), requests };
}

async function prepare(
  example: Example,
  account: ExampleAccount,
  files: Readonly<Record<string, string>>,
  variables: Readonly<Record<string, string>>,
): Promise<Prepared> {
  const faults = await account.restore();
  const script = example.script
    .replaceAll('https://api.example.com', account.forwarder.url)
    .replace(/\bfault_(\d)\b/g, (_, number) => faults[number - 1] ?? '');
  const home = temporaryDirectory();
  cpSync(join(account.home, '.config'), join(home, '.config'), { recursive: true });
  // What `serve` starts with is an account of one's own.
  const owner = script.startsWith('tunnelctl serve') ? home : account.home;
  writeFileSync(join(home, '.zshrc'), 'autoload -U compinit && compinit\n');
  for (const [, file = ''] of script.matchAll(/~\/(\S+)/g)) {
    mkdirSync(dirname(join(home, file)), { recursive: true });
  }
  const cwd = join(home, 'work');
  mkdirSync(cwd);
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(cwd, name), `${content}\n`, { mode: 0o755 });
  }
  const env = {
    ...cleanEnvironment,
    PATH: pathWithProgram(),
    HOME: home,
    SHELL: '/bin/bash',
    XDG_DATA_HOME: join(owner, '.local/share'),
    TUNNELCTL_PAGER: '',
    // Leaves everything as it is.
    EDITOR: 'true',
    ...variables,
  };
  return { script, shell: shellOf(example), cwd, env };
}

function runOnPipe({ shell, cwd, env }: Prepared, text: string) {
  const [program = '', ...args] = shell;
  const options = { cwd, env, extendEnv: false, reject: false, stdin: 'ignore' } as const;
  return execa(program, [...args, program === 'bash' ? prelude + text : text], options);
}

function openOnTerminal({ cwd, env }: Prepared, text: string): Terminal {
  return openScript(prelude + text, env, { cwd, columns: 200, rows: 60 });
}

/** The first line on a terminal, until it has shown something and the other lines have run beside it. */
async function runUntilInterrupted(prepared: Prepared, account: ExampleAccount) {
  const [first = '', ...others] = prepared.script.split('\n');
  const terminal = openOnTerminal(prepared, first);
  let made = 0;
  const change = () =>
    void account.call('POST', '/endpoints', { url: `https://change-${++made}.example.com` });
  // Whoever follows changes shows the first one after it began; who serves others says when they can come.
  const changing = setInterval(change, 200);
  await terminal.shows(others.length === 0 ? /\S/ : /use it with/).finally(() => clearInterval(changing));
  const beside = await runOnPipe(prepared, others.join('\n'));
  terminal.type('C-c');
  const outcome = await ended(terminal);
  return beside.exitCode === 0 ? outcome : { exitCode: beside.exitCode, said: beside.stderr };
}

async function ended(terminal: Terminal) {
  const said = await terminal.shows(/\[exit code \d+\]/);
  return { exitCode: Number(/\[exit code (\d+)\]/.exec(said)?.[1]), said };
}

/** Answers what is asked on a terminal, once each, until nothing more is. */
async function answerQuestions(terminal: Terminal, { forwarder, key }: ExampleAccount): Promise<void> {
  const answers = new Map([
    [/\(y\/N\)$/, 'y'],
    [/\? Profile/, ''],
    [/\? Base URL of the API/, forwarder.url],
    [/\? API key/, key],
  ]);
  for (;;) {
    const questions = [...answers.keys()];
    const any = [...questions, /\[exit code \d+\]/].map(({ source }) => source).join('|');
    const screen = await terminal.shows(new RegExp(any));
    const question = questions.find((pattern) => pattern.test(screen));
    if (question === undefined) return;
    terminal.type(...[answers.get(question) ?? '', 'Enter'].filter(Boolean));
    answers.delete(question);
  }
}
