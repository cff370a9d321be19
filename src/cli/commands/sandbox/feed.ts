import type { Client } from '../../../client/client.ts';
import type { Operation } from '../../../contract/schema/resource.ts';
import type { ObjectSchema } from '../../../contract/schema/schema.ts';
import type { CommandContext } from '../../context.ts';
import { hasCode } from '../../errors/cli-error.ts';
import { type ExitCode, exitCodes } from '../../exit-codes.ts';
import { onSignals } from '../../input/signals.ts';
import { isTable } from '../../output/formats.ts';
import { createListWriter, createTable, type ListWriter } from '../../output/list-writer.ts';
import type { OutputPlan } from '../../output/output-plan.ts';
import { askSandbox } from './ask-sandbox.ts';

/** Something that a sandbox tells of itself, bit by bit. */
export interface Feed {
  /** The name of the items in the answer, and of the feed in its path. */
  readonly name: 'events' | 'requests';
  readonly item: ObjectSchema;
  /** What asks for it. */
  readonly operation: Operation;
  /** What a table shows. */
  readonly columns: readonly string[];
  /** An item with values as long as they come: a table that grows cannot wait for them. */
  readonly sample: unknown;
  /** Only a service that runs knows: a data file does not hold it. */
  readonly needsService: boolean;
}

/** A part of a feed, oldest first. */
interface FeedPart {
  readonly items: readonly unknown[];
  /** Where the next part goes on. */
  readonly last: number;
  /** Whether nothing can follow any more. */
  readonly ended: boolean;
}

/** What to ask of a feed: the last items, or those after a position. */
export type FeedQuery = Readonly<Record<string, string | number | undefined>>;

/** Asks for a part of a feed. Throws what a client throws, and a CliError where there is no sandbox. */
export async function readFeed(client: Client, feed: Feed, query: FeedQuery): Promise<FeedPart> {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) given.set(name, String(value));
  }
  const body = await askSandbox(client, feed.operation, {
    query: given,
    lacks: `it does not show its ${feed.name}`,
  });
  const { [feed.name]: items, last, ended } = body as Record<string, unknown>;
  return { items: items as unknown[], last: Number(last), ended: ended === true };
}

/** A feed to follow, and how. */
interface Followed {
  readonly client: Client;
  readonly feed: Feed;
  readonly filter: FeedQuery;
  /** How many of the items so far come first. */
  readonly limit: number;
  readonly plan: OutputPlan;
}

/** How long the service may hold an answer back, in seconds, unless the time for a request is shorter. */
const longestWait = 20;
/** Nobody asks again sooner after a question that brought nothing, and after one that did. */
const pauses = { nothingMs: 500, somethingMs: 50 } as const;
/** Enough to keep up with a service at work, and few enough for an answer to hold whatever they are. */
const mostAtOnce = 250;

/**
 * Prints a feed as it comes, until Ctrl-C or the service has stopped. A reader that is slow is asked for nothing
 * meanwhile; what the service could not keep so long is counted on stderr.
 */
export async function followFeed(followed: Followed, context: CommandContext): Promise<ExitCode> {
  // Waiting is what it is for.
  context.printer.leaveTerminal();
  const controller = new AbortController();
  let release = () => {};
  const interrupted = new Promise<ExitCode>((resolve) => {
    release = onSignals(context.streams, () => {
      controller.abort();
      resolve(exitCodes.interrupted);
    });
  });
  const printed = printAll(followed, controller.signal, context).then(() => exitCodes.ok);
  // What comes of a request that nobody waits for any more is of no interest.
  printed.catch(() => {});
  try {
    return await Promise.race([printed, interrupted]);
  } finally {
    release();
  }
}

async function printAll(followed: Followed, signal: AbortSignal, context: CommandContext): Promise<void> {
  const { client, feed, filter, limit } = followed;
  const { printer, streams, settings } = context;
  const writer = await createWriter(followed, context);
  const { value: timeout = Number.POSITIVE_INFINITY } = settings.get('timeout') ?? {};
  const wait = Math.min(longestWait, Math.floor(timeout / 2));
  const { clock } = streams;
  let askedAt = clock.now();
  let part = await readFeed(client, feed, { ...filter, limit });
  for (;;) {
    const text = part.items.length === 0 ? '' : await writer.add(part.items);
    if (text !== '') await printer.data(text);
    if (signal.aborted) return;
    if (part.ended) return printer.notice('note: the service has stopped');
    // A service that answers at once, whatever is asked, is not asked without end.
    const pauseMs = part.items.length === 0 || wait === 0 ? pauses.nothingMs : pauses.somethingMs;
    await clock.sleep(Math.max(0, askedAt + pauseMs - clock.now()), signal);
    askedAt = clock.now();
    const after = part.last;
    const next = await readNext(client, feed, { ...filter, after, wait, limit: mostAtOnce });
    if (next === undefined) return printer.notice('note: the service has stopped');
    const missed = missedBetween(after, next);
    if (missed > 0) await printer.notice(`note: ${missed} ${feed.name} came faster than they were read`);
    part = next;
  }
}

function missedBetween(after: number, { items: [first] }: FeedPart): number {
  const { position } = (first ?? {}) as { position?: number };
  return position === undefined || position <= after ? 0 : position - after - 1;
}

/** Undefined when nobody accepts connections where the service was a moment ago. */
async function readNext(client: Client, feed: Feed, query: FeedQuery): Promise<FeedPart | undefined> {
  try {
    return await readFeed(client, feed, query);
  } catch (error) {
    if (hasCode(error, 'NETWORK_REFUSED')) return undefined;
    throw error;
  }
}

/** A table on a terminal cannot wait for its rows to decide how wide it is. */
async function createWriter({ feed, plan }: Followed, { streams }: CommandContext): Promise<ListWriter> {
  if (!isTable(plan.format) || !plan.isAligned) return createListWriter(plan, streams);
  const table = await createTable(plan, streams);
  const head = table.lines([feed.sample]).split('\n').slice(0, -2);
  let open = head.map((line) => `${line}\n`).join('');
  return {
    add(records) {
      const text = open + table.lines(records);
      open = '';
      return text;
    },
    end: () => '',
  };
}
