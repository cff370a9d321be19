import type { Client } from '../../client/client.ts';
import { ApiError, InvalidRequestError } from '../../client/errors.ts';
import { NetworkError } from '../../client/transport/network-error.ts';
import type { CatalogueEntry } from '../../contract/index.ts';
import { pathParameters } from '../../contract/schema/resource.ts';
import type { CommandContext } from '../context.ts';
import { CliError, fieldError } from '../errors/cli-error.ts';
import type { FilterChoices } from '../filter/filter-options.ts';
import type { RecordFilter } from '../filter/record-filter.ts';
import type { OutputChoices } from '../output/output-options.ts';
import type { OutputPlan } from '../output/output-plan.ts';
import type { WatchPlan } from '../output/watch/watch-plan.ts';
import { commandWords } from '../words/command-words.ts';
import { shellWord } from '../words/shell-word.ts';
import type { GivenFlags, Members } from './body/request-body.ts';
import type { Flag } from './flags.ts';
import { doneResult } from './notices.ts';
import type { AppliedPlugins } from './plugins/plugin.ts';
import type { InputChoices, Paging } from './request-options.ts';
import { argumentName, type PathValues, type Targets } from './targets.ts';

/** A command line that runs an operation, read but not yet judged. */
export interface OperationRun {
  readonly entry: CatalogueEntry;
  /** The arguments, in the order of the path. */
  readonly args: readonly string[];
  readonly flags: readonly Flag[];
  readonly given: GivenFlags;
  readonly input: InputChoices;
  readonly plugins: AppliedPlugins;
  readonly output: OutputChoices;
  /** Where not all of a list is wanted. */
  readonly filter?: FilterChoices;
  /** For a paged list. */
  readonly paging?: Paging;
}

/** How the result of an operation is printed, and whether it is looked at again and again. */
export interface ResultPlan extends OutputPlan {
  readonly watch?: WatchPlan | undefined;
}

/** One request of a run: about which object, and what it says. */
export interface RunItem {
  readonly target: PathValues;
  readonly body: Members;
  /** Where the body stands in a file that holds many, as `stdin line 3`. */
  readonly place?: string | undefined;
  /** The id that the record in a file has; what the argument means must be the same. */
  readonly id?: string;
  /** The body by another time; present where some of it counts from now. @param now milliseconds since 1970 */
  readonly timed?: (now: number) => Members;
  /** What a record in a file says besides and the operation does not take, by dotted names. */
  readonly left?: ReadonlyMap<string, unknown>;
}

/** What a run is about. */
export interface RunItems {
  readonly items: readonly RunItem[];
  /** Whether many were asked for, however many there are: output is a list, and a failure does not end it. */
  readonly isBatch: boolean;
}

/** The same body for each of many objects. */
export function itemsOf({ values, isBatch }: Targets, body: Members): RunItems {
  return { items: values.map((target) => ({ target, body })), isBatch };
}

/** An operation with all that it needs. */
export interface ReadyRun extends RunItems {
  readonly run: OperationRun;
  readonly client: Client;
  /** Undefined where the operation answers nothing. */
  readonly plan: ResultPlan | undefined;
  /** Of a list. */
  readonly filter?: RecordFilter | undefined;
}

/** Sends one request, through what the command line asks for around it: what there is to print then. */
export async function performFor(
  { run, client }: ReadyRun,
  { target, body }: RunItem,
  context: CommandContext,
): Promise<unknown> {
  const { sent: entry, middlewares } = run.plugins;
  const { operation } = entry;
  const request = { entry, target, body, client, context };
  const chain = middlewares.reduceRight<() => Promise<unknown>>(
    (next, middleware) => () => middleware(request, next),
    () => client.send(operation, target, operation.body && body),
  );
  try {
    const result = await chain();
    return run.entry.operation.returns === undefined ? doneResult(entry, target) : result;
  } catch (error) {
    if (run.input.ignoreNotFound && isNotFound(error)) return doneResult(entry, target, false);
    throw unknownOutcomeAdvice(error, entry, target);
  }
}

/** Whether there is no such record. Another path than those of the API is a wrong base URL, where nobody knows. */
export function isNotFound(error: unknown): boolean {
  if (error instanceof CliError) return error.code === 'NO_SUCH_RECORD';
  return error instanceof ApiError && error.status === 404 && error.code !== 'ERR_UNKNOWN_PATH';
}

/** Says with which command to look where the answer to a change was lost, so that nobody knows whether it was made. */
function unknownOutcomeAdvice(
  error: unknown,
  { resource, verb }: CatalogueEntry,
  target: PathValues,
): unknown {
  if (!(error instanceof NetworkError) || !error.mayHaveChanged) return error;
  const looking = verb === 'create' ? 'list' : 'get';
  if (resource.operations[looking] === undefined) return error;
  const command = [
    commandWords({ resource, verb: looking }),
    ...Object.values(target).map((value) => shellWord(value)),
  ].join(' ');
  return error.with({ remedy: `see with ${command} whether it was, before you repeat it` });
}

/** An error of the client in the words of the command line: `<edge-id>` where it speaks of `id`. */
export function nameArgument(error: unknown, { resource, operation }: CatalogueEntry): unknown {
  if (!(error instanceof InvalidRequestError)) return error;
  const { subject, problem } = error;
  if (!pathParameters(operation).includes(subject)) return error;
  const field = `<${argumentName(resource, subject)}>`;
  return fieldError(field, problem);
}
