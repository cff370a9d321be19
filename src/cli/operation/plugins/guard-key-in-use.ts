import type { CommandContext } from '../../context.ts';
import { usageError } from '../../errors/cli-error.ts';
import { canPrompt, confirm } from '../../input/questions.ts';
import { isForProgram } from '../../output/formats.ts';
import { keyIdOf, profilesWithKey } from '../../settings/keys-file.ts';
import { variable } from '../../settings/origin.ts';
import type { PathValues } from '../targets.ts';

interface GuardChoices {
  /** Nobody is to be asked. */
  readonly yes: boolean;
  /** The command line says that the key in use may go. */
  readonly isAllowed: boolean;
}

/**
 * Asks about the key in use by itself: whoever deletes it locks themselves out. `--yes` does not cover it, since a
 * script that deletes what a list gave it does not know that its own key is among them. Throws a CliError.
 */
export async function guardKeyInUse(
  targets: readonly PathValues[],
  { yes, isAllowed }: GuardChoices,
  context: CommandContext,
): Promise<void> {
  const { usedKey } = context;
  const id = usedKey && keyIdOf(usedKey.value);
  if (id === undefined || !targets.some((target) => target.id === id)) return;
  const what = `${id} is the key that this command is run with (${usedKey?.source})`;
  const rotate = `tunnelctl api-keys rotate ${id}`;
  if (targets.length > 1) {
    throw usageError(`${what}; after it no other could be deleted`, {
      field: '<id>',
      hint: `leave it out, or replace it: ${rotate}`,
      next: [rotate],
    });
  }
  if (isAllowed) return;
  if (yes || !canPrompt(context)) {
    throw usageError(`${what}, and --yes does not cover that: every further request with it is refused`, {
      field: '--allow-key-in-use',
      hint: `replace it with ${rotate}, or add --allow-key-in-use to delete it all the same`,
      next: [rotate],
    });
  }
  await confirm('Delete the key in use?', [`${what}: nothing works with it afterwards`], context);
}

/** Says who still holds a key that is gone: profiles of this user, and the environment. */
export async function noticeDeletedKey(id: string, context: CommandContext): Promise<void> {
  if (isForProgram(context)) return;
  const { settings, streams, printer } = context;
  for (const profile of holders(id, settings.directory)) {
    await printer.notice(
      `note: profile ${profile} holds ${id}, which is gone; tunnelctl login --profile ${profile} stores another key`,
    );
  }
  const exported = variable(streams.env, 'TUNNELCTL_API_KEY');
  if (exported !== undefined && keyIdOf(exported.value) === id) {
    await printer.notice(`note: TUNNELCTL_API_KEY holds ${id}, which is gone; set it to another key`);
  }
}

function holders(id: string, directory: string | undefined): string[] {
  try {
    return profilesWithKey(directory, id);
  } catch {
    // The key is gone; that the keys file cannot be read is said when a key is wanted from it.
    return [];
  }
}
