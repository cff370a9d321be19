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
  { query, request, baseUrl }: RequestContext,
  { store, now }: AdminApiOptions,
  id: string,
): Promise<object> {
  readParameters(query, []);
  const operation = adminOperations.processAbuseReport;
  const body = readBody(operation, request);
  await validateBody(operation.body, body);
  const decision = body as FromSchema<typeof operation.body>;
  const report = await store.write((transaction) => processAbuseReport(transaction, now(), id, decision));
  return absoluteUris(resources.abuseReports.record, report, baseUrl) as object;
}
