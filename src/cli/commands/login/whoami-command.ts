import type { Command } from 'commander';
import { serviceClient } from '../../connect/connection.ts';
import { dataFile } from '../../connect/data-file.ts';
import type { CommandContext } from '../../context.ts';
import { createSecretSource } from '../../input/secret-source.ts';
import { createTextSource } from '../../input/text-source.ts';
import { showRecord } from '../../output/show.ts';
import { type GlobalOptions, readGlobalOptions } from '../../parser/global-options.ts';
import { findApiKey } from '../../settings/api-key.ts';
import { type Found, formatOrigin } from '../../settings/origin.ts';
import { findTarget, notConfigured, type ServiceTarget } from '../../settings/target.ts';
import { checkKey, keyIdOf } from './key-check.ts';

/** `tunnelctl whoami`: which service commands call, with which key, why, and whether the key works. */
export function define(command: Command, context: CommandContext): void {
  command
    .description(
      'Show which profile, base URL and API key commands use, where each was found, and whether the key works.\n\n' +
        'Of the key only its id is shown. One request tries it; a key that does not work ends with exit code 4.',
    )
    .addHelpText('after', examples)
    .action(async () => {
      const options = readGlobalOptions(command);
      const target = findTarget(options, context.streams);
      if (target.kind === 'sandbox') await showSandbox(target.settings.profile, options, context);
      else await showService(target, options, context);
    });
}

const examples = `
Examples:
  tunnelctl whoami

  # Which key does a pipeline use?
  tunnelctl whoami -o json | jq -r .api_key_id`;

async function showSandbox(
  profile: Found<string> | undefined,
  options: GlobalOptions,
  context: CommandContext,
): Promise<void> {
  await showRecord(
    { ...profileMembers(profile), sandbox: true, data: dataFile(options.data, context.streams) },
    options,
    context,
  );
}

async function showService(
  target: ServiceTarget,
  options: GlobalOptions,
  context: CommandContext,
): Promise<void> {
  const { streams } = context;
  const { settings, baseUrl } = target;
  const source = createSecretSource(createTextSource(streams), streams, context.printer);
  const key = await findApiKey(target, options, streams, source);
  if (key === undefined) throw notConfigured('API key');
  const known = {
    ...profileMembers(settings.profile),
    base_url: baseUrl.value,
    base_url_from: formatOrigin(baseUrl.origin),
    api_key_id: keyIdOf(key.value) ?? null,
    api_key_from: formatOrigin(key.origin),
  };
  try {
    const client = await serviceClient(baseUrl.value, key.value, settings, streams);
    const { ownerId } = await checkKey(client, key.value);
    await showRecord({ ...known, owner_id: ownerId ?? null, key_works: true }, options, context);
  } catch (error) {
    await showRecord({ ...known, owner_id: null, key_works: false }, options, context);
    throw error;
  }
}

function profileMembers(profile: Found<string> | undefined) {
  return {
    profile: profile?.value ?? null,
    profile_from: profile === undefined ? null : formatOrigin(profile.origin),
  };
}
