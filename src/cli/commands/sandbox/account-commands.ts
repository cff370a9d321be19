import { existsSync } from 'node:fs';
import { sanitizeLine } from '../../../contract/rules/sanitize.ts';
import type { FromSchema, ObjectSchema } from '../../../contract/schema/schema.ts';
import { adminOperations, sandboxAccount } from '../../../hosting/admin-api.ts';
import { dataFilePath } from '../../connect/data-file.ts';
import { confirm, requireConsent } from '../../input/questions.ts';
import { yesOption } from '../../operation/request-options.ts';
import { recordOptions } from '../../output/output-options.ts';
import { planOutput } from '../../output/output-plan.ts';
import { ownSchema, showDone, showFacts, showText } from '../../output/show.ts';
import { defineCommand } from '../../parser/command-definition.ts';
import { shellWord } from '../../words/shell-word.ts';
import { countLines, dataFileOf, withAccountFile } from './account-file.ts';
import { askSandbox, withSandbox } from './ask-sandbox.ts';
import { onlyFiles, requireDataFile, type SandboxTarget, whatIsMeant } from './sandbox-target.ts';

const dataFileFacts = ownSchema(['data', 'key', 'exists']);

/** `tunnelctl sandbox path`. */
const path = defineCommand({
  description:
    'Print where the data file of --sandbox and serve is, or will be. The key that its secrets are sealed with ' +
    'stands beside it, in the file of the same name with .key.\n\n' +
    onlyFiles,
  examples: [
    { command: 'tunnelctl sandbox path --sandbox' },
    { command: 'du -h "$(tunnelctl sandbox path --sandbox)"' },
  ],
  options: recordOptions,
  prints: dataFileFacts,
  async run(choices, context) {
    const data = dataFileOf(requireDataFile(context, 'sandbox path'), { mustExist: false });
    const { keyFileOf } = await import('../../../hosting/key-file.ts');
    const record = { data, key: keyFileOf(data), exists: existsSync(data) };
    await showText(data, record, context, { schema: dataFileFacts, choices });
  },
});

/** Of its places, the data file or the service's address, there is one. */
const accountFacts: ObjectSchema = {
  ...sandboxAccount,
  properties: { data: {}, base_url: {}, ...sandboxAccount.properties },
};

/** `tunnelctl sandbox info`. */
const info = defineCommand({
  description:
    'Show what a sandbox holds: the account and its admin, the SSH certificate authorities (their ids sign ' +
    'certificates, their public keys go to servers and known_hosts), how many objects of each kind there are, the ' +
    'size of its data file and its schema.\n\n' +
    whatIsMeant,
  examples: [
    { command: 'tunnelctl sandbox info' },
    {
      summary: 'The id that certificates are signed with',
      command: 'tunnelctl sandbox info --query "ssh_certificate_authorities[0].id"',
    },
  ],
  options: recordOptions,
  prints: accountFacts,
  async run(choices, context) {
    const plan = await planOutput(accountFacts, choices, context);
    const lacks = 'it does not show its account';
    const [place, account] = await withSandbox(context, { mustExist: true }, async (client, found) => [
      placeOf(found),
      (await askSandbox(client, adminOperations.showAccount, { lacks })) as Account,
    ]);
    const record = { ...place, ...account };
    await showFacts(plan, record, textOf(place, account), context);
  },
});

/** `tunnelctl sandbox reset`. */
const reset = defineCommand({
  description:
    'Throw away the account in the data file, with all that it holds, and start with a new one: a new id, a new ' +
    'admin, a new SSH certificate authority, no API key.\n\n' +
    'It happens in one step: a service that has the file open goes on with the new account. sandbox export keeps ' +
    'the old one.\n\n' +
    onlyFiles,
  options: { yes: { ...yesOption, group: undefined } },
  examples: [
    { command: 'tunnelctl sandbox reset --sandbox' },
    {
      summary: 'In a script, with something to go back to',
      command:
        'tunnelctl sandbox export before.yml --with-secrets --sandbox && tunnelctl sandbox reset --yes --sandbox',
    },
  ],
  async run({ yes }, context) {
    const { options, printer } = context;
    if (!yes) requireConsent(context);
    const { before, after } = await withAccountFile(
      context,
      { verb: 'sandbox reset', mustExist: true },
      async ({ path, account }) => {
        const before = await account.info();
        if (!yes) {
          const head = `The account ${before.accountId} in ${sanitizeLine(path)} holds:`;
          const counts = countLines(before.objects).map((line) => `  ${line}`);
          await confirm('Throw all of this away?', [head, ...counts], context);
        }
        return { before, after: await account.reset() };
      },
    );
    const record = { removed_account_id: before.accountId, account_id: after.accountId };
    await showDone(record, context, async () => {
      await printer.notice(`threw away ${before.accountId}; the account is now ${after.accountId}`);
      const file = options.data === undefined ? '' : ` --data ${shellWord(options.data)}`;
      await printer.notice(`make an API key with: tunnelctl --sandbox${file} api-keys create`);
    });
  },
});

export const commands = { path, info, reset };

type Account = FromSchema<typeof sandboxAccount>;

/** Where the account is: a data file on this machine, or a service. */
type Place = { readonly data: string } | { readonly base_url: string };

function placeOf({ target, context: { options, streams } }: SandboxTarget): Place {
  return target.kind === 'sandbox'
    ? { data: dataFilePath(options.data, streams) }
    : { base_url: target.baseUrl.value };
}

function textOf(place: Place, account: Account): string {
  const { account_id, admin, ssh_certificate_authorities, objects, bytes, schema_version } = account;
  const where =
    'data' in place ? `data:     ${sanitizeLine(place.data)}` : `service:  ${sanitizeLine(place.base_url)}`;
  const lines = [
    where,
    `account:  ${sanitizeLine(account_id)}`,
    `admin:    ${sanitizeLine(admin.id)} (${sanitizeLine(admin.name)})`,
    `size:     ${(bytes / 1024).toFixed(0)} KiB, schema ${schema_version}`,
    '',
    'SSH certificate authorities:',
    ...ssh_certificate_authorities.flatMap(({ id, description, public_key }) => [
      `  ${sanitizeLine(id)}${description === '' ? '' : `  ${sanitizeLine(description)}`}`,
      `    ${sanitizeLine(public_key)}`,
    ]),
    '',
    'Objects:',
    ...countLines(objects).map((line) => `  ${sanitizeLine(line)}`),
  ];
  return `${lines.join('\n')}\n`;
}
