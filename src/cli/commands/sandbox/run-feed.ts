import { connect } from '../../connect/connection.ts';
import type { CommandContext } from '../../context.ts';
import { fieldError } from '../../errors/cli-error.ts';
import { formats, idMember, isTable } from '../../output/formats.ts';
import { rowsOptions } from '../../output/output-options.ts';
import { type OutputPlan, planOutput } from '../../output/output-plan.ts';
import { printList } from '../../output/print-list.ts';
import { type OptionDefinitions, option, toggle, type ValuesOf } from '../../parser/options.ts';
import { wholeNumber } from '../../parser/value-types.ts';
import { outputFormats } from '../../settings/known-settings.ts';
import { type Feed, type FeedQuery, followFeed, readFeed } from './feed.ts';
import { findSandbox, requireService } from './sandbox-target.ts';

const shownAtOnce = 100;
const shownBeforeFollowing = 10;

/** Which part of a feed is shown, and what of its items. @param most how many items there can be */
export function feedOptions(most: number) {
  return {
    follow: toggle('-f, --follow', 'show what comes next, until Ctrl-C or the end of the service'),
    limit: option('--limit <number>', 'show so many of the last ones', wholeNumber(1, most), {
      fallback: `${shownAtOnce}; ${shownBeforeFollowing} with --follow`,
    }),
    ...rowsOptions,
  } as const satisfies OptionDefinitions;
}

type FeedChoices = ValuesOf<ReturnType<typeof feedOptions>>;

/** Shows a part of a feed, and with `follow` what comes next. Throws a CliError. */
export async function runFeed(
  feed: Feed,
  choices: FeedChoices,
  filter: FeedQuery,
  context: CommandContext,
): Promise<void> {
  const { follow, limit = follow ? shownBeforeFollowing : shownAtOnce } = choices;
  const source = feed.needsService
    ? requireService(
        context,
        `only a running service knows its ${feed.name}, and a data file does not hold them`,
      )
    : findSandbox(context).context;
  const plan = await planFeed(feed, choices, source);
  const { client, close } = await connect(source);
  try {
    if (follow) {
      context.exitCode = await followFeed({ client, feed, filter, limit, plan }, source);
      return;
    }
    const { items } = await readFeed(client, feed, { ...filter, limit });
    await printList(plan, { pages: onePage(items), limit, items: feed.name }, source);
  } finally {
    await close();
  }
}

async function planFeed(
  { item, columns }: Feed,
  choices: FeedChoices,
  context: CommandContext,
): Promise<OutputPlan> {
  const plan = await planOutput(item, choices, context, columns);
  if (!choices.follow) return plan;
  if (!isTable(plan.format) && !formats[plan.format].appends) {
    const fitting = outputFormats.filter(
      (name) => formats[name].appends && (name !== 'id' || idMember(item)),
    );
    throw fieldError(
      '--follow',
      `never comes to the end that --output ${plan.format} needs; choose ${['table', ...fitting].join(', ')}`,
    );
  }
  const whole = plan.query !== undefined ? '--query' : plan.sortKeys.length > 0 ? '--sort-by' : undefined;
  if (whole !== undefined) {
    throw fieldError(whole, 'needs the end that --follow never comes to; leave one of them out');
  }
  return plan;
}

async function* onePage(items: readonly unknown[]) {
  yield { items, hasNext: false };
}
