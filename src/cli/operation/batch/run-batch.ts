import { ApiError } from '../../../client/errors.ts';
import { NetworkError } from '../../../client/transport/network-error.ts';
import type { CatalogueEntry } from '../../../contract/index.ts';
import { pathParameters } from '../../../contract/schema/resource.ts';
import type { CommandContext } from '../../context.ts';
import { hasCode } from '../../errors/cli-error.ts';
import { describeFailure } from '../../errors/failure.ts';
import { printFailure } from '../../errors/print-failure.ts';
import { exitCodes } from '../../exit-codes.ts';
import { OutputClosedError } from '../../printer.ts';
import { liveLine, progressBar } from '../../terminal/live-line.ts';
import { sanitizeLine } from '../../terminal/sanitize.ts';
import { commandWords } from '../../words/command-words.ts';
import { runLimited } from './run-limited.ts';
import type { PathValues } from './targets.ts';

/** What is done for each of many targets. */
export interface Batch {
  readonly entry: CatalogueEntry;
  readonly targets: readonly PathValues[];
  /** Whether failures are printed as objects. */
  readonly asObjects: boolean;
  run(target: PathValues): Promise<unknown>;
  /** Told of each success, in the order of the targets. */
  done?(target: PathValues): Promise<void>;
}

/**
 * Runs an operation for each target and yields what comes of it. Failures are reported as they turn up and do not
 * end it; the exit code is then that of the first. What would fail for every further target (no connection, a key
 * that is not taken) ends it early.
 */
export async function* runBatch(batch: Batch, context: CommandContext): AsyncGenerator<unknown, void> {
  const { entry, targets, run, done } = batch;
  const line = liveLine(context.streams);
  const advance = progressBar(line, entry.verb, targets.length);
  let tried = 0;
  let failed = 0;
  try {
    for await (const { target, ...outcome } of runLimited(targets, run, isHopeless)) {
      tried += 1;
      line.clear();
      if ('error' in outcome) {
        failed += 1;
        await report(outcome.error, target, batch, context);
      } else {
        await done?.(target);
        yield outcome.result;
      }
      advance();
    }
  } finally {
    line.clear();
  }
  if (failed === 0 || batch.asObjects) return;
  const untried = targets.length - tried;
  const rest = untried === 0 ? '' : `; ${untried} not tried`;
  await context.printer.notice(`${failed} of ${targets.length} failed${rest}`);
}

async function report(
  error: unknown,
  target: PathValues,
  batch: Batch,
  context: CommandContext,
): Promise<void> {
  // Not about one of them.
  if (hasCode(error, 'INTERRUPTED') || error instanceof OutputClosedError) throw error;
  const { entry, asObjects } = batch;
  const failure = describeFailure(error, commandWords(entry));
  if (context.exitCode === exitCodes.ok) context.exitCode = failure.exitCode;
  const name = pathParameters(entry.operation).map((parameter) => target[parameter]);
  const message = `${sanitizeLine(name.join(' '))}: ${failure.message}`;
  await printFailure({ ...failure, message }, asObjects, context.printer);
}

function isHopeless(error: unknown): boolean {
  if (hasCode(error, 'INTERRUPTED')) return true;
  if (error instanceof ApiError) return error.status === 401;
  return error instanceof NetworkError;
}
