import { InvalidRequestError } from '../../client/invalid-request-error.ts';
import type { CatalogueEntry } from '../../contract/index.ts';
import { pathParameters } from '../../contract/schema/resource.ts';
import { usageError } from '../errors/cli-error.ts';
import type { OutputChoices } from '../output/output-options.ts';
import type { Flag } from './flags.ts';
import type { AppliedPlugins } from './plugins/plugin.ts';
import type { GivenFlags } from './request-body.ts';
import type { InputChoices, Paging } from './request-options.ts';
import { argumentName } from './targets.ts';

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
  /** For a paged list. */
  readonly paging?: Paging;
}

/** An error of the client in the words of the command line: `<edge-id>` where it speaks of `id`. */
export function nameArgument(error: unknown, { resource, operation }: CatalogueEntry): unknown {
  if (!(error instanceof InvalidRequestError)) return error;
  const { subject, problem } = error;
  if (!pathParameters(operation).includes(subject)) return error;
  const field = `<${argumentName(resource, subject)}>`;
  return usageError(`${field} ${problem}`, { field });
}
