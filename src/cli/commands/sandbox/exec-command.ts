import { type Command, Option } from 'commander';
import type { CommandContext } from '../../context.ts';
import { UsageError } from '../../errors/usage-error.ts';
import type { ExitCode } from '../../exit-codes.ts';
import { readGlobalOptions } from '../../parser/global-options.ts';
import { readSeedText } from './seed-source.ts';

/** `tunnelctl sandbox exec`. */
export function define(command: Command, context: CommandContext): void {
  command
    .description(
      'Start a sandbox on a free port and a temporary file, run a command with TUNNELCTL_BASE_URL and ' +
        'TUNNELCTL_API_KEY set to it, and throw the sandbox away when the command ends. Nobody else sees it, and the ' +
        'data file of --sandbox and serve is not touched.\n\n' +
        "The exit code is the command's: 128 and its number when a signal ended it, 127 when there is no such command, " +
        '126 when it cannot be run. SIGINT, SIGTERM and SIGHUP go on to the command. Profiles and settings of yours do ' +
        'not reach it: TUNNELCTL_CONFIG_DIR is an empty directory.',
    )
    .usage('[options] -- <command...>')
    .argument('<command...>', 'command and its arguments, behind --')
    .addOption(
      new Option('--seed <file|demo>', 'start with the objects of a file (- is stdin), or the demo account'),
    )
    .addHelpText('after', examples)
    .passThroughOptions()
    .action(async (words: string[]) => {
      const options = readGlobalOptions(command);
      if (options.data !== undefined) {
        throw new UsageError(
          '--data is not taken: exec keeps no file; use tunnelctl serve --data for one that stays',
        );
      }
      const { seed }: { seed?: string } = command.opts();
      const source =
        seed === undefined || seed === 'demo' ? seed : await readSeedText('--seed', seed, context.streams);
      const { runInSandbox } = await import('./run-in-sandbox.ts');
      context.exitCode = (await runInSandbox(words, source, context)) as ExitCode;
    });
}

const examples = `
Examples:
  # The line for a pipeline
  tunnelctl sandbox exec --seed demo -- ./test.sh

  tunnelctl sandbox exec -- sh -c 'tunnelctl endpoints create --url https://app.example.com && tunnelctl endpoints list'`;
