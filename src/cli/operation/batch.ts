import { ApiError, ResponseError } from '../../client/errors.ts';
import { NetworkError } from '../../client/transport/network-error.ts';
import type { CatalogueEntry } from '../../contract/index.ts';
import { maskTokens } from '../../contract/rules/api-token.ts';
import { sanitizeLine } from '../../contract/rules/sanitize.ts';
import { pathParameters } from '../../contract/schema/resource.ts';
import { adviseOnRefusedKey } from '../connect/refused-key.ts';
import type { CommandContext } from '../context.ts';
import { fieldError, hasCode } from '../errors/cli-error.ts';
import { describeFailure, type Failure } from '../errors/failure.ts';
import { errorObject, printFailure } from '../errors/report-failure.ts';
import { exitCodes } from '../exit-codes.ts';
import { isForProgram } from '../output/formats.ts';
import type { OutputPlan } from '../output/output-plan.ts';
import { printItems } from '../output/show.ts';
import { OutputClosedError } from '../printer.ts';
import { liveLine, progressBar } from '../terminal/live-line.ts';
import { commandWords } from '../words/command-words.ts';
import { afterChange } from './lost-output.ts';
import { doneResult, noticeConsequence, noticeDone, wasDone } from './notices.ts';
import { performFor, type ReadyRun, type RunItem } from './run.ts';
import { AT_ONCE, runLimited } from './run-limited.ts';
import type { PathValues } from './targets.ts';

/** Runs an operation for many objects: their results are printed as a list, in the order in which they were named. */
export async function printBatch(ready: ReadyRun, context: CommandContext): Promise<void> {
  const { run, items, plan } = ready;
  const { entry } = run;
  const { printer } = context;
  if (plan?.watch) throw fieldError('--watch', 'looks at one object; name one');
  if (items.length === 0 && !isForProgram(context)) {
    const { fromFile } = run.input;
    const source =
      fromFile === undefined ? 'ids on stdin' : `records ${fromFile.isStdin ? 'on' : 'in'} ${fromFile.name}`;
    await printer.notice(`no ${source}; nothing to do`);
    return;
  }
  const results = runBatch(ready, context);
  if (plan) return printNoting({ ...ready, plan }, results, context);
  let count = 0;
  for await (const result of results) if (wasDone(entry, result)) count += 1;
  if (count > 0) await noticeConsequence(entry, printer);
}

/** Prints results as they come. Where they cannot be printed any more, the error says what was done that nobody sees. */
async function printNoting(
  ready: ReadyRun & { readonly plan: OutputPlan },
  results: AsyncIterable<unknown>,
  context: CommandContext,
): Promise<void> {
  const carriedOut: unknown[] = [];
  const noted = (async function* () {
    for await (const result of results) {
      carriedOut.push(result);
      yield result;
    }
  })();
  let written = 0;
  const data = async (text: string) => {
    await context.printer.data(text);
    written += 1;
  };
  try {
    await printItems(ready.plan, noted, {
      ...context,
      printer: { ...context.printer, data },
    });
  } catch (error) {
    // One more may be under way already.
    await noted.return();
    throw afterChange(error, ready, carriedOut.slice(written));
  }
}

/**
 * Runs an operation for each item and yields what comes of it. Failures are reported as they turn up and do not
 * end it; the exit code is then that of the first. What would fail for every further target (no connection, a key
 * that is not taken, a service that asks to wait longer than is waited) ends it early.
 */
async function* runBatch(ready: ReadyRun, context: CommandContext): AsyncGenerator<unknown, void> {
  const { run: asked, items, plan } = ready;
  const { entry } = asked;
  const run = (item: RunItem) => performFor(ready, item, context);
  // Records of a file are made in its order: a later one may build on an earlier one.
  const atOnce = asked.input.fromFile === undefined ? AT_ONCE : 1;
  const line = liveLine(context.streams);
  const advance = progressBar(line, entry.verb, items.length);
  let tried = 0;
  let failed = 0;
  try {
    for await (const { target: item, ...outcome } of runLimited(items, run, isHopeless, atOnce)) {
      tried += 1;
      line.clear();
      if ('error' in outcome) {
        failed += 1;
        const failure = failureOf(outcome.error, item, entry, context);
        // What has no result of its own says for each object what came of it, in one place.
        if (plan && entry.operation.returns === undefined) {
          yield { ...doneResult(entry, withoutTokens(item.target), false), error: errorObject(failure) };
        } else await printFailure(failure, isForProgram(context), context.printer);
      } else {
        if (!plan) await noticeDone(entry, item.target, outcome.result, context.printer);
        yield outcome.result;
      }
      advance();
    }
  } finally {
    line.clear();
  }
  if (failed === 0 || isForProgram(context)) return;
  const untried = items.length - tried;
  const rest = untried === 0 ? '' : `; ${untried} not tried`;
  await context.printer.notice(`${failed} of ${items.length} failed${rest}`);
}

/** Why it failed for one of them, which the message names; the first failure decides the exit code. */
function failureOf(error: unknown, item: RunItem, entry: CatalogueEntry, context: CommandContext): Failure {
  // Not about one of them.
  if (hasCode(error, 'INTERRUPTED') || error instanceof OutputClosedError) throw error;
  const failure = describeFailure(adviseOnRefusedKey(error, context), commandWords(entry));
  if (context.exitCode === exitCodes.ok) context.exitCode = failure.exitCode;
  const name = pathParameters(entry.operation)
    .map((parameter) => item.target[parameter])
    .join(' ');
  const place = item.place === undefined ? name : `${item.place}${name === '' ? '' : ` (${name})`}`;
  return { ...failure, message: `${sanitizeLine(maskTokens(place))}: ${failure.message}` };
}

function withoutTokens(target: PathValues): PathValues {
  return Object.fromEntries(Object.entries(target).map(([name, value]) => [name, maskTokens(value)]));
}

function isHopeless(error: unknown): boolean {
  if (hasCode(error, 'INTERRUPTED')) return true;
  if (error instanceof ApiError || error instanceof ResponseError) {
    return error.status === 401 || Boolean(error.retryAfter);
  }
  return error instanceof NetworkError;
}
