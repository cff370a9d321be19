import { resources } from '../../contract/index.ts';
import { hostnameOf } from '../../contract/rules/web-url.ts';
import type { FromSchema } from '../../contract/schema.ts';
import { defineBehaviour } from '../behaviour.ts';
import type { Call } from '../call.ts';
import { collectionOf } from '../collection.ts';
import { RequestError } from '../request-error.ts';
import { begin, type Start, standard } from '../standard.ts';

export const abuseReportCollection = collectionOf(resources.abuseReports);

const { get } = standard(abuseReportCollection);

export type AbuseReport = FromSchema<typeof resources.abuseReports.record>;

/** api.md section 4, Abuse reports; decisions.md "Abuse report". */
export const abuseReportBehaviour = defineBehaviour(resources.abuseReports, {
  create: async (call) => {
    await checkPermission(call);
    return call.store.write(async (transaction) => {
      const start = await begin(transaction, call, resources.abuseReports);
      const record = newAbuseReport(start, call.body);
      await abuseReportCollection.insert(transaction, { record, hidden: {} });
      return record;
    });
  },
  get: async (call) => {
    await checkPermission(call);
    return get(call);
  },
});

/** A report that nobody has worked on yet. */
export function newAbuseReport(
  start: Start,
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

async function checkPermission(call: Call): Promise<void> {
  const { mayReportAbuse } = await call.account();
  if (!mayReportAbuse) throw new RequestError('ERR_ABUSE_REPORTS_NOT_PERMITTED');
}
