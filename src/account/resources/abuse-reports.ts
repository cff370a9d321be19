import { resources } from '../../contract/index.ts';
import { quote } from '../../contract/rules/rule.ts';
import { hostnameOf } from '../../contract/rules/web-url.ts';
import type { BodyOf } from '../../contract/schema/resource.ts';
import type { FromSchema } from '../../contract/schema/schema.ts';
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

/** A handler for accounts that may report abuse. */
function permitted(handler: (context: OperationContext) => Promise<unknown>) {
  return async (context: OperationContext) => {
    const { mayReportAbuse } = await context.account();
    if (!mayReportAbuse) throw new RequestError('ERR_ABUSE_REPORTS_NOT_PERMITTED');
    return handler(context);
  };
}
