import type { Command } from 'commander';
import type { AccountInfo } from '../../../hosting/account-file.ts';
import type { CommandContext } from '../../context.ts';
import { sanitizeLine } from '../../output/sanitize.ts';
import { showDone } from '../../output/show.ts';
import { readGlobalOptions } from '../../parser/global-options.ts';
import { withAccountFile } from './account-file.ts';
import { countLines, objectCounts } from './collection-names.ts';

/** `tunnelctl sandbox info`. */
export function define(command: Command, context: CommandContext): void {
  command
    .description(
      'Show what the data file of --sandbox and serve holds: the account and its admin, the SSH certificate ' +
        'authorities (their ids sign certificates, their public keys go to servers and known_hosts), how many objects ' +
        'of each kind there are, its size and its schema.',
    )
    .addHelpText('after', examples)
    .action(async () => {
      const options = readGlobalOptions(command);
      const { path, info } = await withAccountFile(options, context.streams, true, async (opened) => ({
        path: opened.path,
        info: await opened.account.info(),
      }));
      await showDone(recordOf(path, info), options, context, () => context.printer.data(textOf(path, info)));
    });
}

const examples = `
Examples:
  tunnelctl sandbox info

  # The id that certificates are signed with
  tunnelctl sandbox info -o json | jq -r '.ssh_certificate_authorities[0].id'`;

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
