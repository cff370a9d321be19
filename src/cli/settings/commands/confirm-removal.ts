import type { GlobalOptions } from '../../global-options.ts';
import { mayAsk } from '../../input/interaction.ts';
import { openQuestions } from '../../input/questions.ts';
import { createStdinReader } from '../../input/stdin-reader.ts';
import { LocalError } from '../../local-error.ts';
import type { Streams } from '../../streams.ts';
import { UsageError } from '../../usage-error.ts';

/** Asks before something of the user's own is removed; without a terminal and without a yes it refuses. */
export async function confirmRemoval(
  what: string,
  isConfirmed: boolean,
  options: GlobalOptions,
  streams: Streams,
): Promise<void> {
  if (isConfirmed) return;
  if (!mayAsk(options, streams, createStdinReader(streams))) {
    throw new UsageError(`--yes is required to remove ${what} without a terminal to ask on`);
  }
  const questions = await openQuestions(streams);
  if (await questions.confirm(`Remove ${what}?`)) return;
  throw new LocalError('NOT_CONFIRMED', 'not confirmed; nothing was changed');
}
