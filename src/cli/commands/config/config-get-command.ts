import type { Command } from 'commander';
import type { CommandContext } from '../../context.ts';
import { exitCodes } from '../../exit-codes.ts';
import { sanitizeLine } from '../../output/sanitize.ts';
import { showDone } from '../../output/show.ts';
import { readGlobalOptions } from '../../parser/global-options.ts';
import { effectiveSettings } from '../../settings/effective-settings.ts';
import { findSetting } from '../../settings/known-settings.ts';
import { formatOrigin } from '../../settings/origin.ts';
import { requireProfile } from '../../settings/profile.ts';
import { formatSetting } from './format-setting.ts';

/** `tunnelctl config get`. */
export function define(command: Command, context: CommandContext): void {
  command
    .description(
      'Print the value that a setting has here; exit code 1 and nothing on stdout when nothing sets it.',
    )
    .argument('<setting>', 'name of the setting')
    .addHelpText('after', '\nExamples:\n  tunnelctl config get output || echo default')
    .action(async (text: string) => {
      const options = readGlobalOptions(command);
      const name = findSetting(text);
      const settings = effectiveSettings(options, context.streams);
      if (settings.profile) requireProfile(settings.stored, settings.profile);
      const found = settings.get(name);
      if (found === undefined) {
        context.exitCode = exitCodes.other;
        return context.printer.notice(`${name} is not set`);
      }
      const record = { name, value: found.value, origin: formatOrigin(found.origin) };
      await showDone(record, options, context, () =>
        context.printer.data(`${sanitizeLine(formatSetting(found.value))}\n`),
      );
    });
}
