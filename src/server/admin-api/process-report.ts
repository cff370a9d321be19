import { absoluteUris } from '../../account/records/absolute-uris.ts';
import { processAbuseReport } from '../../account/resources/abuse-reports.ts';
import { resources } from '../../contract/index.ts';
import type { FromSchema } from '../../contract/schema/schema.ts';
import { readParameters } from '../app/query.ts';
import { readBody, validateBody } from '../app/request-body.ts';
import type { RequestContext } from '../app/request-context.ts';
import type { AdminApiOptions } from './admin-handler.ts';
import { adminOperations } from './admin-operations.ts';

/**
 * Decides on hostnames of an abuse report, which nobody does through the API: `{"outcome": "BANNED"}` on all that
 * nobody decided on yet, or on those that `hostnames` names.
 */
export async function processReport(
  context: RequestContext,
  options: AdminApiOptions,
  id: string,
): Promise<object> {
  const { store, now } = options;
  readParameters(context.query, []);
  const operation = adminOperations.processAbuseReport;
  const body = await readBody(operation, context, options);
  await validateBody(operation.body, body);
  const decision = body as FromSchema<typeof operation.body>;
  const report = await store.write((transaction) => processAbuseReport(transaction, now(), id, decision));
  return absoluteUris(resources.abuseReports.record, report, context.baseUrl) as object;
}
