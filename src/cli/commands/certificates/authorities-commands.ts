import { demoIds } from '../../../contract/examples/demo-ids.ts';
import { quote } from '../../../contract/rules/rule.ts';
import type { ObjectSchema } from '../../../contract/schema/schema.ts';
import { connect } from '../../connect/connection.ts';
import type { CommandContext } from '../../context.ts';
import { CliError, fieldError } from '../../errors/cli-error.ts';
import { whereOption } from '../../filter/filter-options.ts';
import { chosenOf } from '../../filter/record-filter.ts';
import { isBeginning } from '../../id-lookup/id-form.ts';
import { takesOnlyIds } from '../../id-lookup/known-names.ts';
import { parseHostPatterns } from '../../operation/plugins/host-patterns.ts';
import {
  authorityLine,
  fingerprint,
  gatherAuthorities,
  knownHostsLine,
  type SshAuthority,
} from '../../operation/plugins/ssh-authorities.ts';
import { isForProgram } from '../../output/formats.ts';
import { recordOptions, rowsOptions } from '../../output/output-options.ts';
import { planOutput } from '../../output/output-plan.ts';
import { printList } from '../../output/print-list.ts';
import { printRecord } from '../../output/print-record.ts';
import { defineCommand } from '../../parser/command-definition.ts';
import { argument, option, toggle } from '../../parser/options.ts';
import { hinted, parsed } from '../../parser/value-types.ts';

const { users, hosts } = demoIds.sshCertificateAuthorities;

const text = { type: 'string' } as const satisfies ObjectSchema;
const textOrNull = { type: ['string', 'null'] } as const satisfies ObjectSchema;
const count = { type: 'integer' } as const satisfies ObjectSchema;

/** An authority as these commands show it. */
const authorityRecord = {
  type: 'object',
  properties: {
    id: text,
    description: text,
    key_type: textOrNull,
    fingerprint: textOrNull,
    user_certificates: count,
    host_certificates: count,
    hosts: { type: 'array', items: text },
    trusted_user_ca_keys: { ...textOrNull, 'x-document': true },
    sshd_config: { ...textOrNull, 'x-document': true },
    known_hosts: { ...textOrNull, 'x-document': true },
  },
} as const satisfies ObjectSchema;

const tableColumns = ['id', 'description', 'key_type', 'user_certificates', 'host_certificates', 'hosts'];

/** `tunnelctl ssh-authorities list`. */
const list = defineCommand({
  description:
    'List the SSH certificate authorities of the account, the oldest first.\n\n' +
    'No operation of the API shows them, so they are gathered from the records of certificates, all of which are ' +
    'read; one that has signed nothing yet shows up in a sandbox alone.',
  options: { where: whereOption(authorityRecord), ...rowsOptions },
  examples: [
    { command: 'tunnelctl ssh-authorities list' },
    {
      summary: 'Trust every host that they have certified',
      command:
        "tunnelctl ssh-authorities list --query '[?known_hosts].known_hosts' -o json | jq -r '.[]' >> known_hosts",
    },
  ],
  async run({ where, ...given }, context) {
    const plan = await planOutput(authorityRecord, given, context, tableColumns);
    const records = (await gather(context)).map((authority) => recordOf(authority, undefined));
    await printList(plan, chosenOf(records, where, authorityRecord, 'authorities'), context);
  },
});

