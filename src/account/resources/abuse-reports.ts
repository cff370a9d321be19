import { resources } from '../../contract/index.ts';
import { quote } from '../../contract/rules/rule.ts';
import { hostnameOf } from '../../contract/rules/web-url.ts';
import type { BodyOf } from '../../contract/schema/resource.ts';
import type { FromSchema } from '../../contract/schema/schema.ts';
import type { Transaction } from '../../store/store.ts';
import { collectionOf } from '../records/collection.ts';
import type { OperationContext } from '../records/operation-context.ts';
import { invalidField, RequestError } from '../records/request-error.ts';
import { newRow, type RecordContext, type RecordHead } from '../rules/new-record.ts';
import { defineRules } from '../rules/resource-rules.ts';
import { standardHandlers } from '../rules/standard-handlers.ts';

type AbuseReport = FromSchema<typeof resources.abuseReports.record>;

const abuseReportCollection = collectionOf(resources.abuseReports);

const { status, hostnames } = resources.abuseReports.record.properties;

/** A new report; a seed can bring one that somebody has worked on. */
type NewAbuseReport = BodyOf<typeof resources.abuseReports.operations.create> &
  Partial<Pick<AbuseReport, 'hostnames' | 'status'>>;

const rules = defineRules(resources.abuseReports, {
  collection: abuseReportCollection,
  insert: addAbuseReport,
  seed: {
    members: {
      status: { ...status, default: 'PENDING' },
      hostnames: {
        ...hostnames,
        description: 'what became of the hostnames in the URLs; PENDING where not given',
      },
    },
    first: ['urls'],
  },
});

const { create, get } = standardHandlers(rules);

/** contract/README.md "Abuse report". */
export const abuseReportRules = { ...rules, handlers: { create: permitted(create), get: permitted(get) } };

async function addAbuseReport(context: RecordContext, head: RecordHead, given: NewAbuseReport) {
  const { record, hidden } = newRow(resources.abuseReports, context, head, given);
  const reported = [...new Set(given.urls.map(hostnameOf))];
  const statuses = new Map<string, AbuseReport['hostnames'][number]>();
  for (const [position, known] of (given.hostnames ?? []).entries()) {
    if (!reported.includes(known.hostname)) {
      const path = ['hostnames', position, 'hostname'];
      throw invalidField(path, `${quote(known.hostname)} is not a hostname of the urls`);
    }
    statuses.set(known.hostname, known);
  }
  record.hostnames = reported.map((hostname) => statuses.get(hostname) ?? { hostname, status: 'PENDING' });
  await abuseReportCollection.insert(context.transaction, { record, hidden });
  return record;
}

/** What somebody decided about hostnames of a report. */
interface AbuseDecision {
  readonly outcome: Exclude<AbuseReport['hostnames'][number]['status'], 'PENDING'>;
  /** Those that it is about; all that nobody decided on yet where it is absent. */
  readonly hostnames?: readonly string[] | undefined;
}

/**
 * Works a report through, as those do who run the service: no operation does, and no event tells of it. It is
 * PROCESSED once there is a decision on each of its hostnames, PARTIALLY_PROCESSED before.
 * @param now milliseconds since 1970
 * @throws RequestError 404, or 400 for what is not a hostname of the report
 */
export async function processAbuseReport(
  transaction: Transaction,
  now: number,
  id: string,
  { outcome, hostnames }: AbuseDecision,
): Promise<AbuseReport> {
  const { record, hidden } = await abuseReportCollection.get(transaction, id, now);
  const reported = record.hostnames.map(({ hostname }) => hostname);
  for (const [position, hostname] of (hostnames ?? []).entries()) {
    if (reported.includes(hostname)) continue;
    const problem = `${quote(hostname)} is not a hostname of the report; there is ${reported.join(', ')}`;
    throw invalidField(['hostnames', position], problem);
  }
  const decided = record.hostnames.map((one) => {
    const isMeant = hostnames ? hostnames.includes(one.hostname) : one.status === 'PENDING';
    return isMeant ? { ...one, status: outcome } : one;
  });
  const isDone = decided.every((one) => one.status !== 'PENDING');
  const processed = {
    ...record,
    hostnames: decided,
    status: isDone ? 'PROCESSED' : 'PARTIALLY_PROCESSED',
  } as const;
  await abuseReportCollection.replace(transaction, { record: processed, hidden });
  return processed;
}

/** A handler for accounts that may report abuse. */
function permitted(handler: (context: OperationContext) => Promise<unknown>) {
  return async (context: OperationContext) => {
    const { mayReportAbuse } = await context.account();
    if (!mayReportAbuse) throw new RequestError('ERR_ABUSE_REPORTS_NOT_PERMITTED');
    return handler(context);
  };
}
