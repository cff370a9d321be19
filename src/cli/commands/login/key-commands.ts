import { ApiError } from '../../../client/api-error.ts';
import type { Client } from '../../../client/client.ts';
import { apiKeys } from '../../../contract/resources/api-keys.ts';
import { serviceClient } from '../../connect/connection.ts';
import { dataFile } from '../../connect/data-file.ts';
import type { CommandContext } from '../../context.ts';
import { fieldError } from '../../errors/cli-error.ts';
import { confirm, requireConsent } from '../../input/confirm.ts';
import { showDone, showRecord } from '../../output/show.ts';
import { defineCommand } from '../../parser/command-definition.ts';
import { argument, toggle } from '../../parser/options.ts';
import { knownProfile } from '../../parser/value-types.ts';
import { findApiKey } from '../../settings/api-key.ts';
import { ownEntry } from '../../settings/effective-settings.ts';
import { readKeysFile } from '../../settings/keys-file.ts';
import { type Found, formatOrigin } from '../../settings/origin.ts';
import { requireProfile } from '../../settings/profile.ts';
import { writableDirectory } from '../../settings/settings-file.ts';
import { findTarget, notConfigured, type ServiceTarget } from '../../settings/target.ts';
import { changeKey } from '../../settings/write-settings.ts';

/** `tunnelctl logout`: forgets the key of a profile; the rest of it stays. */
const logout = defineCommand({
  description:
    'Remove the stored API key of a profile: the one that is named, else the one in use.\n\n' +
    'The profile stays, and so does the key on the service: tunnelctl api-keys delete ends it for good.',
  arguments: { named: argument('[profile]', 'name of the profile', knownProfile) },
  options: { yes: toggle('-y, --yes', 'remove without asking') },
  examples: [
    { command: 'tunnelctl logout' },
    { summary: 'In a script', command: 'tunnelctl logout staging --yes' },
  ],
  async run({ named, yes }, context) {
    const { streams, printer, settings } = context;
    const directory = writableDirectory(streams);
    const profile = named ?? settings.profile;
    if (profile === undefined) throw fieldError('<profile>', 'is required: no profile is in use');
    requireProfile(settings.stored, profile);
    const name = profile.value;
    const key = ownEntry(readKeysFile(directory), name);
    if (key !== undefined) {
      if (!yes) {
        requireConsent(context);
        const id = keyIdOf(key.key);
        const what = `the stored key${id === undefined ? '' : ` ${id}`} of profile ${name} (${key.origin})`;
        await confirm(`Remove ${what}?`, [], context);
      }
      await changeKey(directory, name, undefined);
    }
    await showDone({ profile: name, removed: key !== undefined }, context, () =>
      printer.notice(
        key === undefined ? `profile ${name} has no stored key` : `removed the key of profile ${name}`,
      ),
    );
  },
});

/** `tunnelctl whoami`: which service commands call, with which key, why, and whether the key works. */
const whoami = defineCommand({
  description:
    'Show which profile, base URL and API key commands use, where each was found, and whether the key works.\n\n' +
    'Of the key only its id is shown. One request tries it; a key that does not work ends with exit code 4.',
  examples: [
    { command: 'tunnelctl whoami' },
    {
      summary: 'Which key does a pipeline use?',
      command: 'tunnelctl whoami -o json | jq -r .api_key_id',
    },
  ],
  async run(_, context) {
    const target = findTarget(context);
    if (target.kind === 'service') return showService(target, context);
    const data = dataFile(context.options.data, context.streams);
    await showRecord({ ...profileMembers(target.settings.profile), sandbox: true, data }, context);
  },
});

export const commands = { logout, whoami };

async function showService(target: ServiceTarget, context: CommandContext): Promise<void> {
  const { settings, baseUrl } = target;
  const key = await findApiKey(target, context);
  if (key === undefined) throw notConfigured('API key');
  const known = {
    ...profileMembers(settings.profile),
    base_url: baseUrl.value,
    base_url_from: formatOrigin(baseUrl.origin),
    api_key_id: keyIdOf(key.value) ?? null,
    api_key_from: formatOrigin(key.origin),
  };
  try {
    const { ownerId } = await checkKey(await serviceClient(baseUrl.value, key.value, context), key.value);
    await showRecord({ ...known, owner_id: ownerId ?? null, key_works: true }, context);
  } catch (error) {
    await showRecord({ ...known, owner_id: null, key_works: false }, context);
    throw error;
  }
}

function profileMembers(profile: Found<string> | undefined) {
  return {
    profile: profile?.value ?? null,
    profile_from: profile === undefined ? null : formatOrigin(profile.origin),
  };
}

/** What is known of a key, without the key. */
export interface KeyFacts {
  /** Undefined where the token does not have the form that shows it. */
  readonly id: string | undefined;
  readonly ownerId?: string;
}

/**
 * The id of the key that a token is of: a token starts with it, without its prefix (contract/README.md "API key").
 * Undefined for anything else: a part of a secret is still a secret.
 */
export function keyIdOf(token: string): string | undefined {
  const [, idPart] = /^([0-9A-Za-z]{27})_[0-9A-Za-z]{20,}$/.exec(token) ?? [];
  return idPart === undefined ? undefined : `${apiKeys.idPrefix}_${idPart}`;
}

/** Makes one cheap request with the key. Throws what the client throws when the service does not take it. */
export async function checkKey(client: Client, token: string): Promise<KeyFacts> {
  const id = keyIdOf(token);
  try {
    if (id === undefined) {
      await client.send(apiKeys.operations.list, { limit: 1 });
      return { id };
    }
    const { owner_id: ownerId } = await client.send(apiKeys.operations.get, { id });
    return { id, ownerId };
  } catch (error) {
    // Who may not see keys is known all the same.
    const isKnown = error instanceof ApiError && (error.status === 403 || error.code === 'ERR_NOT_FOUND');
    if (isKnown) return { id };
    throw error;
  }
}
