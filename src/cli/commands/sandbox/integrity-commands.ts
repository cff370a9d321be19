import { existsSync } from 'node:fs';
import { sanitizeLine } from '../../../contract/rules/sanitize.ts';
import { besides } from '../../../files/leftovers.ts';
import type { AccountFileReport, LostRows, RecoveredFile } from '../../../hosting/damaged-file.ts';
import type { CommandContext } from '../../context.ts';
import { fieldError } from '../../errors/cli-error.ts';
import { isSystemError, systemProblem } from '../../errors/system-problem.ts';
import { exitCodes } from '../../exit-codes.ts';
import { filePath } from '../../input/named-file.ts';
import { interruptible } from '../../input/signals.ts';
import { recordOptions } from '../../output/output-options.ts';
import { planOutput } from '../../output/output-plan.ts';
import { ownSchema, showDone, showFacts } from '../../output/show.ts';
import { defineCommand } from '../../parser/command-definition.ts';
import { argument } from '../../parser/options.ts';
import { hinted } from '../../parser/value-types.ts';
import { shellWord } from '../../words/shell-word.ts';
import { countLines, dataFileOf } from './account-file.ts';
import { onlyFiles, requireDataFile } from './sandbox-target.ts';

const checkFacts = ownSchema([
  'data',
  'is_sound',
  'is_proven',
  'account_id',
  'schema_version',
  'bytes',
  'pages',
  'objects',
  'misplaced_objects',
  'lost',
  'is_log_damaged',
  'may_be_outdated',
  'problems',
  'problem_count',
]);

/** `tunnelctl sandbox check`. */
const check = defineCommand({
  description:
    'Read everything in a data file and say what is damaged and what of the account is lost: every page, every ' +
    'object and its checksum, the keys that objects are found by, the events, the write-ahead log, and whether the ' +
    'key beside it opens the stored secrets. It changes nothing, and a service may have the file open.\n\n' +
    'Files of tunnelctl versions before schema 3 have no checksums: their content can be read, not proven.\n\n' +
    onlyFiles,
  exitCodes: { 0: 'the file is sound', 1: 'something is damaged, or the file cannot be read' },
  options: recordOptions,
  prints: checkFacts,
  examples: [
    { command: 'tunnelctl sandbox check --sandbox' },
    {
      summary: 'From a timer: says nothing while all is well',
      command: 'tunnelctl sandbox check --sandbox > check.txt || cat check.txt',
    },
  ],
  async run(choices, context) {
    const found = requireDataFile(context, 'sandbox check');
    const plan = await planOutput(checkFacts, choices, context);
    const data = dataFileOf(found, { mustExist: true });
    const { checkAccountFile } = await import('../../../hosting/damaged-file.ts');
    const report = await interruptible(found.streams, () =>
      context.printer.waitFor(() => `reading ${data}`, checkAccountFile(data)),
    );
    const isSound = report.problemCount === 0;
    await showFacts(plan, checkRecord(data, report), checkText(data, report), context);
    if (!isSound) context.exitCode = exitCodes.other;
  },
});

/** `tunnelctl sandbox recover`. */
const recover = defineCommand({
  description:
    'Save what is sound in a damaged data file into a new one, with a copy of its key: every object whose checksum ' +
    'is right, also where what led to it is lost, the events, and the clock that ids are made by. What is on pages ' +
    'that were freed stays away: deleted objects do not come back. Where the write-ahead log is damaged the newest ' +
    'changes are lost, which is told: what they changed may be as it was before. The damaged file is not changed, and ' +
    'nothing is overwritten.\n\n' +
    onlyFiles,
  arguments: { name: argument('<file>', 'data file to make', hinted({ path: 'file' })) },
  examples: [
    {
      summary: 'Look, save the rest, go on with it',
      command:
        'tunnelctl sandbox check --sandbox\n' +
        'tunnelctl sandbox recover saved.db --sandbox\n' +
        'tunnelctl sandbox check --data saved.db',
    },
  ],
  async run({ name }, context) {
    const found = requireDataFile(context, 'sandbox recover');
    const data = dataFileOf(found, { mustExist: true });
    const file = filePath(name, found.streams);
    for (const suffix of ['', '.key', ...besides]) {
      if (existsSync(file + suffix)) throw refuseExisting(name + suffix);
    }
    const { recoverAccountFile } = await import('../../../hosting/damaged-file.ts');
    const report = await interruptible(found.streams, () =>
      context.printer
        .waitFor(() => `reading ${data}`, recoverAccountFile(data, file))
        .catch((error) => {
          if (!isSystemError(error)) throw error;
          if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw refuseExisting(name);
          throw fieldError('<file>', `cannot make ${name}: ${systemProblem(error)}`);
        }),
    );
    await showDone(recoverRecord(data, file, report), context, () => sayRecovered(name, report, context));
  },
});

export const commands = { check, recover };

function refuseExisting(name: string) {
  return fieldError('<file>', `${name} is there already, and nothing is overwritten; name another file`);
}

