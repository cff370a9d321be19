import type { Client } from '../../../client/client.ts';
import { ApiError } from '../../../client/errors.ts';
import { NetworkError } from '../../../client/transport/network-error.ts';
import type { CatalogueEntry } from '../../../contract/index.ts';
import { sanitizeLine } from '../../../contract/rules/sanitize.ts';
import type { SshCertificate, SshCertificateKind } from '../../../contract/rules/ssh/certificate.ts';
import { formatTimestamp } from '../../../contract/rules/time.ts';
import type { Operation } from '../../../contract/schema/resource.ts';
import type { CommandContext } from '../../context.ts';
import { CliError, usageError } from '../../errors/cli-error.ts';
import { withHint } from '../../errors/failure.ts';
import { certificateMember } from '../../operation/plugins/certificate-file.ts';
import { serviceNow } from '../../operation/service-time.ts';
import { commandWords } from '../../words/command-words.ts';

/** The kind of the certificates of a resource. @param entry its `get` */
export function certificateKind({ operation }: CatalogueEntry): SshCertificateKind {
  return certificateMember(operation.returns)?.kind ?? 'user';
}

/** Refuses a certificate of the other kind, with the command that is meant. Throws a CliError. */
export function requireKind({ kind }: SshCertificate, entry: CatalogueEntry, file: string): void {
  if (kind === certificateKind(entry)) return;
  const meant = `tunnelctl ssh-${kind}-certificates renew ${file}`;
  throw usageError(`${sanitizeLine(file)} holds a ${kind} certificate; ${meant} renews it`, {
    field: '<file>',
    next: [meant],
  });
}

interface Renewal {
  readonly certificate: SshCertificate;
  /** The same as it stands in the file. */
  readonly text: string;
  /** Where it stands. */
  readonly file: string;
  /** The resource's `get`. */
  readonly entry: CatalogueEntry;
  /** Seconds; as long as the old one when not given. */
  readonly validFor: number | undefined;
}

type Members = Readonly<Record<string, unknown>>;

/**
 * Has a certificate signed again. What is signed is what the record says, and the certificate in the file must be the
 * record's: whoever can write the file, and not more, must not decide what an authority signs.
 */
export async function signAgain(
  { certificate, text, file, entry, validFor }: Renewal,
  client: Client,
  context: CommandContext,
): Promise<{ readonly record: Members; readonly text: string }> {
  const { name = '' } = certificateMember(entry.operation.returns) ?? {};
  const record = await readRecord(certificate.keyId, file, entry, client);
  if (contentOf(String(record[name])) !== contentOf(text)) {
    throw new CliError(
      'FAILED',
      `${sanitizeLine(file)} is not the certificate that was signed as ${sanitizeLine(certificate.keyId)}`,
      { hint: `${commandWords({ ...entry, verb: 'get' })} ${certificate.keyId} --out FILE writes that one` },
    );
  }
  const span = validFor ?? Number(certificate.validBefore - certificate.validAfter);
  const now = await serviceNow(entry, client, context);
  const create = entry.resource.operations.create as Operation;
  const terms = Object.keys(create.body?.properties ?? {}).filter((member) => !member.startsWith('valid_'));
  const body = {
    ...Object.fromEntries(terms.map((member) => [member, record[member]])),
    valid_until: formatTimestamp(now + span * 1000),
  };
  const signed = await sign(client, create, body, entry);
  return { record: signed, text: String(signed[name]) };
}

/** @throws ApiError, CliError where nothing says which authority signed it */
async function readRecord(id: string, file: string, entry: CatalogueEntry, client: Client): Promise<Members> {
  const { resource, operation } = entry;
  const another =
    `make a new one: ${commandWords({ resource, verb: 'create' })}; ` +
    'tunnelctl ssh-authorities list shows who can sign it';
  if (!new RegExp(`^${resource.idPrefix}_[0-9A-Za-z]{27}$`).test(id)) {
    throw new CliError(
      'FAILED',
      `${sanitizeLine(file)} was not signed here: its key id ${JSON.stringify(sanitizeLine(id))} is not that of a record`,
      { hint: another },
    );
  }
  try {
    return (await client.send(operation, { id })) as Members;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    throw withHint(
      Object.assign(error, {
        hint: `the record of ${sanitizeLine(file)} is not in this account, or was deleted`,
      }),
      another,
    );
  }
}

/** Type and content of a certificate's line, without its comment. */
function contentOf(line: string): string {
  return line
    .trim()
    .split(/[ \t]+/, 2)
    .join(' ');
}

async function sign(
  client: Client,
  create: Operation,
  body: Members,
  { resource }: CatalogueEntry,
): Promise<Members> {
  try {
    return (await client.send(create, {}, body)) as Members;
  } catch (error) {
    if (!(error instanceof NetworkError) || !error.mayHaveChanged) throw error;
    const list = commandWords({ resource, verb: 'list' });
    throw error.with({ remedy: `the file is as it was; run it again, and see ${list} for one too many` });
  }
}
