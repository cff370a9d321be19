import { readAccountInfo } from '../../account/resources/account-info.ts';
import type { FromSchema } from '../../contract/schema/schema.ts';
import { readParameters } from '../app/query.ts';
import type { RequestContext } from '../app/request-context.ts';
import type { AdminApiOptions } from './admin-handler.ts';
import type { sandboxAccount } from './admin-records.ts';

/** The account with its admin and its SSH certificate authorities, and how much it holds. */
export async function showAccount(
  { query }: RequestContext,
  { store }: AdminApiOptions,
): Promise<FromSchema<typeof sandboxAccount>> {
  readParameters(query, []);
  const { accountId, admin, authorities, objects, bytes, schemaVersion } = await readAccountInfo(store);
  return {
    account_id: accountId,
    admin,
    ssh_certificate_authorities: authorities.map(({ id, description, publicKey }) => ({
      id,
      description,
      public_key: publicKey,
    })),
    objects: { ...objects },
    bytes,
    schema_version: schemaVersion,
  };
}