function checkRecord(data: string, report: AccountFileReport) {
  return {
    data,
    is_sound: report.problemCount === 0,
    is_proven: report.isProven,
    account_id: report.accountId ?? null,
    schema_version: report.schemaVersion,
    bytes: report.bytes,
    pages: report.pages,
    objects: objectsOf(report.rows),
    misplaced_objects: report.strayRows,
    lost: report.lost.map(lostRecord),
    is_log_damaged: report.isLogDamaged,
    may_be_outdated: report.mayBeOutdated,
    problems: report.problems,
    problem_count: report.problemCount,
  };
}

function recoverRecord(data: string, file: string, report: RecoveredFile) {
  return {
    data,
    file,
    key: report.hasKey ? `${file}.key` : null,
    is_proven: report.isProven,
    schema_version: report.schemaVersion,
    saved: objectsOf(report.saved),
    events: report.logEntries,
    lost: report.lost.map(lostRecord),
    is_log_damaged: report.isLogDamaged,
    may_be_outdated: report.mayBeOutdated,
    problems: report.problems,
    problem_count: report.problemCount,
  };
}

/** What the service keeps for itself is no object. */
function objectsOf({ settings: _, ...objects }: Readonly<Record<string, number>>): Record<string, number> {
  return objects;
}

function lostRecord({ collection, ids, between }: LostRows) {
  const nameOf = (row: { collection: string; id: string } | undefined) =>
    row ? `${row.collection}/${row.id}` : null;
  return {
    collection: collection ?? null,
    ids,
    between: between.map(({ after, before }) => ({ after: nameOf(after), before: nameOf(before) })),
  };
}

function checkText(data: string, report: AccountFileReport): string {
  const { bytes, pages, schemaVersion, accountId, isProven, problems, problemCount } = report;
  const isSound = problemCount === 0;
  const lines = [
    `data:     ${data}`,
    `size:     ${(bytes / 1024).toFixed(0)} KiB, ${pages} pages, schema ${schemaVersion}`,
    `account:  ${accountId ?? 'lost'}`,
    `state:    ${isSound ? 'sound' : 'DAMAGED'}`,
    ...(isProven
      ? []
      : ['          written by an earlier version, without checksums: what is there cannot be proven']),
    '',
    isSound ? 'Objects:' : 'Objects that are sound:',
    ...countLines(objectsOf(report.rows)).map((line) => `  ${line}`),
  ];
  if (isSound) return textOf(lines);
  lines.push('', 'Damage:', ...problems.map((problem) => `  ${problem}`));
  if (problemCount > problems.length) lines.push(`  and ${problemCount - problems.length} more`);
  const lost = lostLines(report);
  lines.push(
    '',
    'Lost:',
    ...(lost.length === 0 ? ['  no object that is known of'] : lost.map((line) => `  ${line}`)),
  );
  if (report.strayRows > 0) {
    lines.push('', `${report.strayRows} objects are sound and in the wrong place; they can be saved, too.`);
  }
  lines.push(
    '',
    `Save what is sound into a new file with: tunnelctl sandbox recover FILE --data ${shellWord(data)}`,
  );
  return textOf(lines);
}

async function sayRecovered(name: string, report: RecoveredFile, { printer }: CommandContext): Promise<void> {
  const counts = countLines(objectsOf(report.saved)).join(', ');
  await printer.notice(
    sanitizeLine(`saved into ${name}: ${counts || 'no objects'}, ${report.logEntries} events`),
  );
  for (const line of lostLines(report)) await printer.warn(sanitizeLine(`lost: ${line}`));
  if (!report.hasKey) {
    await printer.warn(
      `there is no key beside the old file: put it at ${sanitizeLine(name)}.key, or no secret can be opened`,
    );
  }
  if (!report.isProven) {
    await printer.warn(
      'the old file has no checksums: nothing proves that what was saved is what was written',
    );
  }
  await printer.notice(`check it with: tunnelctl sandbox check --data ${shellWord(name)}`);
}

/** Ids that are shown of one collection; programs get all. */
const mostIds = 20;

const newestChanges =
  'the newest changes: what was made by them is missing, what they changed or deleted may be as it was before';

/** What is lost in words of the account: `2 endpoints: ep_1, ep_2`. */
function lostLines({
  lost,
  isLogDamaged,
  mayBeOutdated,
}: Pick<AccountFileReport, 'lost' | 'isLogDamaged' | 'mayBeOutdated'>): string[] {
  const lines = lost.flatMap(({ collection, ids, between }) => {
    const noun = collection?.replace(/[_/]/g, ' ') ?? 'objects';
    const shown = ids.slice(0, mostIds).join(', ') + (ids.length > mostIds ? ', …' : '');
    const known = ids.length > 0 ? [`${ids.length} ${noun}: ${shown}`] : [];
    const more = ids.length > 0 ? 'more' : 'some';
    const stretches = between.map(({ after, before }) => {
      const from = after ? `after ${after.id}` : 'from the first on';
      const to = before ? `before ${before.id}` : 'up to the last';
      return `perhaps ${more} ${noun} ${from}, ${to}`;
    });
    return [...known, ...stretches];
  });
  if (isLogDamaged) lines.push('some events');
  if (mayBeOutdated) lines.push(newestChanges);
  return lines;
}

function textOf(lines: readonly string[]): string {
  return `${lines.map(sanitizeLine).join('\n')}\n`;
}
