import { notFound, RequestError } from '../../account/records/request-error.ts';
import { readParameters } from '../app/query.ts';
import { readBody, validateBody } from '../app/request-body.ts';
import type { RequestContext } from '../app/request-context.ts';
import { FaultError } from '../faults/fault.ts';
import type { Faults } from '../faults/faults.ts';
import type { AdminApiOptions } from './admin-handler.ts';
import { adminOperations } from './admin-operations.ts';

/** What goes wrong on purpose at the moment, and the seed that repeats it. */
export async function listFaults({ query }: RequestContext, options: AdminApiOptions): Promise<object> {
  readParameters(query, []);
  const faults = faultsOf(options);
  return { faults: faults.list(), seed: faults.seed };
}

/** Adds `{"faults": ["operation=endpoints.create,status=503"]}`, all or none. */
export async function addFaults(context: RequestContext, options: AdminApiOptions): Promise<object> {
  readParameters(context.query, []);
  const faults = faultsOf(options);
  const adding = adminOperations.addFaults;
  const body = await readBody(adding, context, options);
  await validateBody(adding.body, body);
  try {
    return { faults: faults.add(body.faults as string[]), seed: faults.seed };
  } catch (error) {
    if (!(error instanceof FaultError)) throw error;
    throw new RequestError('ERR_INVALID_FIELD', `fault ${error.message}`, { field: 'faults' });
  }
}

/** Ends those that `?ids=` names, separated by commas, or all. */
export async function clearFaults({ query }: RequestContext, options: AdminApiOptions): Promise<object> {
  const faults = faultsOf(options);
  const all = faults.list().map(({ id }) => id);
  const ids = readParameters(query, ['ids']).get('ids')?.split(',') ?? all;
  const unknown = ids.find((id) => !all.includes(id));
  if (unknown !== undefined) throw notFound('fault', unknown);
  return { faults: ids.flatMap((id) => faults.remove(id) ?? []), seed: faults.seed };
}

/** A process that answers one command has none. */
function faultsOf({ faults }: AdminApiOptions): Faults {
  if (faults) return faults;
  throw new RequestError('ERR_UNKNOWN_PATH', 'only a running serve makes faults');
}
