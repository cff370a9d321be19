import { type ChildProcess, spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { constants } from 'node:os';
import { join } from 'node:path';
import { sanitizeLine } from '../../../contract/rules/sanitize.ts';
import { temporaryFolder } from '../../../files/leftovers.ts';
import type { SeedSource } from '../../../hosting/account-file.ts';
import type { RunningService } from '../../../hosting/serve.ts';
import type { CommandContext } from '../../context.ts';
import { systemProblem } from '../../errors/system-problem.ts';
import type { ExitCode } from '../../exit-codes.ts';
import { onSignals } from '../../input/signals.ts';
import { defineCommand } from '../../parser/command-definition.ts';
import { option, restArguments } from '../../parser/options.ts';
import { text } from '../../parser/value-types.ts';
import type { Streams } from '../../streams.ts';
import { seedSource } from './account-file.ts';
import { refuseTarget } from './sandbox-target.ts';

/** `tunnelctl sandbox exec`. */
export const command = defineCommand({
  description:
    'Start a sandbox on a free port and a temporary file, run a command with TUNNELCTL_BASE_URL and ' +
    'TUNNELCTL_API_KEY set to it, and throw the sandbox away when the command ends. Nobody else sees it, and the ' +
    'data file of --sandbox and serve is not touched.\n\n' +
    "The exit code is the command's: 128 and its number when a signal ended it, 127 when there is no such command, " +
    '126 when it cannot be run. SIGINT, SIGTERM and SIGHUP go on to the command. Profiles and settings of yours do ' +
    'not reach it: TUNNELCTL_CONFIG_DIR is an empty directory.',
  usage: '-- <command...>',
  arguments: {
    words: restArguments('<command...>', 'command and its arguments, behind --', text),
  },
  options: {
    seed: option(
      '--seed <file|demo>',
      'start with the objects of a file (- is stdin), or the demo account',
      seedSource,
    ),
  },
  passesThrough: true,
  examples: [
    {
      summary: 'The line for a pipeline',
      command: 'tunnelctl sandbox exec --seed demo -- ./test.sh',
    },
    {
      command:
        "tunnelctl sandbox exec -- sh -c 'tunnelctl endpoints create --url https://app.example.com && tunnelctl endpoints list'",
    },
  ],
  async run({ words, seed }, context) {
    refuseTarget(
      context,
      'is not taken: exec starts a sandbox of its own and keeps no file; tunnelctl serve starts one that stays',
    );
    context.exitCode = (await runInSandbox(words, seed, context)) as ExitCode;
  },
});

/** What shells answer for a command that is not there, and for one that cannot be run. */
const notFound = 127;
const notExecutable = 126;

/** Runs a command against a sandbox of its own, and answers with what to exit with. */
async function runInSandbox(
  words: readonly string[],
  seed: SeedSource | undefined,
  context: CommandContext,
): Promise<number> {
  const { streams, printer } = context;
  const signals = holdSignals(streams);
  const directory = temporaryFolder();
  try {
    const service = await start(join(directory, 'sandbox.db'), seed, context);
    try {
      if (signals.held !== undefined) return 128 + constants.signals[signals.held];
      const child = spawn(words[0] ?? '', words.slice(1), {
        stdio: 'inherit',
        cwd: streams.cwd,
        env: environment(streams, service, directory),
      });
      signals.passTo(child);
      return await outcome(child);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === undefined) throw error;
      await printer.error(`error: cannot run ${sanitizeLine(words[0] ?? '')}: ${systemProblem(error)}`);
      return code === 'ENOENT' ? notFound : notExecutable;
    } finally {
      await service.stop();
    }
  } finally {
    signals.release();
    await rm(directory, { recursive: true, force: true });
  }
}

async function start(
  file: string,
  seed: SeedSource | undefined,
  { printer }: CommandContext,
): Promise<RunningService> {
  const { serve } = await import('../../../hosting/serve.ts');
  const options = { file, host: '127.0.0.1', port: 0, ...(seed !== undefined && { seed }) };
  const service = await serve(options);
  for (const warning of service.warnings) await printer.warn(warning);
  return service;
}

/** What makes commands call the sandbox, and nothing but the sandbox. */
function environment(
  { env }: Streams,
  { url, apiKey, authorities }: RunningService,
  directory: string,
): Record<string, string | undefined> {
  const noProxy = [env.NO_PROXY ?? env.no_proxy, '127.0.0.1'].filter(Boolean).join(',');
  return {
    ...env,
    TUNNELCTL_BASE_URL: url,
    TUNNELCTL_API_KEY: apiKey?.token,
    TUNNELCTL_SSH_CERTIFICATE_AUTHORITY_ID: authorities[0]?.id,
    TUNNELCTL_PROFILE: undefined,
    TUNNELCTL_CONFIG_DIR: join(directory, 'config'),
    NO_PROXY: noProxy,
    no_proxy: noProxy,
  };
}

/** The exit code of a command, as a shell tells it. Throws the system's error when it cannot be started. */
function outcome(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)));
  });
}

/** Keeps signals from ending us before the command has ended and its sandbox is gone. */
function holdSignals(streams: Streams) {
  let child: ChildProcess | undefined;
  let held: NodeJS.Signals | undefined;
  // A terminal sends SIGINT and SIGHUP to the command as well: it must not get them twice.
  const isAtTerminal = streams.stdinIsTTY || streams.stdoutIsTTY || streams.stderrIsTTY;
  const release = onSignals(streams, (name) => {
    held ??= name;
    if (name === 'SIGTERM' || !isAtTerminal) child?.kill(name);
  });
  return {
    /** What came before there was a command. */
    get held() {
      return held;
    },
    passTo(started: ChildProcess) {
      child = started;
    },
    release,
  };
}
