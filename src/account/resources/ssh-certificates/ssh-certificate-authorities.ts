import { description } from '../../../contract/resources/members.ts';
import { ProblemError, quote } from '../../../contract/rules/rule.ts';
import type { Reader, Transaction } from '../../../store/store.ts';
import { type AuthorityKind, generateAuthority, loadAuthority } from '../../certificates/ssh/authority.ts';
import { accountCollections } from '../../records/account.ts';
import { invalidField } from '../../records/request-error.ts';
import type { Vault } from '../../records/vault.ts';
import { defineSeedList, omitEmpty } from '../../rules/seed-list.ts';
import { itemSchema } from '../../rules/seed-members.ts';

/** An SSH certificate authority of the account; the private key is sealed in the file. */
export interface StoredAuthority {
  readonly id: string;
  readonly description: string;
  /** One line of authorized_keys format. */
  readonly publicKey: string;
  readonly sealedPrivateKey: string;
}

/** An authority with its private key in the open, PEM. */
export interface NewAuthority {
  readonly id: string;
  readonly description?: string;
  readonly publicKey: string;
  readonly privateKeyPem: string;
}

export async function writeAuthority(
  transaction: Transaction,
  vault: Vault,
  { id, description = '', publicKey, privateKeyPem }: NewAuthority,
): Promise<void> {
  const row: StoredAuthority = { id, description, publicKey, sealedPrivateKey: vault.seal(privateKeyPem) };
  await transaction.put(accountCollections.authorities, id, { ...row });
}

/** The SSH certificate authorities of the account, newest first; at most 100 of them. */
export async function listAuthorities(reader: Reader): Promise<StoredAuthority[]> {
  const rows = await reader.list(accountCollections.authorities, { limit: 100 });
  return rows.map(({ data }) => data as unknown as StoredAuthority);
}

/**
 * The authority that is to sign a certificate. The refusal names those that there are, because no operation does.
 * @throws RequestError 400
 */
export async function readAuthority(reader: Reader, id: string): Promise<StoredAuthority> {
  const row = await reader.get(accountCollections.authorities, id);
  if (row) return row.data as unknown as StoredAuthority;
  const known = (await listAuthorities(reader)).map((authority) => authority.id).join(', ');
  throw invalidField(
    ['ssh_certificate_authority_id'],
    `${quote(id)} is not an SSH certificate authority of this account; it has ${known}`,
  );
}

const item = itemSchema('sshca', {
  description,
  private_key: {
    type: 'string',
    minLength: 1,
    'x-max-bytes': 16_384,
    'x-secret': true,
    'x-file': 'id_ed25519',
    description: 'its private key, PEM or as ssh-keygen writes it, not encrypted; a new one when not given',
  },
  kind: {
    type: 'string',
    enum: ['ed25519', 'ecdsa', 'rsa'],
    description: 'kind of the key that is made when private_key is not given; ed25519 by default',
  },
});

/** By the algorithm that an authority's public key names. */
const kinds: Readonly<Record<string, AuthorityKind>> = {
  'ssh-rsa': 'rsa',
  'ssh-ed25519': 'ed25519',
};

export const authorityList = defineSeedList({
  member: 'ssh_certificate_authorities',
  prefix: 'sshca',
  collection: accountCollections.authorities,
  description: 'SSH certificate authorities',
  item,
  async prepare(_service, { private_key: privateKeyPem, kind }) {
    if (privateKeyPem === undefined) return generateAuthority(kind ?? 'ed25519');
    if (kind !== undefined)
      throw invalidField(['kind'], 'is only accepted without private_key, which has one');
    try {
      return { privateKeyPem, publicKey: loadAuthority(privateKeyPem).publicKey };
    } catch (error) {
      if (error instanceof ProblemError) throw invalidField(['private_key'], error.message);
      throw error;
    }
  },
  insert: ({ transaction, vault }, { head: { id }, item: { description = '' }, prepared }) =>
    writeAuthority(transaction, vault, { id, description, ...prepared }),
  // Without its private key an authority comes back with a new one of its kind.
  toItem(row, { vault, withSecrets }) {
    const { id, description, publicKey, sealedPrivateKey } = row as object as StoredAuthority;
    const algorithm = publicKey.slice(0, publicKey.indexOf(' '));
    return {
      id,
      ...omitEmpty({ description }),
      ...(withSecrets
        ? { private_key: vault.open(sealedPrivateKey) }
        : { kind: kinds[algorithm] ?? 'ecdsa' }),
    };
  },
});
