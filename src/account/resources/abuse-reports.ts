import { resources } from '../../contract/index.ts';
import { hostnameOf } from '../../contract/rules/web-url.ts';
import type { FromSchema } from '../../contract/schema/schema.ts';
import { collectionOf } from '../records/collection.ts';
import { crudHandlers, newRecordHead, type RecordHead } from '../records/crud-handlers.ts';
import { defineHandlers } from '../records/handlers.ts';
import type { OperationContext } from '../records/operation-context.ts';
import { RequestError } from '../records/request-error.ts';

export const abuseReportCollection = collectionOf(resources.abuseReports);

const { get } = crudHandlers(abuseReportCollection);

export type AbuseReport = FromSchema<typeof resources.abuseReports.record>;

/** contract/README.md "Abuse report". */
export const abuseReportHandlers = defineHandlers(resources.abuseReports, {
  create: async (context) => {
    await checkPermission(context);
    return context.store.write(async (transaction) => {
      const start = await newRecordHead(transaction, context, resources.abuseReports);
      const record = newAbuseReport(start, context.body);
      await abuseReportCollection.insert(transaction, { record, hidden: {} });
      return record;
    });
  },
  get: async (context) => {
    await checkPermission(context);
    return get(context);
  },
});

/** A report that nobody has worked on yet. */
export function newAbuseReport(
  start: RecordHead,
  { urls, metadata = '' }: { urls: string[]; metadata?: string },
): AbuseReport {
  const hostnames = [...new Set(urls.map(hostnameOf))];
  return {
    ...start,
    urls,
    metadata,
    status: 'PENDING',
    hostnames: hostnames.map((hostname) => ({ hostname, status: 'PENDING' })),
  };
}

async function checkPermission(context: OperationContext): Promise<void> {
  const { mayReportAbuse } = await context.account();
  if (!mayReportAbuse) throw new RequestError('ERR_ABUSE_REPORTS_NOT_PERMITTED');
}
