import type { Command } from 'commander';
import { parseBaseUrl } from '../../../client/base-url.ts';
import type { CommandContext } from '../../context.ts';
import { UsageError } from '../../errors/usage-error.ts';
import { showDone } from '../../output/show.ts';
import { readGlobalOptions } from '../../parser/global-options.ts';
import { ownEntry } from '../../settings/effective-settings.ts';
import { readKeysFile } from '../../settings/keys-file.ts';
import {
  checkSetting,
  findSetting,
  knownSettings,
  readSetting,
  type SettingName,
  type SettingValues,
} from '../../settings/known-settings.ts';
import { writableDirectory } from '../../settings/settings-directory.ts';
import { changeSettings } from '../../settings/write-settings.ts';
import { formatSetting } from './format-setting.ts';
import { changeScope, type Scope, scopeOf } from './setting-scope.ts';

/** `tunnelctl config set`. */
export function define(command: Command, context: CommandContext): void {
  command
    .description(
      'Set a setting: for everything, or with --profile for one profile. A new profile starts with its base-url.\n\n' +
        `Settings:\n${list()}`,
    )
    .argument('<setting>', 'name of the setting')
    .argument('<value...>', 'value; for a command, its words, behind --')
    .addHelpText('after', examples)
    .action(async (text: string, words: string[]) => {
      const { streams, printer } = context;
      const options = readGlobalOptions(command);
      const name = findSetting(text);
      const value = readValue(name, words);
      const scope = scopeOf(name, options.profile);
      const directory = writableDirectory(streams);
      await changeSettings(directory, (stored) =>
        changeScope(stored, scope, name, (values): SettingValues => ({ ...values, [name]: value })),
      );
      await showDone({ name, value, profile: scope.profile ?? null }, options, context, () =>
        printer.notice(`${name} is ${formatSetting(value)}${where(scope)} from now on`),
      );
      if (name === 'base-url') await noteKey(directory, scope, String(value), context);
    });
}

const list = () =>
  Object.entries(knownSettings)
    .map(([name, { schema }]) => {
      const choices = Array.isArray(schema.enum) ? `: ${schema.enum.join(', ')}` : '';
      return `  ${name.padEnd(20)}${schema.description}${choices}`;
    })
    .join('\n');

const examples = `
Examples:
  tunnelctl config set output json

  # A profile whose key comes from a password manager
  tunnelctl config set base-url https://api.example.com --profile work
  tunnelctl config set credential-command --profile work -- pass show tunnelctl/work`;

function readValue(name: SettingName, words: readonly string[]): unknown {
  if (knownSettings[name].schema.type === 'array') return checkSetting(name, words, name);
  const [word = '', ...more] = words;
  if (more.length > 0) throw new UsageError(`<value> of ${name} is one word; quote it if it holds spaces`);
  if (name === 'base-url') parseBaseUrl(word);
  return readSetting(name, word, name);
}

function where({ profile }: Scope): string {
  return profile === undefined ? '' : ` in profile ${profile}`;
}

// A key goes to the origin that it was stored for and to no other.
async function noteKey(
  directory: string,
  { profile = '' }: Scope,
  baseUrl: string,
  { printer }: CommandContext,
): Promise<void> {
  const key = ownEntry(readKeysFile(directory), profile);
  if (key === undefined || key.origin === parseBaseUrl(baseUrl).origin) return;
  await printer.notice(
    `note: the stored key of profile ${profile} belongs to ${key.origin} and is not sent elsewhere; ` +
      `tunnelctl login --profile ${profile} stores another`,
  );
}
