import { type Command, Option } from 'commander';
import { quote } from '../../../contract/rules/rule.ts';
import { UsageError } from '../../errors/usage-error.ts';

/** Which part of a feed is wanted. */
export interface FeedChoice {
  readonly follow: boolean;
  /** How many of the items so far. */
  readonly limit: number;
}

const shownAtOnce = 100;
const shownBeforeFollowing = 10;

/** Offers the choice of a part of a feed, and of what is shown of its items. */
export function addFeedOptions(command: Command): void {
  const add = (flags: string, description: string) =>
    command.addOption(new Option(flags, description).helpGroup('Options:'));
  add('-f, --follow', 'show what comes next, until Ctrl-C or the end of the service');
  add(
    '--limit <number>',
    `show so many of the last ones (default: ${shownAtOnce}; ${shownBeforeFollowing} with --follow)`,
  );
  add('--columns <names>', 'show these alone, separated by commas');
  add('--no-headers', 'leave out the line that names the columns');
}

/** Reads it. @param most how many items there can be */
export function readFeedChoice(command: Command, most: number): FeedChoice {
  const { follow = false, limit }: { follow?: boolean; limit?: string } = command.opts();
  if (limit === undefined) return { follow, limit: follow ? shownBeforeFollowing : shownAtOnce };
  const count = /^\d{1,9}$/.test(limit) ? Number(limit) : 0;
  if (count >= 1 && count <= most) return { follow, limit: count };
  throw new UsageError(`--limit ${quote(limit)} is not a whole number from 1 to ${most}`);
}
