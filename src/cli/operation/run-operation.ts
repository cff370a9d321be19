import type { Client } from '../../client/client.ts';
import { InvalidRequestError } from '../../client/invalid-request-error.ts';
import type { CatalogueEntry } from '../../contract/index.ts';
import { pathParameters } from '../../contract/schema/resource.ts';
import { connectLater, type LazyConnection } from '../connect/lazy-connection.ts';
import type { CommandContext } from '../context.ts';
import { UsageError } from '../errors/usage-error.ts';
import { confirmRun } from '../input/confirm-run.ts';
import { requireConsent } from '../input/consent.ts';
import type { InputOptions } from '../input/input-options.ts';
import { type Input, readInput } from '../input/read-input.ts';
import { createSecretSource } from '../input/secret-source.ts';
import { createStdinReader } from '../input/stdin-reader.ts';
import { createTextSource } from '../input/text-source.ts';
import { isForProgram } from '../output/for-program.ts';
import type { OutputChoices } from '../output/output-options.ts';
import { planResult, printResult, type ResultPlan } from '../output/print-result.ts';
import type { GlobalOptions } from '../parser/global-options.ts';
import type { PathValues } from './batch/targets.ts';
import type { Flag } from './flags.ts';
import { noticeConsequence, noticeDone, warnOfEmpty } from './notices.ts';
import { argumentName } from './operation-arguments.ts';
import type { Paging } from './paging-options.ts';
import type { AppliedPlugins } from './plugins/plugins.ts';
import type { GivenFlags } from './request-body.ts';

/** A command line that runs an operation, read but not yet judged. */
export interface OperationRun {
  readonly entry: CatalogueEntry;
  /** The arguments, in the order of the path. */
  readonly args: readonly string[];
  readonly flags: readonly Flag[];
  readonly given: GivenFlags;
  readonly input: InputOptions;
  readonly extras: AppliedPlugins;
  readonly options: GlobalOptions;
  readonly output: OutputChoices;
  /** For a paged list. */
  readonly paging?: Paging;
}

/** The run for one object: the members of its path are known. */
export interface OperationCall extends OperationRun {
  readonly parameters: PathValues;
}

/** Reads and judges the input, asks where that is needed, sends the request and prints the result. */
export async function runOperation(run: OperationRun, context: CommandContext): Promise<void> {
  if (run.input.skeleton) {
    const { formatSkeleton } = await import('../input/skeleton.ts');
    return context.printer.data(formatSkeleton(run.entry));
  }
  const plan = await planResult(run, context);
  const stdin = createStdinReader(context.streams);
  const text = createTextSource(context.streams, stdin);
  const secret = createSecretSource(text, context.streams, context.printer);
  const service = connectLater(run.options, context, text);
  try {
    const input = await readInput(run, { text, secret, stdin }, service, context);
    if (run.input.preview !== undefined) {
      const { previewRun } = await import('../connect/print-preview.ts');
      return await previewRun(run, input, context);
    }
    await send(run, input, plan, service, context);
  } catch (error) {
    throw error instanceof InvalidRequestError ? nameArgument(error, run.entry) : error;
  } finally {
    await service.close();
  }
}

async function send(
  run: OperationRun,
  input: Input,
  plan: ResultPlan | undefined,
  service: LazyConnection,
  context: CommandContext,
): Promise<void> {
  const { targets, body } = input;
  requireConsent(run.entry, run.input.yes, input.canPrompt);
  const client = run.extras.extend((await service.open()).client, context);
  await confirmRun(run, input, client, context);
  await warnOfEmpty(run.entry, body, context.printer);
  if (targets.isBatch) {
    const { exchangeMany } = await import('./batch/exchange-many.ts');
    return exchangeMany(run, input, plan, client, context);
  }
  await exchange({ ...run, parameters: targets.values[0] ?? {} }, body, plan, client, context);
}

async function exchange(
  call: OperationCall,
  body: Record<string, unknown>,
  plan: ResultPlan | undefined,
  client: Client,
  context: CommandContext,
): Promise<void> {
  const { entry, parameters, options } = call;
  if (plan) return await printResult(call, plan, body, client, context);
  await client.send(entry.operation, parameters, entry.operation.body && body);
  if (isForProgram(options, context.streams)) return;
  await noticeDone(entry, parameters, context.printer);
  await noticeConsequence(entry, context.printer);
}

// The client speaks of `id` where the command line has `<edge-id>`.
function nameArgument(error: InvalidRequestError, { resource, operation }: CatalogueEntry): Error {
  const { subject, problem } = error;
  if (!pathParameters(operation).includes(subject)) return error;
  return new UsageError(`<${argumentName(resource, subject)}> ${problem}`);
}
