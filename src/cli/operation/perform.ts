import type { Client } from '../../client/client.ts';
import type { CatalogueEntry } from '../../contract/index.ts';
import type { CommandContext } from '../context.ts';
import { unknownOutcomeAdvice } from '../errors/unknown-outcome-advice.ts';
import type { PathValues } from './targets.ts';

/** One run of an operation for one target. */
export interface OperationRequest {
  readonly entry: CatalogueEntry;
  readonly target: PathValues;
  readonly body: Readonly<Record<string, unknown>>;
  readonly client: Client;
  readonly context: CommandContext;
}

/** Something around the one request of an operation: before it, after it, in its place. */
export type Middleware = (request: OperationRequest, next: () => Promise<unknown>) => Promise<unknown>;

/** Sends the request of an operation through what stands around it: what there is to print then. */
export async function perform(
  request: OperationRequest,
  middlewares: readonly Middleware[],
): Promise<unknown> {
  const { entry, target, body, client } = request;
  const { operation } = entry;
  const send = () => client.send(operation, target, operation.body && body);
  const chain = middlewares.reduceRight<() => Promise<unknown>>(
    (next, middleware) => () => middleware(request, next),
    send,
  );
  try {
    return await chain();
  } catch (error) {
    throw unknownOutcomeAdvice(error, entry, target);
  }
}
