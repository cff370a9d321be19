import { existsSync } from 'node:fs';
import type { Answer } from '../../connect/answer-cache.ts';
import { connect } from '../../connect/connection.ts';
import { dataFilePath } from '../../connect/data-file.ts';
import { knownIds } from '../../connect/known-ids.ts';
import type { CommandContext } from '../../context.ts';
import { findTarget } from '../../settings/target.ts';

/** Nobody looks through more. */
const mostAnswers = 1000;

/**
 * Asks the service for the values of a source. Throws whatever goes wrong.
 * @param given values of the path's own members, in order
 * @param enoughMs how long pages are asked for; the last one may take longer
 */
export async function fetchAnswers(
  source: string,
  given: readonly string[],
  enoughMs: number,
  context: CommandContext,
): Promise<Answer[]> {
  const { options, streams } = context;
  const { kind } = findTarget(context);
  // To look at what could be completed must not make a sandbox.
  if (kind === 'sandbox' && !existsSync(dataFilePath(options.data, streams))) return [];
  const { client, close } = await connect(context);
  try {
    const { clock } = streams;
    const deadline = clock.now() + enoughMs;
    const isEnough = (count: number) => count >= mostAnswers || (count % 100 === 0 && clock.now() > deadline);
    return await knownIds(source, given, client, isEnough, context);
  } finally {
    await close();
  }
}
