import type { SeedReport } from '../../../hosting/index.ts';
import type { Printer } from '../../printer.ts';

/** What a seed or an import did, for a program. */
export function reportRecord({ accountId, isTakenOver, added, missingSecrets }: SeedReport) {
  return { account_id: accountId, became_this_account: isTakenOver, added, missing_secrets: missingSecrets };
}

/** The same for people, and what is left to do. @param done how the change is called: `imported` */
export async function sayReport(done: string, report: SeedReport, printer: Printer): Promise<void> {
  const { accountId, isTakenOver, added } = report;
  const counts = Object.entries(added).map(([list, count]) => `${count} ${list.replaceAll('_', ' ')}`);
  await printer.notice(`${done}: ${counts.join(', ') || 'no objects'}`);
  const kept = `added to the account ${accountId}, which was in use: it keeps its id and its admin`;
  await printer.notice(isTakenOver ? `the account is ${accountId}` : kept);
  for (const warning of report.warnings) await printer.notice(`warning: ${warning}`);
}
