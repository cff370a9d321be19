import { type Command, Option } from 'commander';
import { quote } from '../../../contract/rules/rule.ts';
import type { SeedFormat } from '../../../hosting/account-file.ts';
import { interruptible } from '../../connect/interruption.ts';
import type { CommandContext } from '../../context.ts';
import { UsageError } from '../../errors/usage-error.ts';
import { readGlobalOptions } from '../../parser/global-options.ts';
import { withAccountFile } from './account-file.ts';
import { writePrivateFile } from './private-file.ts';

/** `tunnelctl sandbox export`. */
export function define(command: Command, context: CommandContext): void {
  command
    .description(
      'Write the account in the data file, as it is at one moment, to a file that sandbox import, sandbox seed and ' +
        'serve --seed take: YAML, or JSON with -o json or for a name that ends in .json.\n\n' +
        'Without --with-secrets it holds no secrets; it says at its head (for JSON on stderr) what an import then makes ' +
        'of the account. Events and requests of the past are not part of it.',
    )
    .argument('<file|->', 'file to write, for its owner only; - for stdout')
    .addOption(
      new Option(
        '--with-secrets',
        'also write private keys, what API keys are known by, and secrets of event destinations',
      ),
    )
    .addHelpText('after', examples)
    .action(async (name: string) => {
      const { streams, printer } = context;
      const options = readGlobalOptions(command);
      const withSecrets = command.opts<{ withSecrets?: true }>().withSecrets === true;
      const format = formatOf(name, options.output);
      await withAccountFile(options, streams, true, ({ path, account }) => {
        const exporting = (write: (chunk: string) => Promise<void>) =>
          account.export({ format, withSecrets }, write);
        if (name === '-') return exporting(printer.data);
        return interruptible(streams, (signal) =>
          writePrivateFile(name, streams, { signal, spare: path }, exporting),
        );
      });
      if (name !== '-') await printer.notice(`exported to ${name}`);
      await printer.notice(withSecrets ? secretsInside : secretsLeftOut);
    });
}

const secretsInside = 'note: it holds secrets; keep it like a password';
const secretsLeftOut =
  'note: it holds no secrets: after an import no API key works, SSH and client certificate authorities have new keys, ' +
  'and secrets of event destinations have to be given again; --with-secrets keeps all of it';

function formatOf(name: string, output: string | undefined): SeedFormat {
  if (output === undefined) return /\.json$/i.test(name) ? 'json' : 'yaml';
  if (output === 'json' || output === 'yaml') return output;
  throw new UsageError(`--output ${quote(output)} is no format of an export; take yaml or json`);
}

const examples = `
Examples:
  # What the next pipeline starts with
  tunnelctl sandbox export account.yml

  # A backup that brings back everything, tokens and keys included
  tunnelctl sandbox export backup.yml --with-secrets`;
