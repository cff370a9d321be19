import { parseBaseUrl } from '../../../client/base-url.ts';
import { ownEntry } from '../../../contract/schema/json-object.ts';
import { serviceClient } from '../../connect/connection.ts';
import { checkKey, type KeyFacts } from '../../connect/key-check.ts';
import { type CommandContext, createContext } from '../../context.ts';
import { fieldError } from '../../errors/cli-error.ts';
import { showDone } from '../../output/show.ts';
import { defineCommand } from '../../parser/command-definition.ts';
import { toggle } from '../../parser/options.ts';
import { keyIdOf } from '../../settings/keys-file.ts';
import { variable } from '../../settings/origin.ts';
import { readSettingsFile, writableDirectory } from '../../settings/settings-file.ts';
import { changeSettings } from '../../settings/write-settings.ts';
import type { Streams } from '../../streams.ts';
import { type Answers, findAnswers } from './login-answers.ts';

/** `tunnelctl login`: finds out profile, base URL and key, tries the key, and stores them; nothing when that fails. */
export const command = defineCommand({
  description:
    'Store a base URL and an API key as a profile, and use it from now on; --no-use leaves the profile in use as it is.\n\n' +
    'On a terminal it asks for what is not given; the key is not shown. The key is tried with one request ' +
    'before anything is stored, and kept in a file of its own that only you can read.',
  options: {
    withKey: toggle('--with-key', 'read the key from stdin'),
    noVerify: toggle('--no-verify', 'store without trying the key'),
    noUse: toggle('--no-use', 'store the profile, and go on using the one that is in use'),
  },
  examples: [
    { summary: 'Answer three questions', command: 'tunnelctl login' },
    {
      summary: 'From a script, with the key on stdin',
      command: 'tunnelctl login --profile ci --base-url https://api.example.com --with-key < key.txt',
    },
    {
      summary: 'Keep another account ready, for --profile alone',
      command:
        'tunnelctl login --no-use --profile staging --base-url https://api.example.com --with-key < key.txt',
    },
  ],
  async run({ withKey, noVerify, noUse }, context) {
    const { options, streams, printer } = context;
    if (options.sandbox) {
      throw fieldError('--sandbox', 'needs no login', {
        hint: 'tunnelctl profiles use sandbox makes it the default',
      });
    }
    const before = readSettingsFile(writableDirectory(streams));
    const answers = await findAnswers(withKey, before, context);
    const { profile, baseUrl, key } = answers;
    const { id } = noVerify ? { id: keyIdOf(key) } : await verify(answers, context);
    await store(answers, !noUse, streams);
    // The profile in use may say otherwise how to print than the one before.
    const after = createContext(streams, printer, options);
    await showDone({ profile, base_url: baseUrl, api_key_id: id ?? null }, after, async () => {
      const known = id === undefined ? '' : ` with key ${id}`;
      const use = noUse ? useAfter(profile, before.profile) : `profile ${profile} is used from now on`;
      await printer.notice(`logged in to ${baseUrl}${known}; ${use}`);
    });
    if (ownEntry(before.profiles, profile)?.['credential-command'] !== undefined) {
      await printer.notice(
        `note: profile ${profile} no longer has a credential-command; the stored key is used`,
      );
    }
    await noteOverrides(answers, context);
  },
});

async function verify({ baseUrl, key }: Answers, context: CommandContext): Promise<KeyFacts> {
  try {
    return await checkKey(await serviceClient(baseUrl, key, context), key);
  } catch (error) {
    await context.printer.notice('nothing was stored; --no-verify stores without trying the key');
    throw error;
  }
}

/** What `--no-use` comes to. */
function useAfter(stored: string, used: string | undefined): string {
  if (used === stored) return `profile ${stored} stays in use`;
  const rest = used === undefined ? 'no profile is in use' : `profile ${used} stays in use`;
  return `it is profile ${stored}, and ${rest}`;
}

/** @param isUsed whether the profile is the one in use afterwards */
async function store({ profile, baseUrl, key }: Answers, isUsed: boolean, streams: Streams): Promise<void> {
  await changeSettings(streams, (stored) => {
    const { settings } = stored;
    // A command would stand above the key that is stored now.
    const { 'credential-command': _, ...values } = ownEntry(settings.profiles, profile) ?? {};
    stored.changeKey(profile, { key, origin: parseBaseUrl(baseUrl).origin });
    stored.change({
      ...settings,
      ...(isUsed && { profile }),
      profiles: { ...settings.profiles, [profile]: { ...values, 'base-url': baseUrl } },
    });
  });
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
