import { serviceClient } from '../../connect/connection.ts';
import { dataFile } from '../../connect/data-file.ts';
import { checkKey } from '../../connect/key-check.ts';
import type { CommandContext } from '../../context.ts';
import { type OutputChoices, recordOptions } from '../../output/output-options.ts';
import { planOutput } from '../../output/output-plan.ts';
import { printRecord } from '../../output/print-record.ts';
import { ownSchema, showRecord } from '../../output/show.ts';
import { defineCommand } from '../../parser/command-definition.ts';
import { findApiKey } from '../../settings/api-key.ts';
import { keyIdOf } from '../../settings/keys-file.ts';
import { type Found, formatOrigin } from '../../settings/origin.ts';
import { findTarget, notConfigured, type ServiceTarget } from '../../settings/target.ts';

const serviceFacts = ownSchema([
  ...['profile', 'profile_from', 'base_url', 'base_url_from', 'api_key_id', 'api_key_from'],
  ...['owner_id', 'key_works'],
]);

/** `tunnelctl whoami`: which service commands call, with which key, why, and whether the key works. */
export const command = defineCommand({
  description:
    'Show which profile, base URL and API key commands use, where each was found, and whether the key works.\n\n' +
    'Of the key only its id is shown. One request tries it; a key that does not work ends with exit code 4.',
  examples: [
    { command: 'tunnelctl whoami' },
    {
      summary: 'Which key does a pipeline use?',
      command: 'tunnelctl whoami --query api_key_id',
    },
  ],
  options: recordOptions,
  prints: serviceFacts,
  async run(choices, context) {
    const target = findTarget(context);
    if (target.kind === 'service') return showService(target, choices, context);
    const data = dataFile(context.options.data, context.streams);
    const record = { ...profileMembers(target.settings.profile), sandbox: true, data };
    await showRecord(record, context, { choices });
  },
});

async function showService(
  target: ServiceTarget,
  choices: OutputChoices,
  context: CommandContext,
): Promise<void> {
  const { settings, baseUrl } = target;
  const plan = await planOutput(serviceFacts, choices, context);
  const key = await findApiKey(target, context);
  if (key === undefined) throw notConfigured('API key');
  context.usedKey = key;
  const known = {
    ...profileMembers(settings.profile),
    base_url: baseUrl.value,
    base_url_from: formatOrigin(baseUrl.origin),
    api_key_id: keyIdOf(key.value) ?? null,
    api_key_from: formatOrigin(key.origin),
  };
  try {
    const { ownerId } = await checkKey(await serviceClient(baseUrl.value, key.value, context), key.value);
    await printRecord(plan, { ...known, owner_id: ownerId ?? null, key_works: true }, context);
  } catch (error) {
    await printRecord(plan, { ...known, owner_id: null, key_works: false }, context);
    throw error;
  }
}

function profileMembers(profile: Found<string> | undefined) {
  return {
    profile: profile?.value ?? null,
    profile_from: profile === undefined ? null : formatOrigin(profile.origin),
  };
}
