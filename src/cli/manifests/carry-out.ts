import type { Client } from '../../client/client.ts';
import { ApiError, ResponseError } from '../../client/errors.ts';
import { NetworkError } from '../../client/transport/network-error.ts';
import type { CatalogueEntry } from '../../contract/index.ts';
import { type ManifestKind, manifestKinds } from '../../contract/manifest/kinds.ts';
import { pathParameters } from '../../contract/schema/resource.ts';
import type { Members } from '../operation/body/request-body.ts';
import type { PathValues } from '../operation/targets.ts';
import type { Streams } from '../streams.ts';
import { findMade } from './find-made.ts';
import { type Action, type CreateAction, isInternal } from './planning/plan.ts';

/** What came of an action. */
export interface Outcome {
  readonly action: Action;
  readonly state: 'done' | 'failed' | 'not tried';
  /** The record as it is now; of a deletion there is none. */
  readonly record?: Members | undefined;
  /** Its address, where it is known. */
  readonly address?: PathValues | undefined;
  readonly error?: unknown;
}

export interface CarryOutOptions {
  /** Ids that were there before: what is not among them is new. */
  readonly knownIds: ReadonlySet<string>;
  readonly clock: Streams['clock'];
  /** Nothing more is begun once it is aborted. */
  readonly signal: AbortSignal;
  /** Told of each outcome as it comes; awaited before the action counts as over. It never throws. */
  onOutcome(outcome: Outcome): Promise<void>;
}

/**
 * Carries actions out, several at once, kind after kind. A failure does not end it, but what would fail for all the rest
 * does; nothing is deleted for good after a failure. Each action is told exactly once.
 */
export async function carryOut(
  client: Client,
  actions: readonly Action[],
  options: CarryOutOptions,
): Promise<void> {
  let isOver = false;
  let hasFailed = false;
  const run = async (action: Action): Promise<void> => {
    const isTried = !isOver && !options.signal.aborted && !(action.action === 'delete' && hasFailed);
    if (!isTried) return options.onOutcome({ action, state: 'not tried' });
    const outcome = await perform(client, action, options).then(
      (done): Outcome => ({ action, state: 'done', ...done }),
      (error: unknown): Outcome => ({ action, state: 'failed', error }),
    );
    hasFailed ||= outcome.state === 'failed';
    isOver ||= outcome.state === 'failed' && isHopeless(outcome.error);
    await options.onOutcome(outcome);
  };
  for (const stage of stagesOf(actions)) await inPool(stage, run);
}

/** Actions that may go on at once: those of one kind, in the order of the plan. */
function stagesOf(actions: readonly Action[]): Action[][] {
  const stages: Action[][] = [];
  let last: unknown;
  for (const action of actions) {
    const isDeletion = action.action === 'delete';
    const stage = `${isDeletion} ${manifestKinds.indexOf(action.kind)} ${isInternal(action)}`;
    if (stage !== last) stages.push([]);
    stages.at(-1)?.push(action);
    last = stage;
  }
  return stages;
}

/** How many changes are under way: a service that writes several at a time to its disk is kept busy by so many. */
const atOnce = 16;

async function inPool<T>(items: readonly T[], run: (item: T) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < items.length) await run(items[next++] as T);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
}

/** A key that is not taken, and a service that cannot be reached, are not about one record. */
function isHopeless(error: unknown): boolean {
  if (error instanceof ApiError || error instanceof ResponseError)
    return error.status === 401 || Boolean(error.retryAfter);
  return error instanceof NetworkError && !error.mayHaveChanged;
}

type Done = Pick<Outcome, 'record' | 'address'>;

async function perform(client: Client, action: Action, options: CarryOutOptions): Promise<Done> {
  const { kind } = action;
  if (action.action === 'create') return create(client, action, options);
  const { address } = action.present;
  if (action.action === 'update') {
    const entry = kind.update ?? kind.create;
    const record = await again(() => client.send(entry.operation, address, action.body));
    return { record: record as Members, address };
  }
  await remove(client, kind, address);
  if (action.action === 'delete') return { address };
  const { kept, name, place, changes, body, present } = action;
  const around = Object.fromEntries(
    (kind.form.within ?? []).map(({ parameter }) => [parameter, present.address[parameter] ?? '']),
  );
  return create(client, { action: 'create', kind, name, place, around, body, kept, changes }, options);
}

/** Takes a record away. One that somebody else took away meanwhile is gone as it should be. */
async function remove(
  client: Client,
  { remove: { operation } }: ManifestKind,
  address: PathValues,
): Promise<void> {
  try {
    await client.send(operation, address);
  } catch (error) {
    const isGone =
      error instanceof ApiError && (error.code === 'ERR_NOT_FOUND' || error.code === 'ERR_MODULE_NOT_SET');
    if (!isGone) throw error;
  }
}

/** How often one thing is tried whose answers are lost; each time the account is asked before. */
const mostTries = 8;

/** Repeats a change that means the same twice, when nobody knows whether it was carried out. */
async function again<T>(send: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await send();
    } catch (error) {
      if (!isLost(error) || tries === mostTries) throw error;
    }
  }
}

function isLost(error: unknown): error is NetworkError {
  return error instanceof NetworkError && error.mayHaveChanged;
}

/** How long what was sent on a connection that broke may still be on its way. */
const lateMs = 1_000;

/**
 * Makes a record, once. When no answer came, the account tells whether it was made; a key whose token was lost with the
 * answer is of no use to anybody, and is deleted before another one is made.
 */
async function create(client: Client, action: CreateAction, options: CarryOutOptions): Promise<Done> {
  const { kind, around, body } = action;
  const entry = kind.create;
  for (let tries = 1; ; tries++) {
    let lost: NetworkError;
    try {
      const record = (await client.send(entry.operation, around, body)) as Members;
      return { record, address: addressOf(kind, around, record) };
    } catch (error) {
      // What is set by PUT means the same twice: the client has sent it again itself.
      if (!isLost(error)) throw error;
      lost = error;
    }
    let made = await findMade(client, action, options.knownIds);
    if (made === undefined) {
      await options.clock.sleep(lateMs, options.signal);
      made = await findMade(client, action, options.knownIds);
    }
    if (made !== undefined && !hasLostSecret(entry, made.record)) return made;
    if (made !== undefined) await remove(client, kind, made.address);
    // Nobody can say how long a service goes on that does not answer in time.
    const mayComeLate = made === undefined && lost.kind === 'timeout';
    if (tries === mostTries || mayComeLate) throw lost;
  }
}

/** Whether the answer to the creation held something that is never shown again. */
function hasLostSecret({ operation }: CatalogueEntry, record: Members): boolean {
  return Object.entries(operation.returns?.properties ?? {}).some(
    ([name, schema]) => typeof schema === 'object' && schema['x-secret'] === true && record[name] === null,
  );
}

/** The address of a record that was made. */
export function addressOf({ get }: ManifestKind, around: PathValues, record: Members): PathValues {
  return Object.fromEntries(
    pathParameters(get.operation).map((name) => [name, around[name] ?? String(record[name] ?? '')]),
  );
}
