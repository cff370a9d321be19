import type { Client } from '../../client/client.ts';
import { type CatalogueEntry, catalogue } from '../../contract/index.ts';
import type { CommandContext } from '../context.ts';
import { findTarget } from '../settings/target.ts';

/**
 * What time it is by the clock of the service, in milliseconds since 1970: what counts from now is judged there, and
 * a certificate of a machine whose clock is wrong would end too soon, or be refused. It is known from any answer; where
 * none came yet, one cheap request asks. The service in this process has the clock of this machine.
 */
export async function serviceNow(
  { resource }: Pick<CatalogueEntry, 'resource'>,
  client: Client,
  context: CommandContext,
): Promise<number> {
  const { clock } = context.streams;
  if (findTarget(context).kind === 'sandbox') return clock.now();
  if (client.clockSkew() === undefined) await askAnything(resource, client);
  return clock.now() + (client.clockSkew() ?? 0);
}

/** Whatever the answer, its headers are what is wanted. */
async function askAnything(resource: CatalogueEntry['resource'], client: Client): Promise<void> {
  const listing = catalogue.find(
    (entry) => entry.resource === resource && entry.operation.list !== undefined,
  );
  await client.sendRaw({ method: 'GET', target: `${listing?.operation.path ?? '/endpoints'}?limit=1` });
}
