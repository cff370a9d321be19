import type { Client } from '../../../client/client.ts';
import { ApiError } from '../../../client/errors.ts';
import { NetworkError } from '../../../client/transport/network-error.ts';
import { apiKeys } from '../../../contract/resources/api-keys.ts';
import { sanitizeLine } from '../../../contract/rules/sanitize.ts';
import type { ResultOf } from '../../../contract/schema/resource.ts';
import type { Connection } from '../../connect/connection.ts';
import { checkKey } from '../../connect/key-check.ts';
import type { CommandContext } from '../../context.ts';
import { withHint } from '../../errors/failure.ts';
import { describeRecord } from '../../output/describe-record.ts';
import { keyIdOf } from '../../settings/keys-file.ts';
import { findTarget } from '../../settings/target.ts';
import { notArrived, type Receiver } from './receivers.ts';

const { create, get, delete: remove } = apiKeys.operations;

type ApiKey = ResultOf<typeof get>;

interface Rotation {
  readonly connection: Connection;
  readonly old: ApiKey;
  readonly receiver: Receiver;
  readonly keepOld: boolean;
  readonly signal: AbortSignal;
  /** How things are, for whoever interrupts. */
  readonly progress: { state: string };
}

/** What a failed step leaves behind: in words, and the command that goes on from there. */
interface Left {
  readonly state: string;
  readonly command: string;
}

export function readKey(client: Client, id: string): Promise<ApiKey> {
  return client.send(get, { id });
}

/** What whoever is asked should see of a rotation. */
export function describeKey(old: ApiKey, receiver: Receiver, { usedKey }: CommandContext): string[] {
  const isUsed = usedKey !== undefined && keyIdOf(usedKey.value) === old.id;
  return [
    `  ${describeRecord(old, apiKeys)}`,
    `  the token of the new key goes to ${sanitizeLine(receiver.name)}`,
    ...(isUsed ? [`  it is the key that this command is run with (${usedKey.source})`] : []),
  ];
}

/**
 * Makes a key like the old one, tries it, hands its token over, and deletes the old one with the token as it arrived.
 * The old key works until then. Throws what went wrong, with what is left and the command that goes on from there.
 */
export async function rotateKey(rotation: Rotation, context: CommandContext): Promise<ApiKey> {
  const { connection, old, receiver, keepOld, signal, progress } = rotation;
  const { printer } = context;
  progress.state = `${old.id} works as before; if tunnelctl api-keys list shows a new key like it, delete that one`;
  const made = await makeLike(old, connection.client);
  const token = made.token ?? '';
  const undo = `tunnelctl api-keys delete ${made.id} --yes`;
  const unused: Left = {
    state: `${made.id} was made and has no use; ${old.id} works as before`,
    command: undo,
  };
  progress.state = leftWords(unused);
  await printer.notice(`made ${made.id}, like ${old.id}; until it is handed over, ${undo} takes it back`);
  signal.throwIfAborted();

  const fresh = connection.client.withKey(token);
  // The service in this process asks for no key, so nothing could be learnt.
  if (findTarget(context).kind === 'service') {
    await step(unused, () => checkKey(fresh, token));
    await printer.notice(`${made.id} works`);
  }
  signal.throwIfAborted();

  const arrived = await handOver(rotation, made, token);
  const finish = finishingCommand(rotation, context);
  const both: Left = {
    state: `${made.id} is handed over and works; ${old.id} still works too`,
    command: finish,
  };
  progress.state = leftWords(both);
  await printer.notice(`its token went to ${sanitizeLine(receiver.name)}`);
  if (keepOld) {
    await printer.notice(`note: ${old.id} still works; once nothing uses it, run ${finish}`);
    return made;
  }
  signal.throwIfAborted();

  await step(both, () => deleteOld(old.id, connection.client.withKey(arrived)));
  await printer.notice(`deleted ${old.id}`);
  return made;
}

async function makeLike({ id, description, metadata, owner_id }: ApiKey, client: Client): Promise<ApiKey> {
  try {
    return await client.send(create, {}, { description, metadata, owner_id });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'ERR_OWNER_NOT_PERMITTED') {
      error.hint = `${id} works as before; it belongs to ${owner_id}: rotate it with a key of theirs, or of an admin`;
    }
    if (!(error instanceof NetworkError) || !error.mayHaveChanged) throw error;
    throw error.with({
      remedy: `${id} works as before; if tunnelctl api-keys list shows a new key like it, delete that one: nobody has its token`,
    });
  }
}

/** The token as it arrived. What did not take the token is left with no key that nobody knows. */
async function handOver(
  { connection, old, receiver, progress }: Rotation,
  made: ApiKey,
  token: string,
): Promise<string> {
  const undo = `tunnelctl api-keys delete ${made.id} --yes`;
  if (receiver.mayKeep) {
    const left = {
      state: `${old.id} works as before; ${made.id} works too, if its token was kept`,
      command: undo,
    };
    progress.state = leftWords(left);
    await step(left, () => receiver.take(token));
    return token;
  }
  try {
    await receiver.take(token);
    const arrived = receiver.arrived?.() ?? token;
    if (arrived !== token) throw notArrived(receiver);
    return arrived;
  } catch (error) {
    const state = await takeBack(made.id, connection.client);
    throw withHint(error, `${old.id} works as before; ${state ?? `${made.id} is left over: ${undo}`}`);
  }
}

/** What became of a key that is of no use to anybody; undefined where it could not be deleted. */
async function takeBack(id: string, client: Client): Promise<string | undefined> {
  try {
    await deleteOld(id, client);
    return `the new key ${id} was deleted again`;
  } catch {
    return undefined;
  }
}

async function deleteOld(id: string, client: Client): Promise<void> {
  try {
    await client.send(remove, { id });
  } catch (error) {
    // Somebody else was faster.
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
  }
}

/** The command that deletes the old key later: with the new one, where that can be named. */
function finishingCommand({ old, receiver }: Rotation, { usedKey }: CommandContext): string {
  const isUsed = usedKey !== undefined && keyIdOf(usedKey.value) === old.id;
  const use = receiver.use ?? (isUsed ? '--allow-key-in-use' : '');
  return `tunnelctl api-keys delete ${old.id} --yes ${use}`.trimEnd();
}

async function step<T>(left: Left, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw Object.assign(withHint(error, leftWords(left)), { next: [left.command] });
  }
}

function leftWords({ state, command }: Left): string {
  return `${state}; go on with ${command}`;
}
