import { type Command, Option } from 'commander';
import type { AccountInfo } from '../../../hosting/account-file.ts';
import type { CommandContext } from '../../context.ts';
import { LocalError } from '../../errors/local-error.ts';
import { UsageError } from '../../errors/usage-error.ts';
import { canPrompt } from '../../input/can-prompt.ts';
import { openQuestions } from '../../input/questions.ts';
import { createStdinReader } from '../../input/stdin-reader.ts';
import { sanitizeLine } from '../../output/sanitize.ts';
import { showDone } from '../../output/show.ts';
import { type GlobalOptions, readGlobalOptions } from '../../parser/global-options.ts';
import { withAccountFile } from './account-file.ts';
import { countLines } from './collection-names.ts';

/** `tunnelctl sandbox reset`. */
export function define(command: Command, context: CommandContext): void {
  command
    .description(
      'Throw away the account in the data file, with all that it holds, and start with a new one: a new id, a new ' +
        'admin, a new SSH certificate authority, no API key.\n\n' +
        'It happens in one step: a service that has the file open goes on with the new account. sandbox export keeps ' +
        'the old one.',
    )
    .addOption(new Option('-y, --yes', 'do not ask; required where nobody can be asked'))
    .addHelpText('after', examples)
    .action(async () => {
      const { streams, printer } = context;
      const options = readGlobalOptions(command);
      const yes = command.opts<{ yes?: true }>().yes === true;
      const canAsk = canPrompt(options, streams, createStdinReader(streams));
      if (!yes && !canAsk) {
        throw new UsageError('--yes is required to throw an account away where nobody can be asked');
      }
      const { before, after } = await withAccountFile(options, streams, true, async ({ path, account }) => {
        const before = await account.info();
        if (!yes) await confirm(path, before, context);
        return { before, after: await account.reset() };
      });
      const record = { removed_account_id: before.accountId, account_id: after.accountId };
      await showDone(record, options, context, async () => {
        await printer.notice(`threw away ${before.accountId}; the account is now ${after.accountId}`);
        await printer.notice(
          `make an API key with: tunnelctl --sandbox${dataWords(options)} api-keys create`,
        );
      });
    });
}

const examples = `
Examples:
  tunnelctl sandbox reset

  # In a script, with something to go back to
  tunnelctl sandbox export before.yml --with-secrets && tunnelctl sandbox reset --yes`;

/** Shows what will go and asks. Throws unless the answer is yes. */
async function confirm(
  path: string,
  { accountId, rows }: AccountInfo,
  context: CommandContext,
): Promise<void> {
  const { streams, printer } = context;
  await printer.notice(`The account ${accountId} in ${sanitizeLine(path)} holds:`);
  for (const line of countLines(rows)) await printer.notice(`  ${line}`);
  const questions = await openQuestions(streams);
  if (await questions.confirm('Throw all of this away?')) return;
  throw new LocalError('NOT_CONFIRMED', 'not confirmed; nothing was changed');
}

function dataWords({ data }: GlobalOptions): string {
  return data === undefined ? '' : ` --data ${sanitizeLine(data)}`;
}
