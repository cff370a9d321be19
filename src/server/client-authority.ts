import { accountCollections } from './account.ts';
import type { Service } from './call.ts';
import { type ClientAuthority, createClientAuthority } from './client-certificates.ts';

const key = 'client_authority';

/**
 * The authority that signs operators' client certificates, made when it is first asked for. Its private key is
 * sealed in the file.
 */
export async function clientAuthorityOf(service: Service): Promise<ClientAuthority> {
  const stored = await read(service);
  if (stored) return stored;
  const { certificate, privateKey } = await createClientAuthority({ now: new Date(service.now()) });
  await service.store.write(async (transaction) => {
    // Another request may have been first; then its authority stands.
    if (await transaction.get(accountCollections.settings, key)) return;
    const row = { certificate, sealedPrivateKey: service.vault.seal(privateKey) };
    await transaction.put(accountCollections.settings, key, row);
  });
  return (await read(service)) as ClientAuthority;
}

async function read({ store, vault }: Service): Promise<ClientAuthority | undefined> {
  const data = (await store.get(accountCollections.settings, key))?.data;
  if (!data) return undefined;
  return { certificate: String(data.certificate), privateKey: vault.open(String(data.sealedPrivateKey)) };
}
