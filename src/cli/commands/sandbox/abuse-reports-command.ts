import { ApiError } from '../../../client/errors.ts';
import { demoIds } from '../../../contract/examples/demo-ids.ts';
import type { abuseReports } from '../../../contract/resources/abuse-reports.ts';
import { sanitizeLine } from '../../../contract/rules/sanitize.ts';
import type { FromSchema } from '../../../contract/schema/schema.ts';
import { adminOperations, outcomes } from '../../../hosting/admin-api.ts';
import { fieldError } from '../../errors/cli-error.ts';
import { showDone } from '../../output/show.ts';
import { defineCommand } from '../../parser/command-definition.ts';
import { argument, option, repeatable } from '../../parser/options.ts';
import { choice, hinted, text } from '../../parser/value-types.ts';
import { askSandbox, withSandbox } from './ask-sandbox.ts';
import { whatIsMeant } from './sandbox-target.ts';

type AbuseReport = FromSchema<typeof abuseReports.record>;

/** `tunnelctl sandbox abuse-reports process`. */
export const command = defineCommand({
  description:
    'Decide on the hostnames of an abuse report, as the people do who run a service: it is PROCESSED once there is a ' +
    'decision on each of them, PARTIALLY_PROCESSED before. Whoever waits for that with abuse-reports wait goes on. ' +
    'No event tells of it.\n\n' +
    whatIsMeant,
  arguments: { id: argument('<id>', 'id of the abuse report, abrp_…', hinted({ source: 'abuse_reports' })) },
  options: {
    outcome: option(
      '--outcome <outcome>',
      'what becomes of the hostnames',
      choice(outcomes.map((one) => one.toLowerCase())),
      { default: 'banned' },
    ),
    hostnames: repeatable('--hostname <hostname>', 'decide on this hostname of the report, also anew', text, {
      fallback: 'all that are pending',
    }),
  },
  examples: [
    { command: `tunnelctl sandbox abuse-reports process ${demoIds.abuseReports.malware}` },
    {
      summary: 'A pipeline that reports a page and waits for the decision',
      command:
        'id=$(tunnelctl abuse-reports create --urls https://phish.example.com/login -o id)\n' +
        'tunnelctl sandbox abuse-reports process "$id" --hostname phish.example.com --outcome ignore\n' +
        'tunnelctl abuse-reports wait "$id" --for status=PROCESSED',
    },
  ],
  async run({ id, outcome, hostnames }, context) {
    const body = {
      outcome: outcome.toUpperCase(),
      // Not an empty list, which would mean none.
      ...(hostnames.length > 0 && { hostnames }),
    };
    const lacks = 'it lets nobody decide on abuse reports';
    const answer = await withSandbox(context, { mustExist: true }, (client) =>
      askSandbox(client, adminOperations.processAbuseReport, { id, body, lacks }),
    ).catch((error: unknown) => {
      throw error instanceof ApiError && error.field?.startsWith('hostnames')
        ? fieldError('--hostname', error.message.replace(/^hostnames(\[\d+\])?:? /, ''))
        : error;
    });
    const report = answer as AbuseReport;
    await showDone(report, context, async () => {
      const decided = report.hostnames.map(({ hostname, status }) => `${sanitizeLine(hostname)} ${status}`);
      await context.printer.notice(`${sanitizeLine(report.id)} is ${report.status}: ${decided.join(', ')}`);
    });
  },
});
