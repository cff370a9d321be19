import { type Command, Option } from 'commander';
import type { CommandContext } from '../../context.ts';
import { readGlobalOptions } from '../../parser/global-options.ts';

/** `tunnelctl login`: what it takes. */
export function define(command: Command, context: CommandContext): void {
  command
    .description(
      'Store a base URL and an API key as a profile, and use it from now on.\n\n' +
        'On a terminal it asks for what is not given; the key is not shown. The key is tried with one request ' +
        'before anything is stored, and kept in a file of its own that only you can read.',
    )
    .addOption(new Option('--with-key', 'read the key from stdin'))
    .addOption(new Option('--no-verify', 'store without trying the key'))
    .addHelpText('after', examples)
    .action(async () => {
      const { withKey, verify }: { withKey?: true; verify: boolean } = command.opts();
      const { runLogin } = await import('./run-login.ts');
      await runLogin(
        { options: readGlobalOptions(command), keyFromStdin: withKey === true, isVerified: verify },
        context,
      );
    });
}

const examples = `
Examples:
  # Answer three questions
  tunnelctl login

  # From a script, with the key on stdin
  tunnelctl login --profile ci --base-url https://api.example.com --with-key < key.txt`;
