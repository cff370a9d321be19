import { ownEntry } from '../../../contract/schema/json-object.ts';
import { CliError, fieldError } from '../../errors/cli-error.ts';
import { confirm, requireConsent } from '../../input/questions.ts';
import { showDone } from '../../output/show.ts';
import { defineCommand } from '../../parser/command-definition.ts';
import { argument, toggle } from '../../parser/options.ts';
import { knownProfile } from '../../parser/value-types.ts';
import { keyIdOf, readKeysFile } from '../../settings/keys-file.ts';
import { requireProfile } from '../../settings/profile.ts';
import { writableDirectory } from '../../settings/settings-file.ts';
import { changeSettings } from '../../settings/write-settings.ts';

/** `tunnelctl logout`: forgets the key of a profile; the rest of it stays. */
export const command = defineCommand({
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
    const profile = named ?? settings.profile;
    if (profile === undefined) throw fieldError('<profile>', 'is required: no profile is in use');
    requireProfile(settings.stored, profile);
    const name = profile.value;
    const key = ownEntry(readKeysFile(writableDirectory(streams)), name);
    if (key !== undefined) {
      if (!yes) {
        requireConsent(context);
        const id = keyIdOf(key.key);
        const what = `the stored key${id === undefined ? '' : ` ${id}`} of profile ${name} (${key.origin})`;
        await confirm(`Remove ${what}?`, [], context);
      }
      await changeSettings(streams, (stored) => {
        // Somebody may have logged in while we asked: that key is not the one that was shown.
        if (!yes && stored.keyOf(name)?.key !== key.key) throw changedMeanwhile(name);
        stored.changeKey(name, undefined);
      });
    }
    await showDone({ profile: name, removed: key !== undefined }, context, () =>
      printer.notice(
        key === undefined ? `profile ${name} has no stored key` : `removed the key of profile ${name}`,
      ),
    );
  },
});

function changedMeanwhile(profile: string): CliError {
  return new CliError(
    'NOT_CONFIRMED',
    `the key of profile ${profile} has changed meanwhile; nothing was removed`,
    {
      hint: 'run the command again to be shown the key that is stored now',
    },
  );
}
