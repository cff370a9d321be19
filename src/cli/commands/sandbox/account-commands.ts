import { existsSync } from 'node:fs';
import { sanitizeLine } from '../../../contract/rules/sanitize.ts';
import type { AccountInfo } from '../../../hosting/account-file.ts';
import { dataFilePath } from '../../connect/data-file.ts';
import { confirm, requireConsent } from '../../input/questions.ts';
import { yesOption } from '../../operation/request-options.ts';
import { showDone } from '../../output/show.ts';
import { defineCommand } from '../../parser/command-definition.ts';
import { countLines, objectCounts, withAccountFile } from './account-file.ts';

/** `tunnelctl sandbox path`. */
const path = defineCommand({
  description:
    'Print where the data file of --sandbox and serve is, or will be. The key that its secrets are sealed with ' +
    'stands beside it, in the file of the same name with .key.',
  examples: [{ command: 'tunnelctl sandbox path' }, { command: 'du -h "$(tunnelctl sandbox path)"' }],
  async run(_, context) {
    const data = dataFilePath(context.options.data, context.streams);
    const record = { data, key: `${data}.key`, exists: existsSync(data) };
    await showDone(record, context, () => context.printer.data(`${data}\n`));
  },
});

/** `tunnelctl sandbox info`. */
const info = defineCommand({
  description:
    'Show what the data file of --sandbox and serve holds: the account and its admin, the SSH certificate ' +
    'authorities (their ids sign certificates, their public keys go to servers and known_hosts), how many objects ' +
    'of each kind there are, its size and its schema.',
  examples: [
    { command: 'tunnelctl sandbox info' },
    {
      summary: 'The id that certificates are signed with',
      command: "tunnelctl sandbox info -o json | jq -r '.ssh_certificate_authorities[0].id'",
    },
  ],
  async run(_, context) {
    const { path, info } = await withAccountFile(context, { mustExist: true }, async ({ path, account }) => ({
      path,
      info: await account.info(),
    }));
    await showDone(recordOf(path, info), context, () => context.printer.data(textOf(path, info)));
  },
});

/** `tunnelctl sandbox reset`. */
const reset = defineCommand({
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

export const commands = { path, info, reset };

function recordOf(data: string, info: AccountInfo) {
  return {
    data,
    account_id: info.accountId,
    admin: info.admin,
    ssh_certificate_authorities: info.authorities.map(({ id, description, publicKey }) => ({
      id,
      description,
      public_key: publicKey,
    })),
    objects: Object.fromEntries(objectCounts(info.rows)),
    bytes: info.bytes,
    schema_version: info.schemaVersion,
  };
}

function textOf(
  data: string,
  { accountId, admin, authorities, rows, bytes, schemaVersion }: AccountInfo,
): string {
  const lines = [
    `data:     ${sanitizeLine(data)}`,
    `account:  ${accountId}`,
    `admin:    ${admin.id} (${sanitizeLine(admin.name)})`,
    `size:     ${(bytes / 1024).toFixed(0)} KiB, schema ${schemaVersion}`,
    '',
    'SSH certificate authorities:',
    ...authorities.flatMap(({ id, description, publicKey }) => [
      `  ${id}${description === '' ? '' : `  ${sanitizeLine(description)}`}`,
      `    ${publicKey}`,
    ]),
    '',
    'Objects:',
    ...countLines(rows).map((line) => `  ${line}`),
  ];
  return `${lines.join('\n')}\n`;
}
