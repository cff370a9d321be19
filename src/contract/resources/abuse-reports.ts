import { demoIds } from '../examples/demo-ids.ts';
import { create, get } from '../schema/operations.ts';
import { defineResource } from '../schema/resource.ts';
import { bodySchema, type ObjectSchema, recordSchema, wholeObject } from '../schema/schema.ts';
import * as members from './members.ts';

const urls = {
  type: 'array',
  minItems: 1,
  maxItems: 100,
  items: { type: 'string', format: 'web-url', 'x-max-bytes': 2048 },
  description: 'absolute http or https URLs to report',
} as const satisfies ObjectSchema;

const abuseReport = recordSchema('AbuseReport', {
  ...members.identity,
  urls,
  metadata: members.metadata,
  status: {
    type: 'string',
    enum: ['PENDING', 'PROCESSED', 'PARTIALLY_PROCESSED'],
    description: 'how far the report is worked through',
  },
  hostnames: {
    type: 'array',
    items: wholeObject({
      hostname: { type: 'string', description: 'hostname of a reported URL' },
      status: {
        type: 'string',
        enum: ['PENDING', 'BANNED', 'UNBANNED', 'IGNORE'],
        description: 'what became of it',
      },
    }),
    description: 'hostnames of the reported URLs, once each',
  },
});

const createAbuseReport = bodySchema(['urls'], { urls, metadata: members.metadata });

/** Reports of abuse, for authorized accounts only (contract/README.md "Abuse report"). */
export const abuseReports = defineResource({
  name: 'abuse-reports',
  idPrefix: 'abrp',
  summary: 'Reports of abusive URLs, for authorized accounts',
  eventKind: 'abuse_report',
  record: abuseReport,
  columns: ['id', 'status', 'hostnames', 'created_at'],
  parameters: { id: { description: 'id of the abuse report', refersTo: 'abuse_reports' } },
  operations: {
    create: create('/abuse_reports', createAbuseReport, abuseReport, {
      summary: 'Report URLs for abuse',
      errors: ['ERR_ABUSE_REPORTS_NOT_PERMITTED'],
      examples: [
        {
          summary: 'Report two pages',
          body: { urls: ['https://phish.example.com/login', 'https://phish.example.com/reset'] },
        },
      ],
    }),
    get: get('/abuse_reports/{id}', abuseReport, {
      summary: 'Show an abuse report',
      errors: ['ERR_ABUSE_REPORTS_NOT_PERMITTED'],
      examples: [{ summary: 'See how far a report is', params: { id: demoIds.abuseReports.phishing } }],
    }),
  },
});
