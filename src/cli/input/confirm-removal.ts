import { LocalError } from '../errors/local-error.ts';
import { UsageError } from '../errors/usage-error.ts';
import type { GlobalOptions } from '../parser/global-options.ts';
import type { Streams } from '../streams.ts';
import { canPrompt } from './can-prompt.ts';
import { openQuestions } from './questions.ts';
import { createStdinReader } from './stdin-reader.ts';

/** Asks before something of the user's own is removed; without a terminal and without a yes it refuses. */
export async function confirmRemoval(
  what: string,
  isConfirmed: boolean,
  options: GlobalOptions,
  streams: Streams,
): Promise<void> {
  if (isConfirmed) return;
  if (!canPrompt(options, streams, createStdinReader(streams))) {
    throw new UsageError(`--yes is required to remove ${what} without a terminal to ask on`);
  }
  const questions = await openQuestions(streams);
  if (await questions.confirm(`Remove ${what}?`)) return;
  throw new LocalError('NOT_CONFIRMED', 'not confirmed; nothing was changed');
}
