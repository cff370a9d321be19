import { invalidField, RequestError } from '../../account/records/request-error.ts';
import { applySeed, type SeedReport } from '../../account/seed/apply.ts';
import { quote } from '../../contract/rules/rule.ts';
import type { FromSchema } from '../../contract/schema/schema.ts';
import { DocumentError } from '../../documents/problems.ts';
import { readParameters } from '../app/query.ts';
import { readBody, validateBody } from '../app/request-body.ts';
import type { RequestContext } from '../app/request-context.ts';
import type { AdminApiOptions } from './admin-handler.ts';
import { adminOperations } from './admin-operations.ts';
import type { seedReport } from './admin-records.ts';

/** Puts a seed into the account: `{"name": "demo"}`, or the content of a file with its name. */
export async function seed(context: RequestContext, options: AdminApiOptions): Promise<object> {
  readParameters(context.query, []);
  const operation = adminOperations.seed;
  const body = await readBody(operation, context, options);
  await validateBody(operation.body, body);
  const { name, text } = body as FromSchema<typeof operation.body>;
  if (text === undefined && name !== 'demo') {
    throw invalidField(['name'], `${quote(name)} is not built in; send the text of the seed, or take demo`);
  }
  try {
    const report = await applySeed(options, text === undefined ? 'demo' : { name, text });
    return { applied: report !== undefined, ...(report && { report: reportRecord(report) }) };
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    throw new RequestError('ERR_INVALID_FIELD', error.message, { field: 'text' });
  }
}

/** What a seed did, as it is answered and printed. */
export function reportRecord(report: SeedReport): FromSchema<typeof seedReport> {
  const { accountId, isTakenOver, added, missingSecrets, warnings } = report;
  return {
    account_id: accountId,
    became_this_account: isTakenOver,
    added: { ...added },
    missing_secrets: [...missingSecrets],
    warnings: [...warnings],
  };
}
