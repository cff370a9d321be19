import { InvalidRequestError } from '../client/invalid-request-error.ts';
import type { CatalogueEntry } from '../contract/index.ts';
import { checkBody } from './body-check.ts';
import type { CommandContext } from './command-context.ts';
import { type Connection, connect } from './connection.ts';
import type { Flag } from './flags.ts';
import type { GlobalOptions } from './global-options.ts';
import { noticeDone, warnOfEmpty } from './notices.ts';
import { argumentName } from './operation-arguments.ts';
import { printList, printRecord } from './output/print-result.ts';
import { type Paging, take } from './paging-options.ts';
import { type GivenFlags, readBody } from './request-body.ts';
import { createTextSource } from './text-source.ts';
import { UsageError } from './usage-error.ts';

/** A command line that runs an operation, read but not yet judged. */
export interface OperationRun {
  readonly entry: CatalogueEntry;
  readonly parameters: Readonly<Record<string, string>>;
  readonly flags: readonly Flag[];
  readonly given: GivenFlags;
  readonly options: GlobalOptions;
  /** For a paged list. */
  readonly paging?: Paging;
}

/** Judges the input, sends the request and prints the result. */
export async function runOperation(run: OperationRun, context: CommandContext): Promise<void> {
  const { entry, flags, given, options } = run;
  const source = createTextSource(context.streams);
  const body = await readBody(given, source);
  checkBody(entry.operation, flags, body);
  const connection = await connect(options, context.streams, source);
  try {
    await warnOfEmpty(entry, body, context.printer);
    await exchange(run, body, connection, context);
  } finally {
    await connection.close();
  }
}

async function exchange(
  { entry, parameters, options, paging }: OperationRun,
  body: Record<string, unknown>,
  { client }: Connection,
  { printer }: CommandContext,
): Promise<void> {
  const { operation } = entry;
  const format = options.output ?? 'table';
  try {
    if (operation.list) {
      const items = client.listAll(operation, { ...parameters, ...paging?.place });
      return await printList(entry, take(items, paging?.limit ?? Number.POSITIVE_INFINITY), format, printer);
    }
    const result = await client.send(operation, parameters, operation.body && body);
    if (operation.returns) return await printRecord(entry, result, format, printer);
    if (format === 'table') await noticeDone(entry, parameters, printer);
  } catch (error) {
    throw error instanceof InvalidRequestError ? nameArgument(error, entry) : error;
  }
}

// The client speaks of `id` where the command line has `<edge-id>`.
function nameArgument({ subject, problem }: InvalidRequestError, { resource }: CatalogueEntry): UsageError {
  return new UsageError(`<${argumentName(resource, subject)}> ${problem}`);
}
