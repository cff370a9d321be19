import { parseBaseUrl } from '../../../client/base-url.ts';
import { serviceClient } from '../../connect/connection.ts';
import type { CommandContext } from '../../context.ts';
import { UsageError } from '../../errors/usage-error.ts';
import { showDone } from '../../output/show.ts';
import type { GlobalOptions } from '../../parser/global-options.ts';
import { effectiveSettings, ownEntry } from '../../settings/effective-settings.ts';
import type { SettingValues } from '../../settings/known-settings.ts';
import { variable } from '../../settings/origin.ts';
import { writableDirectory } from '../../settings/settings-directory.ts';
import { readSettingsFile } from '../../settings/settings-file.ts';
import { changeKey, changeSettings } from '../../settings/write-settings.ts';
import { checkKey, type KeyFacts, keyIdOf } from './key-check.ts';
import { type Answers, findAnswers, type Login } from './login-answers.ts';

/** Finds out profile, base URL and key, tries the key, and stores them. Nothing is stored when that fails. */
export async function runLogin(login: Login, context: CommandContext): Promise<void> {
  const { options, isVerified } = login;
  const { streams, printer } = context;
  if (options.sandbox) {
    throw new UsageError('--sandbox needs no login', 'tunnelctl profiles use sandbox makes it the default');
  }
  const directory = writableDirectory(streams);
  const before = readSettingsFile(directory);
  const answers = await findAnswers(login, before, context);
  const { profile, baseUrl, key } = answers;
  const facts = isVerified ? await verify(answers, options, context) : { id: keyIdOf(key) };
  await changeKey(directory, profile, { key, origin: parseBaseUrl(baseUrl).origin });
  await changeSettings(directory, (stored) => {
    const values = withoutCommand(ownEntry(stored.profiles, profile) ?? {});
    return {
      ...stored,
      profile,
      profiles: { ...stored.profiles, [profile]: { ...values, 'base-url': baseUrl } },
    };
  });
  await showDone({ profile, base_url: baseUrl, api_key_id: facts.id ?? null }, options, context, async () => {
    const known = facts.id === undefined ? '' : ` with key ${facts.id}`;
    await printer.notice(`logged in to ${baseUrl}${known}; profile ${profile} is used from now on`);
  });
  if (ownEntry(before.profiles, profile)?.['credential-command'] !== undefined) {
    await printer.notice(
      `note: profile ${profile} has no credential-command any more; the stored key is used`,
    );
  }
  await noteOverrides(answers, context);
}

async function verify(
  { baseUrl, key }: Answers,
  options: GlobalOptions,
  { streams, printer }: CommandContext,
): Promise<KeyFacts> {
  try {
    const settings = effectiveSettings(options, streams);
    return await checkKey(await serviceClient(baseUrl, key, settings, streams), key);
  } catch (error) {
    await printer.notice('nothing was stored; --no-verify stores without trying the key');
    throw error;
  }
}

// It would stand above the key that is stored now.
function withoutCommand({ 'credential-command': _, ...values }: SettingValues): SettingValues {
  return values;
}

async function noteOverrides(
  { profile, baseUrl, key }: Answers,
  { streams, printer }: CommandContext,
): Promise<void> {
  const stored = { TUNNELCTL_PROFILE: profile, TUNNELCTL_BASE_URL: baseUrl, TUNNELCTL_API_KEY: key };
  for (const [name, value] of Object.entries(stored)) {
    const exported = variable(streams.env, name);
    if (exported !== undefined && exported.value !== value) {
      await printer.notice(`note: ${name} is set and stands above what is stored, unless --profile names it`);
    }
  }
}
