import { ApiError } from '../../client/errors.ts';
import { NetworkError } from '../../client/transport/network-error.ts';
import type { CatalogueEntry } from '../../contract/index.ts';
import { sanitizeLine } from '../../contract/rules/sanitize.ts';
import { pathParameters } from '../../contract/schema/resource.ts';
import { adviseOnRefusedKey } from '../connect/refused-key.ts';
import type { CommandContext } from '../context.ts';
import { fieldError, hasCode } from '../errors/cli-error.ts';
import { describeFailure } from '../errors/failure.ts';
import { printFailure } from '../errors/report-failure.ts';
import { exitCodes } from '../exit-codes.ts';
import { isForProgram } from '../output/formats.ts';
import { printItems } from '../output/show.ts';
import { OutputClosedError } from '../printer.ts';
import { liveLine, progressBar } from '../terminal/live-line.ts';
import { commandWords } from '../words/command-words.ts';
import { noticeConsequence, noticeDone } from './notices.ts';
import { performFor, type ReadyRun } from './run.ts';
import type { PathValues } from './targets.ts';

/** Runs an operation for many objects: their results are printed as a list, in the order in which they were named. */
export async function printBatch(ready: ReadyRun, context: CommandContext): Promise<void> {
  const { run, targets, plan } = ready;
  const { entry } = run;
  const { printer } = context;
  if (plan?.watch) throw fieldError('--watch', 'looks at one object; name one');
  const isSilent = plan !== undefined || isForProgram(context);
  const results = runBatch(ready, isSilent, context);
  if (plan) return printItems(plan, results, context);
  let count = 0;
  for await (const _ of results) count += 1;
  if (isSilent) return;
  if (count > 0) await noticeConsequence(entry, printer);
  else if (targets.values.length === 0) await printer.notice('no ids on stdin; nothing to do');
}

/**
 * Runs an operation for each target and yields what comes of it. Failures are reported as they turn up and do not
 * end it; the exit code is then that of the first. What would fail for every further target (no connection, a key
 * that is not taken) ends it early.
 */
async function* runBatch(
  ready: ReadyRun,
  isSilent: boolean,
  context: CommandContext,
): AsyncGenerator<unknown, void> {
  const { entry } = ready.run;
  const targets = ready.targets.values;
  const run = (target: PathValues) => performFor(ready, target, context);
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
        await report(outcome.error, target, entry, context);
      } else {
        if (!isSilent) await noticeDone(entry, target, context.printer);
        yield outcome.result;
      }
      advance();
    }
  } finally {
    line.clear();
  }
  if (failed === 0 || isForProgram(context)) return;
  const untried = targets.length - tried;
  const rest = untried === 0 ? '' : `; ${untried} not tried`;
  await context.printer.notice(`${failed} of ${targets.length} failed${rest}`);
}

async function report(
  error: unknown,
  target: PathValues,
  entry: CatalogueEntry,
  context: CommandContext,
): Promise<void> {
  // Not about one of them.
  if (hasCode(error, 'INTERRUPTED') || error instanceof OutputClosedError) throw error;
  const failure = describeFailure(adviseOnRefusedKey(error, context), commandWords(entry));
  if (context.exitCode === exitCodes.ok) context.exitCode = failure.exitCode;
  const name = pathParameters(entry.operation).map((parameter) => target[parameter]);
  const message = `${sanitizeLine(name.join(' '))}: ${failure.message}`;
  await printFailure({ ...failure, message }, isForProgram(context), context.printer);
}

function isHopeless(error: unknown): boolean {
  if (hasCode(error, 'INTERRUPTED')) return true;
  if (error instanceof ApiError) return error.status === 401;
  return error instanceof NetworkError;
}

/** What running something for one target came to. */
export type Outcome<T, R> =
  | { readonly target: T; readonly result: R; readonly error?: undefined }
  | { readonly target: T; readonly error: unknown };

/** How many requests are under way at the same time: enough to hide their latency, few enough to be polite. */
const AT_ONCE = 4;

/**
 * Runs something for each target, a few at a time, and tells the outcomes in the order of the targets. A failure
 * does not end it, unless it is one that all others would meet as well: then nothing more is begun.
 */
export async function* runLimited<T, R>(
  targets: readonly T[],
  run: (target: T) => Promise<R>,
  isHopeless: (error: unknown) => boolean,
): AsyncGenerator<Outcome<T, R>, void> {
  const underWay: Promise<Outcome<T, R>>[] = [];
  let end = targets.length;
  const start = (target: T) =>
    run(target).then(
      (result) => ({ target, result }),
      (error: unknown) => {
        if (isHopeless(error)) end = next;
        return { target, error };
      },
    );
  let next = 0;
  while (next < end || underWay.length > 0) {
    while (next < end && underWay.length < AT_ONCE) underWay.push(start(targets[next++] as T));
    yield await (underWay.shift() as Promise<Outcome<T, R>>);
  }
}
