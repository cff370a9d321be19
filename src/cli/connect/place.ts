import { parseBaseUrl } from '../../client/base-url.ts';
import type { CommandContext } from '../context.ts';
import { findTarget } from '../settings/target.ts';

/** Where a command does what it does, for whoever is asked whether it may: `https://api.example.com (profile work)`. */
export function describePlace(context: CommandContext): string {
  const target = findTarget(context);
  if (target.kind === 'sandbox') return 'the sandbox';
  const { origin, prefix } = parseBaseUrl(target.baseUrl.value);
  const profile = target.settings.profile?.value;
  return `${origin}${prefix}${profile === undefined ? '' : ` (profile ${profile})`}`;
}
