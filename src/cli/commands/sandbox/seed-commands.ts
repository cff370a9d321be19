import type { SeedReport } from '../../../hosting/account-file.ts';
import { showDone } from '../../output/show.ts';
import { defineCommand } from '../../parser/command-definition.ts';
import { argument } from '../../parser/options.ts';
import type { Printer } from '../../printer.ts';
import { seedSource, seedText, withAccountFile } from './account-file.ts';

/** `tunnelctl sandbox seed`. */
const seed = defineCommand({
  description:
    'Put the objects of a YAML or JSON file (- is stdin), or the demo account, into the account of the data file: ' +
    'all of it or nothing. A seed that the account has already is left alone, so that a script may say it again. ' +
    'A service that has the file open shows it at once.',
  arguments: { source: argument('<file|demo>', 'seed file, - for stdin, or demo', seedSource) },
  examples: [
    { command: 'tunnelctl sandbox seed demo' },
    {
      summary: 'Two endpoints from a script',
      command:
        "printf 'endpoints:\\n  - url: https://a.example.com\\n  - url: https://b.example.com\\n' | tunnelctl sandbox seed -",
    },
  ],
  async run({ source }, context) {
    const report = await withAccountFile(context, { mustExist: false }, ({ account }) =>
      account.seed(source),
    );
    const record = { applied: report !== undefined, ...(report && reportRecord(report)) };
    const { printer } = context;
    await showDone(record, context, () =>
      report ? sayReport('seeded', report, printer) : printer.notice('the account has this seed already'),
    );
  },
});

/** `tunnelctl sandbox import`. */
const importAccount = defineCommand({
  description:
    'Bring back an account that sandbox export wrote, YAML or JSON (- is stdin): all of it or nothing.\n\n' +
    'A data file that holds nothing yet, new or after sandbox reset, becomes that account, ids included. To one ' +
    'that is in use the objects are added; an id or a URL that it has already is refused.',
  arguments: { source: argument('<file|->', 'exported account, or - for stdin', seedText) },
  examples: [
    {
      summary: 'Go back to how it was',
      command:
        'tunnelctl sandbox export before.yml --with-secrets\n' +
        'tunnelctl sandbox reset --yes\n' +
        'tunnelctl sandbox import before.yml',
    },
    {
      summary: 'A copy in another file',
      command: 'tunnelctl sandbox export - --with-secrets | tunnelctl sandbox import - --data copy.db',
    },
  ],
  async run({ source }, context) {
    const report = await withAccountFile(context, { mustExist: false }, ({ account }) =>
      account.import(source),
    );
    await showDone(reportRecord(report), context, () => sayReport('imported', report, context.printer));
  },
});

export const commands = { seed, import: importAccount };

/** What a seed or an import did, for a program. */
function reportRecord({ accountId, isTakenOver, added, missingSecrets }: SeedReport) {
  return { account_id: accountId, became_this_account: isTakenOver, added, missing_secrets: missingSecrets };
}

/** The same for people, and what is left to do. @param done how the change is called: `imported` */
async function sayReport(done: string, report: SeedReport, printer: Printer): Promise<void> {
  const { accountId, isTakenOver, added } = report;
  const counts = Object.entries(added).map(([list, count]) => `${count} ${list.replaceAll('_', ' ')}`);
  await printer.notice(`${done}: ${counts.join(', ') || 'no objects'}`);
  const kept = `added to the account ${accountId}, which was in use: it keeps its id and its admin`;
  await printer.notice(isTakenOver ? `the account is ${accountId}` : kept);
  for (const warning of report.warnings) await printer.notice(`warning: ${warning}`);
}
