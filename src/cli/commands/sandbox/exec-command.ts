import { usageError } from '../../errors/cli-error.ts';
import type { ExitCode } from '../../exit-codes.ts';
import { defineCommand } from '../../parser/command-definition.ts';
import { option, restArguments } from '../../parser/options.ts';
import { text } from '../../parser/value-types.ts';
import { seedSource } from './account-file.ts';

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
    if (context.options.data !== undefined) {
      throw usageError(
        '--data is not taken: exec keeps no file; use tunnelctl serve --data for one that stays',
        { field: '--data' },
      );
    }
    const { runInSandbox } = await import('./run-in-sandbox.ts');
    context.exitCode = (await runInSandbox(words, seed, context)) as ExitCode;
  },
});
