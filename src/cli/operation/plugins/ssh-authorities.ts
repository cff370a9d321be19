import { createHash } from 'node:crypto';
import type { Client } from '../../../client/client.ts';
import { ApiError, ResponseError } from '../../../client/errors.ts';
import { catalogue } from '../../../contract/index.ts';
import { ProblemError } from '../../../contract/rules/rule.ts';
import { parseSshCertificate, type SshCertificateKind } from '../../../contract/rules/ssh/certificate.ts';
import { parseSshPublicKey, type SshPublicKey } from '../../../contract/rules/ssh/public-key.ts';
import type { Operation } from '../../../contract/schema/resource.ts';
import { adminOperations } from '../../../hosting/admin-api.ts';
import { certificateMember } from './certificate-file.ts';

/** An SSH certificate authority of the account. No operation of the API tells of them; certificates do. */
export interface SshAuthority {
  readonly id: string;
  /** Known of a sandbox's own. */
  readonly description: string;
  /** Undefined where no certificate shows it. */
  readonly publicKey: SshPublicKey | undefined;
  /** How many certificates of each kind it has signed, by the records. */
  readonly signed: Readonly<Record<SshCertificateKind, number>>;
  /** The names in its host certificates that have not expired, each once. */
  readonly hosts: readonly string[];
}

/** One that is being gathered. */
interface Gathered extends Omit<SshAuthority, 'hosts'> {
  description: string;
  publicKey: SshPublicKey | undefined;
  readonly signed: Record<SshCertificateKind, number>;
  readonly hosts: Set<string>;
}

type Members = Readonly<Record<string, unknown>>;

/**
 * Gathers the authorities that the records of certificates name, and those that a sandbox says it has. Reads all
 * records, page by page. Sorted by id: the oldest first. @param now milliseconds since 1970
 */
export async function gatherAuthorities(client: Client, now: number): Promise<SshAuthority[]> {
  const found = new Map<string, Gathered>();
  for (const { id, description, public_key } of await sandboxAuthorities(client)) {
    Object.assign(gathered(found, id), { description, publicKey: parseSshPublicKey(public_key) });
  }
  for (const { operation } of catalogue) {
    const member = certificateMember(operation.list?.item);
    if (member === undefined) continue;
    for await (const record of client.listAll(operation, {}))
      addRecord(found, record as Members, member, now);
  }
  const sorted = [...found.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  return sorted.map((authority) => ({ ...authority, hosts: [...authority.hosts] }));
}

function gathered(found: Map<string, Gathered>, id: string): Gathered {
  const known = found.get(id);
  if (known !== undefined) return known;
  const made: Gathered = {
    id,
    description: '',
    publicKey: undefined,
    signed: { user: 0, host: 0 },
    hosts: new Set(),
  };
  found.set(id, made);
  return made;
}

function addRecord(
  found: Map<string, Gathered>,
  record: Members,
  { name, kind }: { readonly name: string; readonly kind: SshCertificateKind },
  now: number,
): void {
  const authority = gathered(found, String(record.ssh_certificate_authority_id));
  authority.signed[kind] += 1;
  authority.publicKey ??= keyThatSigned(String(record[name]));
  if (kind !== 'host' || Date.parse(String(record.valid_until)) < now) return;
  for (const host of record.principals as string[]) authority.hosts.add(host);
}

function keyThatSigned(certificate: string): SshPublicKey | undefined {
  try {
    return parseSshCertificate(certificate).authority;
  } catch (error) {
    // A newer kind of key than we know.
    if (error instanceof ProblemError) return undefined;
    throw error;
  }
}

interface OwnAuthority {
  readonly id: string;
  readonly description: string;
  readonly public_key: string;
}

/** Those that a sandbox has; none of a service that is no sandbox, or does not show them to this caller. */
async function sandboxAuthorities(client: Client): Promise<readonly OwnAuthority[]> {
  try {
    const account = await client.send<Operation>(adminOperations.showAccount, {});
    return (account as { ssh_certificate_authorities: OwnAuthority[] }).ssh_certificate_authorities;
  } catch (error) {
    const isAnswer = error instanceof ApiError || error instanceof ResponseError;
    // What is wrong with the key shows in the requests that follow.
    if (isAnswer) return [];
    throw error;
  }
}

/** `SHA256:` and the hash of the key's blob, as ssh-keygen -l shows it. */
export function fingerprint({ blob }: SshPublicKey): string {
  return `SHA256:${createHash('sha256').update(blob).digest('base64').replace(/=+$/, '')}`;
}

/** The line of a file that TrustedUserCAKeys names (sshd_config(5)); the id of the authority is its comment. */
export function authorityLine({ id, publicKey }: SshAuthority): string | undefined {
  return publicKey && `${publicKey.identity} ${id}`;
}

/**
 * The line of known_hosts with which ssh trusts the hosts that an authority certifies (sshd(8)).
 * @param patterns of names, separated by commas: `*.example.com,10.0.0.*`
 */
export function knownHostsLine(authority: SshAuthority, patterns: string | undefined): string | undefined {
  const names = patterns ?? authority.hosts.join(',');
  const line = authorityLine(authority);
  // A line without names would be broken, and one for all names is not to be had by leaving something out.
  return names === '' || line === undefined ? undefined : `@cert-authority ${names} ${line}`;
}
