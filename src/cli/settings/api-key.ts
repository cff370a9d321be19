import { parseBaseUrl } from '../../client/base-url.ts';
import { CliError } from '../errors/cli-error.ts';
import type { Streams } from '../streams.ts';
import { ownEntry } from './effective-settings.ts';
import type { GlobalOptions } from './global-options.ts';
import { readKeysFile } from './keys-file.ts';
import { type Found, formatOrigin, variable } from './origin.ts';
import type { ServiceTarget } from './target.ts';

/** What of a command's context a key is found with. */
interface KeyContext {
  readonly options: Pick<GlobalOptions, 'apiKey'>;
  readonly streams: Streams;
  /** The secret that an option's value stands for. */
  readonly secret: (flag: string, value: string) => Promise<string>;
}

/**
 * The API key for a base URL: option, environment, what the profile has (above the environment where an option names
 * the profile). A profile's key goes to the origin that it was given for and to no other. Reads a file at most.
 */
export async function findApiKey(
  target: ServiceTarget,
  { options: { apiKey }, streams, secret }: KeyContext,
): Promise<Found<string> | undefined> {
  if (apiKey !== undefined) {
    return { value: await secret('--api-key', apiKey), origin: { from: 'option', name: '--api-key' } };
  }
  const exported = variable(streams.env, 'TUNNELCTL_API_KEY');
  const isPinned = target.settings.profile?.origin.from === 'option';
  if (exported !== undefined && !isPinned) return exported;
  return (await keyOfProfile(target, streams)) ?? exported;
}

async function keyOfProfile(
  { settings, baseUrl }: ServiceTarget,
  streams: Streams,
): Promise<Found<string> | undefined> {
  const name = settings.profile?.value;
  if (name === undefined) return undefined;
  const command = settings.get('credential-command')?.value;
  const ownUrl = ownEntry(settings.stored.profiles, name)?.['base-url'];
  const origin = { from: 'profile', name } as const;
  if (command !== undefined) {
    requireSameOrigin(name, ownUrl === undefined ? undefined : parseBaseUrl(ownUrl).origin, baseUrl);
    // Loaded here: what starts programs takes 3 ms to load, and a stored key needs none.
    const { runCredentialCommand } = await import('./credential-command.ts');
    return { value: await runCredentialCommand({ profile: name, argv: command }, streams), origin };
  }
  const stored = ownEntry(readKeysFile(settings.directory), name);
  if (stored === undefined) return undefined;
  requireSameOrigin(name, stored.origin, baseUrl);
  return { value: stored.key, origin };
}

/** @param owner the origin that the key of the profile was given for; undefined when nobody said */
function requireSameOrigin(profile: string, owner: string | undefined, baseUrl: Found<string>): void {
  const { origin } = parseBaseUrl(baseUrl.value);
  if (owner === origin) return;
  const belongs = owner === undefined ? 'has no base URL of its own' : `belongs to ${owner}`;
  throw new CliError(
    'KEY_OF_ANOTHER_HOST',
    `the API key of profile ${profile} ${belongs} and is not sent to ${origin} (${formatOrigin(baseUrl.origin)})`,
    {
      hint:
        'give the key for that host with --api-key or TUNNELCTL_API_KEY, ' +
        `or log in to it: tunnelctl login --profile NAME --base-url ${baseUrl.value}`,
      next: [`tunnelctl login --base-url ${baseUrl.value}`, 'tunnelctl whoami'],
    },
  );
}
