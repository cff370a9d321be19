import type { Client } from '../../../client/client.ts';
import { ApiError } from '../../../client/errors.ts';
import type { CommandContext } from '../../context.ts';
import { CliError, hasCode } from '../../errors/cli-error.ts';
import { bodyOfRecord } from '../../operation/body/record-body.ts';
import { nameRefusedMember } from '../../operation/body/refused-member.ts';
import { type Members, resolveTimes } from '../../operation/body/request-body.ts';
import { changesOf } from '../../operation/changes/changes.ts';
import { previewRun } from '../../operation/print.ts';
import { type OperationRun, performFor, type ReadyRun } from '../../operation/run.ts';
import { serviceNow } from '../../operation/service-time.ts';
import type { PathValues } from '../../operation/targets.ts';
import { showsChanges } from '../../operation/write.ts';
import { type Change, formatChanges } from '../../output/changes/format-changes.ts';
import type { OutputPlan } from '../../output/output-plan.ts';
import { type Complaint, moveDown, namingLines } from './complaint.ts';
import {
  checkWanted,
  everyMember,
  knownMembers,
  readDocument,
  requestBody,
  wantedMembers,
} from './edited-members.ts';
import { formatDocument, type ShownRecord } from './record-document.ts';

/** One record that is edited. */
export interface Editing {
  readonly run: OperationRun;
  readonly target: PathValues;
  readonly client: Client;
  readonly plan: OutputPlan;
  readonly context: CommandContext;
}

/** What became of a text. */
export type Outcome =
  /** It says nothing but what is there. */
  | { readonly kind: 'same' }
  /** Somebody wanted to see what would be sent. */
  | { readonly kind: 'previewed' }
  | { readonly kind: 'sent'; readonly ready: ReadyRun; readonly answer: unknown }
  /** Nothing was changed. */
  | { readonly kind: 'refused'; readonly complaint: Complaint; readonly restart?: Restart };

/** The record as somebody else has made it, and the text again with what was changed here put into that. */
export interface Restart {
  readonly shown: ShownRecord;
  readonly text: string;
}

/** Reads the record and what can be changed of it. */
export async function readRecord({ run, target, client }: Editing): Promise<ShownRecord> {
  const { entry } = run;
  const { get } = entry.resource.operations;
  if (get === undefined) throw new Error(`nothing shows what ${entry.operation.path} is about`);
  const record = (await client.send(get, target)) as Members;
  // What it was named by may be another's, or nobody's, once it is changed.
  const named =
    typeof record.id === 'string' && entry.resource.idPrefix !== undefined ? { id: record.id } : {};
  const body = knownMembers(entry.operation.body ?? {}, bodyOfRecord(entry, record).members);
  return { entry, target: { ...target, ...named }, record, body };
}

/**
 * Sends what a text changes of the record that it was made of, unless that is nothing, the text is wrong, or somebody
 * else has changed the record since. @param beforeSending told when it can no longer be said that nothing was changed
 */
export async function sendChanges(
  text: string,
  shown: ShownRecord,
  editing: Editing,
  beforeSending: () => void,
): Promise<Outcome> {
  const { run, client, plan, context } = editing;
  const { target } = shown;
  const judged = await judge(text, shown, editing).catch((error: unknown) => {
    if (hasCode(error, 'USAGE')) return undefined;
    throw error;
  });
  if (judged === undefined) {
    return refused((moved) => judge(moved, shown, editing).catch((error: unknown) => error), text);
  }
  if (judged.changes.length === 0) return { kind: 'same' };
  const present = await readRecord({ ...editing, target });
  const theirs = changesBetween(shown, present);
  if (theirs.length > 0) return overtaken(theirs, judged.body, present);
  const ready: ReadyRun = { run, client, plan, items: [{ target, body: judged.body }], isBatch: false };
  const comparison = showsChanges(run, context)
    ? await import('../../operation/changes/show-changes.ts')
    : undefined;
  const records = { canRead: true, read: async () => present.record };
  if (run.input.preview !== undefined) {
    if (run.input.diff) await comparison?.printChanges(run, ready, records, context);
    else await previewRun(run, ready, context);
    return { kind: 'previewed' };
  }
  await comparison?.announceChanges(run, ready, records, context);
  beforeSending();
  try {
    return { kind: 'sent', ready, answer: await performFor(ready, { target, body: judged.body }, context) };
  } catch (error) {
    if (!(error instanceof ApiError) || !correctable.includes(error.status)) throw error;
    return refused(async (moved) => nameRefusedMember(error, run, await readDocument(moved)), text);
  }
}

/** With these the service refuses what a text says, and another text may do. */
const correctable = [400, 409, 413, 422];

/** What a text asks for. Throws a CliError that names its lines. */
async function judge(
  text: string,
  shown: ShownRecord,
  { run, client, context }: Editing,
): Promise<{ readonly body: Members; readonly changes: readonly Change[] }> {
  const { operation } = run.entry;
  const document = await readDocument(text);
  const wanted = wantedMembers(operation.body ?? {}, shown.body, document.members);
  const now = await serviceNow(run.entry, client, context);
  resolveTimes(run.flags, wanted, () => now);
  await checkWanted(operation, wanted, shown.body, document);
  const changes = changesOf(operation, wanted, shown.record);
  return { body: requestBody(operation, wanted, changes), changes };
}

function changesBetween({ entry, record }: ShownRecord, { body }: ShownRecord): Change[] {
  const { operation } = entry;
  return changesOf({ ...operation, method: 'PATCH' }, everyMember(operation.body ?? {}, body), record);
}

/** @param errorOf the error of the text as it is with other lines above it */
function refused(errorOf: (text: string) => Promise<unknown>, text: string): Outcome {
  const error: Complaint['error'] = async (linesAbove) => {
    const moved = moveDown(text, linesAbove);
    return namingLines(await errorOf(moved), moved);
  };
  const advice = 'Nothing was changed. Correct it and save, or save it as it is to give up.';
  return { kind: 'refused', complaint: { error, advice } };
}

async function overtaken(theirs: readonly Change[], own: Members, present: ShownRecord): Promise<Outcome> {
  const names = theirs.map(({ name }) => name).join(', ');
  const lines = [`somebody else has changed it meanwhile (${names}):`, ...formatChanges(theirs, false)];
  const error = new CliError('RECORD_CHANGED', lines.join('\n'));
  const advice =
    'Nothing was changed. Below are their values, and yours where you changed something.\n' +
    'Remove these lines and save to send yours, or save it as it is to give up.';
  const schema = present.entry.operation.body ?? {};
  const merged = { ...present, body: wantedMembers(schema, present.body, own) };
  const restart = { shown: present, text: formatDocument(merged) };
  return { kind: 'refused', complaint: { error: async () => error, advice }, restart };
}
