import type { Reader, Transaction } from '../../../store/store.ts';
import { accountCollections } from '../../records/account.ts';
import type { Service } from '../../records/operation-context.ts';
import type { Vault } from '../../records/vault.ts';
import { type ClientAuthority, createClientAuthority } from './client-certificates.ts';

const key = 'client_authority';

/**
 * The authority that signs operators' client certificates, made when it is first asked for. Its private key is
 * sealed in the file.
 */
export async function clientAuthorityOf(service: Service): Promise<ClientAuthority> {
  const stored = await readClientAuthority(service.store, service.vault);
  if (stored) return stored;
  const made = await createClientAuthority({ now: new Date(service.now()) });
  await service.store.write(async (transaction) => {
    // Another request may have been first; then its authority stands.
    if (await transaction.get(accountCollections.settings, key)) return;
    await writeClientAuthority(transaction, service.vault, made);
  });
  return (await readClientAuthority(service.store, service.vault)) as ClientAuthority;
}

export async function writeClientAuthority(
  transaction: Transaction,
  vault: Vault,
  { certificate, privateKey }: ClientAuthority,
): Promise<void> {
  const row = { certificate, sealedPrivateKey: vault.seal(privateKey) };
  await transaction.put(accountCollections.settings, key, row);
}

/** The authority as far as there is one. */
export async function readClientAuthority(
  reader: Reader,
  vault: Vault,
): Promise<ClientAuthority | undefined> {
  const data = (await reader.get(accountCollections.settings, key))?.data;
  if (!data) return undefined;
  return { certificate: String(data.certificate), privateKey: vault.open(String(data.sealedPrivateKey)) };
}
