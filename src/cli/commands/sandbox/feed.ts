import { ApiError } from '../../../client/api-error.ts';
import type { Client } from '../../../client/client.ts';
import { readResponse } from '../../../client/response.ts';
import { ResponseError } from '../../../client/response-error.ts';
import type { Operation } from '../../../contract/schema/resource.ts';
import type { ObjectSchema } from '../../../contract/schema/schema.ts';
import { CliError } from '../../errors/cli-error.ts';

/** Something that a sandbox tells of itself, bit by bit. */
export interface Feed {
  /** The name of the items in the answer, and of the feed in its path. */
  readonly name: 'events' | 'requests';
  readonly item: ObjectSchema;
  /** What a table shows. */
  readonly columns: readonly string[];
  /** An item with values as long as they come: a table that grows cannot wait for them. */
  readonly sample: unknown;
  /** Only a service that runs knows: a data file does not hold it. */
  readonly needsService: boolean;
}

/** A part of a feed, oldest first. */
export interface FeedPart {
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
  const operation = operationOf(feed);
  const target = `${operation.path}?${given}`;
  const response = await client.sendRaw({ method: 'GET', target });
  try {
    const body = readResponse(operation, target, response, 'of the sandbox') as Record<string, unknown>;
    return { items: body[feed.name] as unknown[], last: Number(body.last), ended: body.ended === true };
  } catch (error) {
    const isAnswer = error instanceof ApiError || error instanceof ResponseError;
    if (!isAnswer || error.status !== 404) throw error;
    throw new CliError('NO_SANDBOX', `the service is no sandbox: it does not show its ${feed.name}`, {
      hint: 'give the address of tunnelctl serve, or --sandbox for the data file on this machine',
    });
  }
}

function operationOf({ name, item }: Feed): Operation {
  return {
    method: 'GET',
    path: `/sandbox/v1/${name}`,
    summary: `List ${name}`,
    status: 200,
    returns: {
      type: 'object',
      required: [name, 'last', 'ended'],
      properties: {
        [name]: { type: 'array', items: item },
        last: { type: 'integer' },
        ended: { type: 'boolean' },
      },
    },
    examples: [],
  };
}
