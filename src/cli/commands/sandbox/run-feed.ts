import type { Command } from 'commander';
import { connect } from '../../connect/connection.ts';
import type { CommandContext } from '../../context.ts';
import { UsageError } from '../../errors/usage-error.ts';
import { createStdinReader } from '../../input/stdin-reader.ts';
import { createTextSource } from '../../input/text-source.ts';
import { formats, idMember, outputFormats } from '../../output/formats.ts';
import { readOutputChoices } from '../../output/output-options.ts';
import { type OutputPlan, planOutput } from '../../output/output-plan.ts';
import { printList } from '../../output/print-list.ts';
import { readColumns } from '../../output/table/column-choice.ts';
import { type GlobalOptions, readGlobalOptions } from '../../parser/global-options.ts';
import { effectiveSettings } from '../../settings/effective-settings.ts';
import type { Streams } from '../../streams.ts';
import { type Feed, type FeedQuery, readFeed } from './feed.ts';
import type { FeedChoice } from './feed-options.ts';
import { followFeed } from './follow-feed.ts';

export interface FeedRun extends FeedChoice {
  readonly filter: FeedQuery;
  /** Only a service that runs knows: a data file does not hold it. */
  readonly needsService?: boolean;
}

/** Shows a part of a feed, and with `follow` what comes next. */
export async function runFeed(
  feed: Feed,
  run: FeedRun,
  command: Command,
  context: CommandContext,
): Promise<void> {
  const { streams } = context;
  const given = readGlobalOptions(command);
  const options = run.needsService ? given : withDataFile(given, streams);
  if (run.needsService && isDataFile(given, streams)) {
    throw new UsageError(
      `only a running service knows its ${feed.name}; a data file does not hold them`,
      'give the address of tunnelctl serve with --base-url, a profile or TUNNELCTL_BASE_URL',
    );
  }
  const plan = await planFeed(feed, run, command, options, streams);
  const { client, close } = await connect(
    options,
    streams,
    createTextSource(streams, createStdinReader(streams)),
  );
  try {
    if (run.follow) return await followFeed({ feed, run, plan, options, client }, context);
    const { items } = await readFeed(client, feed, { ...run.filter, limit: run.limit });
    await printList(plan, { pages: onePage(items), limit: run.limit, items: feed.name }, context);
  } finally {
    await close();
  }
}

async function planFeed(
  { item, columns }: Feed,
  { follow }: FeedRun,
  command: Command,
  options: GlobalOptions,
  streams: Streams,
): Promise<OutputPlan> {
  const plan = await planOutput(item, readOutputChoices(command), options, streams);
  const isTable = plan.format === 'table' || plan.format === 'wide';
  if (follow && !isTable && !formats[plan.format].appends) {
    const fitting = outputFormats.filter(
      (name) => formats[name].appends && (name !== 'id' || idMember(item)),
    );
    throw new UsageError(
      `--follow never comes to the end that --output ${plan.format} needs; choose ${['table', ...fitting].join(', ')}`,
    );
  }
  if (plan.columns !== undefined || plan.format !== 'table') return plan;
  return { ...plan, columns: readColumns('--columns', columns.join(','), item) };
}

async function* onePage(items: readonly unknown[]) {
  yield { items, hasNext: false };
}

/** The data file is meant when it is named, and when nothing else is. */
function withDataFile(options: GlobalOptions, streams: Streams): GlobalOptions {
  if (options.sandbox) return options;
  const settings = effectiveSettings(options, streams);
  const isNamed = settings.profile !== undefined || settings.get('base-url') !== undefined;
  return options.data !== undefined || !isNamed ? { ...options, sandbox: true } : options;
}

function isDataFile(options: GlobalOptions, streams: Streams): boolean {
  if (options.sandbox || options.data !== undefined) return true;
  return effectiveSettings(options, streams).profile?.value === 'sandbox';
}
