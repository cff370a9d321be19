import type { Client } from '../../client/client.ts';
import { InvalidRequestError } from '../../client/errors.ts';
import { NetworkError } from '../../client/transport/network-error.ts';
import type { CatalogueEntry } from '../../contract/index.ts';
import { pathParameters } from '../../contract/schema/resource.ts';
import type { CommandContext } from '../context.ts';
import { fieldError } from '../errors/cli-error.ts';
import type { FilterChoices } from '../filter/filter-options.ts';
import type { RecordFilter } from '../filter/record-filter.ts';
import type { OutputChoices } from '../output/output-options.ts';
import type { OutputPlan } from '../output/output-plan.ts';
import type { WatchPlan } from '../output/watch/watch-plan.ts';
import { commandWords, shellWord } from '../words/command-words.ts';
import type { Flag } from './flags.ts';
import type { AppliedPlugins } from './plugins/plugin.ts';
import type { GivenFlags } from './request-body.ts';
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

/** An operation with all that it needs. */
export interface ReadyRun {
  readonly run: OperationRun;
  readonly targets: Targets;
  readonly body: Readonly<Record<string, unknown>>;
  readonly client: Client;
  /** Undefined where the operation answers nothing. */
  readonly plan: ResultPlan | undefined;
  /** Of a list. */
  readonly filter?: RecordFilter | undefined;
}

/** Sends the request for one target, through what the command line asks for around it: what there is to print then. */
export async function performFor(
  { run: { plugins }, body, client }: ReadyRun,
  target: PathValues,
  context: CommandContext,
): Promise<unknown> {
  const { sent: entry, middlewares } = plugins;
  const { operation } = entry;
  const request = { entry, target, body, client, context };
  const chain = middlewares.reduceRight<() => Promise<unknown>>(
    (next, middleware) => () => middleware(request, next),
    () => client.send(operation, target, operation.body && body),
  );
  try {
    return await chain();
  } catch (error) {
    throw unknownOutcomeAdvice(error, entry, target);
  }
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
  const command = [commandWords({ resource, verb: looking }), ...Object.values(target).map(shellWord)].join(
    ' ',
  );
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
