import { ApiError } from '../../client/errors.ts';
import type { CommandContext } from '../context.ts';
import { findTarget, type ServiceTarget } from '../settings/target.ts';

/**
 * Adds to the refusal of a key where that key came from and how to get another one: whoever reads it may not know
 * which of a variable, a profile and a file was used. Leaves every other error as it is.
 */
export function adviseOnRefusedKey(error: unknown, context: CommandContext): unknown {
  const { usedKey } = context;
  if (!(error instanceof ApiError) || error.status !== 401 || usedKey === undefined) return error;
  // Whoever knows better has said so: the key may be another one than that of the command.
  if (error.hint !== undefined) return error;
  const target = findTarget(context);
  if (target.kind === 'sandbox') return error;
  const { origin, source } = usedKey;
  const login = loginCommand(target);
  const isStored = origin.from === 'profile';
  const remedy = isStored
    ? `run ${login} to store another one`
    : `give another one there, or leave it out and run ${login}`;
  const next = [login, 'tunnelctl whoami', `tunnelctl explain ${error.code}`];
  return Object.assign(error, { hint: `the key came from ${source}: ${remedy}`, next });
}

function loginCommand({ settings: { profile }, baseUrl }: ServiceTarget): string {
  return `tunnelctl login ${profile === undefined ? `--base-url ${baseUrl.value}` : `--profile ${profile.value}`}`;
}
