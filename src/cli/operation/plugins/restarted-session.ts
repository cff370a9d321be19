import type { Client } from '../../../client/client.ts';
import type { Clock } from '../../../client/clock.ts';
import { protocol } from '../../../contract/http/protocol.ts';
import { resources } from '../../../contract/index.ts';
import type { FromSchema } from '../../../contract/schema/schema.ts';
import { CliError } from '../../errors/cli-error.ts';

const { get, list } = resources.tunnelSessions.operations;

export type TunnelSession = FromSchema<typeof resources.tunnelSessions.record>;

/** An agent before it restarts, and who is online beside it. */
interface SessionsBefore {
  readonly session: TunnelSession;
  readonly ids: ReadonlySet<string>;
}

interface Search {
  readonly client: Client;
  readonly timeoutMs: number;
  /** Ids that are found to be somebody else's; the one found is added. */
  readonly claimed: Set<string>;
  readonly clock: Clock;
  pause(ms: number): Promise<void>;
}

const PAUSE_MS = 500;

/** The session of an agent, as it is now. */
export function readSession(client: Client, id: string): Promise<TunnelSession> {
  return client.send(get, { id });
}

/** Looks at everything that is online, before the agent of one session restarts. */
export async function rememberSessions(client: Client, session: TunnelSession): Promise<SessionsBefore> {
  const ids = new Set([session.id]);
  for await (const other of client.listAll(list, {})) ids.add(other.id);
  return { session, ids };
}

/**
 * The session that an agent comes back with: one that was not there before, of the same credential, address,
 * system, metadata and transport. Where several came, the first to come online, and the others as `twins`.
 * Throws a CliError when there is none in time.
 */
export async function findRestartedSession(
  before: SessionsBefore,
  { client, timeoutMs, claimed, clock, pause }: Search,
): Promise<{ session: TunnelSession; twins: string[] }> {
  const end = clock.now() + timeoutMs;
  for (;;) {
    const found = (await newSessions(client, before)).filter(
      (session) => !claimed.has(session.id) && isSameAgent(session, before.session),
    );
    const [session, ...others] = found.sort((a, b) => (a.started_at < b.started_at ? -1 : 1));
    if (session !== undefined) {
      claimed.add(session.id);
      return { session, twins: others.map(({ id }) => id) };
    }
    if (clock.now() >= end) throw notBack(before.session, timeoutMs);
    await pause(PAUSE_MS);
  }
}

/** Newest first, so that what is new is on the first pages. */
async function newSessions(client: Client, { ids }: SessionsBefore): Promise<TunnelSession[]> {
  const found: TunnelSession[] = [];
  let known = 0;
  for await (const session of client.listAll(list, {})) {
    if (!ids.has(session.id)) found.push(session);
    else if (++known >= protocol.maxPageSize) break;
  }
  return found;
}

function isSameAgent(a: TunnelSession, b: TunnelSession): boolean {
  const marks = ({ credential, ip, os, metadata, transport }: TunnelSession) =>
    JSON.stringify([credential.id, ip, os, metadata, transport]);
  return marks(a) === marks(b);
}

function notBack({ id }: TunnelSession, timeoutMs: number): CliError {
  return new CliError(
    'WAIT_TIMED_OUT',
    `the agent of ${id} did not come back within ${timeoutMs / 1000} s; its restart was requested`,
    {
      hint: 'look at the agent on its machine, or allow more with --wait-timeout',
      next: ['tunnelctl tunnel-sessions list'],
    },
  );
}
