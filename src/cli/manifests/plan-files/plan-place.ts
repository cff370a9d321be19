import { apiKeys } from '../../../contract/resources/api-keys.ts';
import type { Connection } from '../../connect/connection.ts';
import type { CommandContext } from '../../context.ts';
import { hasCode } from '../../errors/cli-error.ts';
import { findTarget } from '../../settings/target.ts';
import type { PlanPlace } from './plan-file.ts';

/** The account that a command is connected to: its newest API keys and who asks are in no other. */
export async function placeOf(
  { client, principal }: Connection,
  context: CommandContext,
): Promise<PlanPlace> {
  const target = findTarget(context);
  const { keys } = await client.send(apiKeys.operations.list, {});
  const own = await principal().catch((error: unknown) => {
    if (hasCode(error, 'USAGE')) return undefined;
    throw error;
  });
  return {
    witnesses: [...(own === undefined ? [] : [own]), ...keys.map(({ id }) => id)],
    base_url: target.kind === 'sandbox' ? 'the sandbox' : target.baseUrl.value,
    profile: context.settings.profile?.value ?? null,
  };
}