/** `tunnelctl ssh-authorities show <id>`. */
const show = defineCommand({
  description:
    'Show an SSH certificate authority, with the lines that make others trust it: trusted_user_ca_keys for the file ' +
    'that TrustedUserCAKeys in sshd_config names, so that servers let in the users that it certifies; known_hosts ' +
    'for clients, so that they believe the hosts that it certifies: those in its certificates, or the ones given.',
  arguments: {
    id: argument(
      '<id>',
      'id of the authority, whole or its beginning, or its description',
      hinted({ source: 'ssh_certificate_authorities' }),
    ),
  },
  options: {
    knownHosts: option(
      '--known-hosts <patterns>',
      "print the line of known_hosts alone, for these names: '*.example.com,10.0.0.*'",
      parsed(parseHostPatterns),
    ),
    trustedUserCaKeys: toggle(
      '--trusted-user-ca-keys',
      'print the line of the file of TrustedUserCAKeys alone',
    ),
    ...recordOptions,
  },
  examples: [
    {
      summary: 'Let ssh believe the hosts that it certifies',
      command: `tunnelctl ssh-authorities show ${hosts} --known-hosts '*.example.com' >> known_hosts`,
    },
    {
      summary: 'Let sshd let in the users that it certifies: TrustedUserCAKeys names this file',
      command: `tunnelctl ssh-authorities show ${users} --trusted-user-ca-keys > user_ca.pub`,
    },
  ],
  async run({ id, knownHosts, trustedUserCaKeys, ...given }, context) {
    if (trustedUserCaKeys && knownHosts !== undefined) {
      throw fieldError('--trusted-user-ca-keys', 'and --known-hosts print two lines; give one');
    }
    const plan = await planOutput(authorityRecord, given, context);
    const authorities = await gather(context);
    const authority = authorityNamed(id, authorities, context);
    const record = recordOf(authority, knownHosts);
    const line = trustedUserCaKeys ? record.trusted_user_ca_keys : knownHosts && record.known_hosts;
    const isLine = trustedUserCaKeys || knownHosts !== undefined;
    if (!isLine || isForProgram(context) || plan.query) return printRecord(plan, record, context);
    if (!line) throw new CliError('FAILED', `no certificate shows the public key of ${record.id}`);
    await context.printer.data(`${line}\n`);
  },
});

export const commands = { list, show };

async function gather(context: CommandContext): Promise<SshAuthority[]> {
  const { client, close } = await connect(context);
  try {
    return await gatherAuthorities(client, context.streams.clock.now());
  } finally {
    await close();
  }
}

function recordOf(authority: SshAuthority, patterns: string | undefined) {
  const { id, description, publicKey, signed, hosts } = authority;
  const line = authorityLine(authority) ?? null;
  return {
    id,
    description,
    key_type: publicKey?.keyType ?? null,
    fingerprint: publicKey ? fingerprint(publicKey) : null,
    user_certificates: signed.user,
    host_certificates: signed.host,
    hosts,
    trusted_user_ca_keys: line,
    sshd_config: line && `TrustedUserCAKeys /etc/ssh/${id}.pub`,
    known_hosts: knownHostsLine(authority, patterns) ?? null,
  };
}

/** The authority that is meant, as other records are (help finding). Throws a CliError unless there is just one. */
function authorityNamed(name: string, all: readonly SshAuthority[], context: CommandContext): SshAuthority {
  const exact = all.find(({ id }) => id === name);
  if (exact !== undefined) return exact;
  const isMeant = ({ id, description }: SshAuthority) =>
    isBeginning('sshca', name) ? id.startsWith(name) : name !== '' && description === name;
  const [found, ...others] = takesOnlyIds(context) ? [] : all.filter(isMeant);
  if (found === undefined) throw unknownAuthority(name, all);
  if (others.length === 0) return found;
  const ids = [found, ...others].map(({ id }) => id);
  throw new CliError(
    'AMBIGUOUS_ID',
    `${quote(name)} is ${ids.length} of the ssh-authorities: ${ids.join(', ')}`,
    {
      hint: 'give the id of the one that is meant',
      next: ids.map((id) => `tunnelctl ssh-authorities show ${id}`),
    },
  );
}

function unknownAuthority(id: string, known: readonly SshAuthority[]): CliError {
  const ids = known.map((authority) => authority.id).join(', ');
  return new CliError(
    'NO_SUCH_AUTHORITY',
    `no certificate of the account was signed by ${JSON.stringify(id)}`,
    {
      field: '<id>',
      hint: known.length === 0 ? 'there are no certificates' : `there is ${ids}`,
      next: ['tunnelctl ssh-authorities list'],
    },
  );
}
