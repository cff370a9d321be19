import { parseBaseUrl } from '../../client/base-url.ts';
import { ownEntry } from '../../contract/schema/json-object.ts';
import { CliError } from '../errors/cli-error.ts';
import type { Streams } from '../streams.ts';
import type { GlobalOptions } from './global-options.ts';
import { keysFile, readKeysFile } from './keys-file.ts';
import { type Found, formatOrigin, variable } from './origin.ts';
import type { ServiceTarget } from './target.ts';

/** What of a command's context a key is found with. */
interface KeyContext {
  readonly options: Pick<GlobalOptions, 'apiKey'>;
  readonly streams: Streams;
  /** The secret that an option's value stands for. */
  readonly secret: (flag: string, value: string) => Promise<string>;
}

/** A key, and where it was found. */
export interface FoundKey extends Found<string> {
  /** The variable, option, file or command that gave it: `TUNNELCTL_API_KEY`, `profile work (…/keys.json)`. */
  readonly source: string;
}

/**
 * The API key for a base URL: option, environment, what the profile has (above the environment where an option names
 * the profile). A profile's key goes to the origin that it was given for and to no other. Reads a file at most.
 */
export async function findApiKey(
  target: ServiceTarget,
  { options: { apiKey }, streams, secret }: KeyContext,
): Promise<FoundKey | undefined> {
  if (apiKey !== undefined) {
    const origin = { from: 'option', name: '--api-key' } as const;
    return { value: await secret('--api-key', apiKey), origin, source: `--api-key${namedSource(apiKey)}` };
  }
  const found = variable(streams.env, 'TUNNELCTL_API_KEY');
  const exported = found && { ...found, source: formatOrigin(found.origin) };
  const isPinned = target.settings.profile?.origin.from === 'option';
  if (exported !== undefined && !isPinned) return exported;
  return (await keyOfProfile(target, streams)) ?? exported;
}

/** The file or the variable that a secret on the command line stands for; never the secret itself. */
function namedSource(given: string): string {
  return /^@[^@]/.test(given) || /^env:[A-Za-z_]/.test(given) ? ` ${given}` : '';
}

async function keyOfProfile(
  { settings, baseUrl }: ServiceTarget,
  streams: Streams,
): Promise<FoundKey | undefined> {
  const name = settings.profile?.value;
  if (name === undefined) return undefined;
  const command = settings.get('credential-command')?.value;
  const ownUrl = ownEntry(settings.stored.profiles, name)?.['base-url'];
  const origin = { from: 'profile', name } as const;
  if (command !== undefined) {
    requireSameOrigin(name, ownUrl === undefined ? undefined : parseBaseUrl(ownUrl).origin, baseUrl);
    // Loaded here: what starts programs takes 3 ms to load, and a stored key needs none.
    const { runCredentialCommand } = await import('./credential-command.ts');
    return {
      value: await runCredentialCommand({ profile: name, argv: command }, streams),
      origin,
      source: `the credential-command of profile ${name} (${command[0]})`,
    };
  }
  const stored = ownEntry(readKeysFile(settings.directory), name);
  if (stored === undefined) return undefined;
  requireSameOrigin(name, stored.origin, baseUrl);
  return { value: stored.key, origin, source: `profile ${name} (${keysFile(settings.directory ?? '')})` };
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
