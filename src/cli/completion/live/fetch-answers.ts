import { existsSync } from 'node:fs';
import { Writable } from 'node:stream';
import type { Client } from '../../../client/client.ts';
import { pathParameters } from '../../../contract/schema/resource.ts';
import type { Answer } from '../../connect/answer-cache.ts';
import { connect } from '../../connect/connection.ts';
import { dataFilePath } from '../../connect/data-file.ts';
import { findTarget } from '../../settings/target.ts';
import type { Streams } from '../../streams.ts';
import { type Place, placesOf } from './collections.ts';
import { describeAsNamed, describeItem } from './descriptions.ts';
import { contextOf, patienceMs } from './unfinished-line.ts';

/** What is to be asked of the service. */
export interface Wanted {
  readonly source: string;
  /** Values of the path's own members, in order. */
  readonly given: readonly string[];
  /** All words in front of the value. */
  readonly words: readonly string[];
}

/** Nobody looks through more. */
const mostAnswers = 1000;

/** Asks the service for the values of a source. Throws whatever goes wrong. */
export async function fetchAnswers({ source, given, words }: Wanted, streams: Streams): Promise<Answer[]> {
  const places = placesOf(source);
  const context = contextOf(words, silence(streams));
  const { kind } = findTarget(context);
  // To look at what could be completed must not make a sandbox.
  if (places.length === 0 || (kind === 'sandbox' && !existsSync(dataFilePath(context.options.data, streams))))
    return [];
  const { client, close } = await connect(context);
  try {
    const lists = await Promise.all(places.map((place) => listAnswers(place, given, client, streams)));
    return [...new Map(lists.flat())];
  } finally {
    await close();
  }
}

async function listAnswers(
  { operation, resource, member }: Place,
  given: readonly string[],
  client: Client,
  { clock }: Streams,
): Promise<Answer[]> {
  const parameters = Object.fromEntries(pathParameters(operation).map((name, i) => [name, given[i] ?? '']));
  const deadline = clock.now() + patienceMs / 2;
  const isOwn = member === 'id' || member === 'type';
  const records = new Map<string, unknown[]>();
  let count = 0;
  for await (const record of client.listAll(operation, parameters)) {
    const value = (record as Record<string, unknown>)[member];
    if (typeof value === 'string') records.set(value, [...(records.get(value) ?? []), record]);
    count += 1;
    // What a page brought is kept, and the next one is not waited for.
    if (count >= mostAnswers || (count % 100 === 0 && clock.now() > deadline)) break;
  }
  return [...records].map(([value, found]) => [
    value,
    isOwn ? describeItem(found[0], resource, member) : describeAsNamed(found, resource, member),
  ]);
}

/** The same surroundings, but nobody hears warnings, and stdin belongs to the shell. */
function silence(streams: Streams): Streams {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  return Object.create(streams, {
    stderr: { value: nowhere },
    stdout: { value: nowhere },
    stdinIsTTY: { value: false },
    stderrIsTTY: { value: false },
  });
}
