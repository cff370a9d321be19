import { ApiError } from '../../../client/errors.ts';
import { resources } from '../../../contract/index.ts';
import { canRestart } from '../../../contract/resources/tunnel-sessions.ts';
import { sanitizeLine } from '../../../contract/rules/sanitize.ts';
import { CliError, interruptedError } from '../../errors/cli-error.ts';
import { interruptible } from '../../input/signals.ts';
import { type LiveLine, liveLine, sleepVisibly } from '../../terminal/live-line.ts';
import type { OperationRequest } from './plugin.ts';
import {
  findRestartedSession,
  readSession,
  rememberSessions,
  type TunnelSession,
} from './restarted-session.ts';

const { restart } = resources.tunnelSessions.operations;

/** A request about the session of an agent, and how it is sent. */
interface AgentRequest {
  readonly request: OperationRequest;
  send(): Promise<unknown>;
}

interface AgentOptions {
  /** How long to wait for the agent to come back. */
  readonly timeoutMs: number;
  /** Sessions that other runs of this command found to be theirs. */
  readonly claimed: Set<string>;
}

/** How long an agent takes to update at least (contract/README.md "Agents"). */
const UPDATE_MS = 10_000;
const NEXT_LOOK_MS = 2000;

/** What one run knows and says while it goes on. */
interface Progress {
  readonly call: AgentRequest;
  readonly id: string;
  readonly line: LiveLine;
  readonly signal: AbortSignal;
  /** How things are, for whoever interrupts. */
  state: string;
}

/** Restarts the agent of a session: its new session. */
export function restartAndFollow(call: AgentRequest, options: AgentOptions): Promise<TunnelSession> {
  return withProgress(call, async (progress) => {
    const session = await sessionOf(call);
    return follow(progress, session, options, () => call.send());
  });
}

/**
 * Updates the agent of a session, waits until it has updated, restarts it: its new session. An agent that has
 * updated or is at it goes on from there.
 */
export function updateAndRestart(call: AgentRequest, options: AgentOptions): Promise<TunnelSession> {
  return withProgress(call, async (progress) => {
    const { id, call: running } = progress;
    const session = await sessionOf(call);
    if (!canRestart(session)) throw cannotRestart(id);
    progress.state = `an update of ${id} was requested`;
    if (await startUpdate(progress)) {
      progress.state = `${id} is updating; tunnelctl tunnel-sessions restart ${id} makes it run the new version`;
      await pause(progress, UPDATE_MS, (left) => `${id} is updating; it restarts in ${left} s`);
    }
    progress.state = `${id} has updated; tunnelctl tunnel-sessions restart ${id} makes it run the new version`;
    try {
      return await follow(progress, session, options, () => restartWhenReady(progress, options));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      progress.line.clear();
      await running.request.context.printer.notice(
        `note: ${id} has updated, and runs the old version until it restarts`,
      );
      throw error;
    }
  });
}

function sessionOf({ request: { client, target } }: AgentRequest): Promise<TunnelSession> {
  return readSession(client, target.id ?? '');
}

/** Before the update: an agent that has updated and goes on with its old version is what nobody asked for. */
function cannotRestart(id: string): CliError {
  return new CliError('RESTART_UNSUPPORTED', `the agent of ${id} runs on Windows and cannot restart itself`, {
    hint: 'update it without --restart, then restart the agent on its machine; nothing was requested yet',
    field: '--restart',
    next: [`tunnelctl tunnel-sessions update ${id}`],
  });
}

async function withProgress(
  call: AgentRequest,
  work: (progress: Progress) => Promise<TunnelSession>,
): Promise<TunnelSession> {
  const { streams } = call.request.context;
  const line = liveLine(streams);
  const id = sanitizeLine(call.request.target.id ?? '');
  const progress = { call, id, line, state: `nothing was asked of ${id} yet` };
  return interruptible(
    streams,
    (signal) => work(Object.assign(progress, { signal })).finally(line.clear),
    () => interruptedError(progress.state),
  );
}

/** Whether it takes a while now; not when the agent has updated before. */
async function startUpdate({ call, id }: Progress): Promise<boolean> {
  const { printer, streams } = call.request.context;
  try {
    await call.send();
  } catch (error) {
    const code = error instanceof ApiError ? error.code : '';
    if (code === 'ERR_UPDATED_NOT_RESTARTED') {
      await printer.notice(`${id} has updated before and was not restarted; it restarts now`);
      return false;
    }
    if (code !== 'ERR_UPDATE_UNDER_WAY') throw error;
    await printer.notice(`${id} is updating already`);
  }
  if (!streams.stderrIsTTY) await printer.notice(`${id} is updating; it restarts in ${UPDATE_MS / 1000} s`);
  return true;
}

async function restartWhenReady(progress: Progress, { timeoutMs }: AgentOptions): Promise<void> {
  const { call, id } = progress;
  const { clock } = call.request.context.streams;
  const end = clock.now() + timeoutMs;
  for (;;) {
    try {
      await call.request.client.send(restart, { id: call.request.target.id ?? '' });
      return;
    } catch (error) {
      const isAtIt = error instanceof ApiError && error.code === 'ERR_UPDATE_UNDER_WAY';
      if (!isAtIt || clock.now() >= end) throw error;
      await pause(progress, NEXT_LOOK_MS, () => `${id} is still updating`);
    }
  }
}

/** Notes who is online, has the agent restarted, and waits for the session that it comes back with. */
async function follow(
  progress: Progress,
  session: TunnelSession,
  { timeoutMs, claimed }: AgentOptions,
  restartAgent: () => Promise<unknown>,
): Promise<TunnelSession> {
  const { call, id, line } = progress;
  const { printer, streams } = call.request.context;
  const before = await rememberSessions(call.request.client, session);
  progress.state = `the restart of ${id} was requested; tunnelctl tunnel-sessions list shows the session that it comes back with`;
  await restartAgent();
  const { session: restarted, twins } = await findRestartedSession(before, {
    client: call.request.client,
    timeoutMs,
    claimed,
    clock: streams.clock,
    pause: (ms) => pause(progress, ms, () => `waiting for ${id} to come back`),
  });
  line.clear();
  const { agent_version: from } = session;
  const version =
    restarted.agent_version === from ? '' : `, updated from ${from} to ${restarted.agent_version}`;
  await printer.notice(sanitizeLine(`restarted: ${id} is now ${restarted.id}${version}`));
  if (twins.length > 0) {
    await printer.warn(
      sanitizeLine(
        `agents that look the same came online with it: ${twins.join(', ')}; it may be one of them`,
      ),
    );
  }
  return restarted;
}

function pause(
  { line, signal, call }: Progress,
  ms: number,
  describe: (secondsLeft: number) => string,
): Promise<void> {
  return sleepVisibly(line, ms, { clock: call.request.context.streams.clock, signal, describe });
}
