import { confirm, requireConsent } from '../../input/questions.ts';
import { yesOption } from '../../operation/request-options.ts';
import { showDone } from '../../output/show.ts';
import { defineCommand } from '../../parser/command-definition.ts';
import { sanitizeLine } from '../../terminal/sanitize.ts';
import { countLines, withAccountFile } from './account-file.ts';

/** `tunnelctl sandbox reset`. */
export const command = defineCommand({
  description:
    'Throw away the account in the data file, with all that it holds, and start with a new one: a new id, a new ' +
    'admin, a new SSH certificate authority, no API key.\n\n' +
    'It happens in one step: a service that has the file open goes on with the new account. sandbox export keeps ' +
    'the old one.',
  options: { yes: { ...yesOption, group: undefined } },
  examples: [
    { command: 'tunnelctl sandbox reset' },
    {
      summary: 'In a script, with something to go back to',
      command: 'tunnelctl sandbox export before.yml --with-secrets && tunnelctl sandbox reset --yes',
    },
  ],
  async run({ yes }, context) {
    const { options, printer } = context;
    if (!yes) requireConsent(context);
    const { before, after } = await withAccountFile(
      context,
      { mustExist: true },
      async ({ path, account }) => {
        const before = await account.info();
        if (!yes) {
          const head = `The account ${before.accountId} in ${sanitizeLine(path)} holds:`;
          const counts = countLines(before.rows).map((line) => `  ${line}`);
          await confirm('Throw all of this away?', [head, ...counts], context);
        }
        return { before, after: await account.reset() };
      },
    );
    const record = { removed_account_id: before.accountId, account_id: after.accountId };
    await showDone(record, context, async () => {
      await printer.notice(`threw away ${before.accountId}; the account is now ${after.accountId}`);
      const file = options.data === undefined ? '' : ` --data ${sanitizeLine(options.data)}`;
      await printer.notice(`make an API key with: tunnelctl --sandbox${file} api-keys create`);
    });
  },
});
