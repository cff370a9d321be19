import { readPrincipal } from '../records/account.ts';
import { param } from '../records/operation-context.ts';
import { RequestError } from '../records/request-error.ts';
import type { AnyHandler, ResourceRules } from './resource-rules.ts';

/**
 * A handler that changes a record or takes it away, for those who may: its owner, and admins (contract/README.md
 * "Owner"). An owner stays the owner, so that what is read before the handler's transaction holds in it.
 * @throws RequestError 404, 403 for everybody else
 */
export function forOwners({ collection }: ResourceRules, handler: AnyHandler): AnyHandler {
  return async (context) => {
    const { store, now, callerId } = context;
    const { record } = await collection.get(store, param(context, 'id'), now());
    const { id, owner_id } = record as { id: string; owner_id?: string };
    if (owner_id !== callerId && !(await readPrincipal(store, callerId))?.isAdmin) {
      throw new RequestError('ERR_NOT_OWNER', `${id} belongs to ${owner_id}, and the key in use to no admin`);
    }
    return handler(context);
  };
}
