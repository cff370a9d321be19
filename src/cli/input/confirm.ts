import type { CommandContext } from '../context.ts';
import { CliError, usageError } from '../errors/cli-error.ts';
import { canPrompt } from './can-prompt.ts';
import { openQuestions } from './questions.ts';

/** Refuses to take something away when nobody can be asked, before any request. */
export function requireConsent(context: CommandContext): void {
  if (canPrompt(context)) return;
  throw usageError('this takes something away, and nobody can be asked here whether it may', {
    field: '--yes',
    hint: 'add --yes to go ahead without being asked',
  });
}

/**
 * Shows what will go and asks. Throws a CliError unless the answer is yes.
 * @param lines what stands above the question
 */
export async function confirm(
  question: string,
  lines: readonly string[],
  { streams, printer }: CommandContext,
): Promise<void> {
  for (const line of lines) await printer.notice(line);
  const questions = await openQuestions(streams);
  if (await questions.confirm(question)) return;
  throw new CliError('NOT_CONFIRMED', 'not confirmed; nothing was changed');
}
