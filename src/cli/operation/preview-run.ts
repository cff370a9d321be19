import { buildRequest } from '../../client/request.ts';
import { printPreview } from '../connect/request-preview.ts';
import type { CommandContext } from '../context.ts';
import type { Members } from './request-body.ts';
import type { OperationRun } from './run.ts';
import type { Targets } from './targets.ts';

/** Prints the requests that a run would make, one for each target, and sends none. */
export async function previewRun(
  { entry: { operation }, input, paging }: OperationRun,
  { values }: Targets,
  body: Members,
  context: CommandContext,
): Promise<void> {
  await printPreview(input.preview, context, (settings) =>
    values.map((target) =>
      buildRequest(operation, { ...target, ...paging?.place }, operation.body && body, settings),
    ),
  );
}
