import type { LazyConnection } from '../connect/lazy-connection.ts';
import type { Targets } from '../operation/batch/targets.ts';
import type { OperationRun } from '../operation/run-operation.ts';
import type { Streams } from '../streams.ts';
import type { Members } from './body-members.ts';
import { lacksMembers } from './lacking-members.ts';
import type { Asking } from './member-question.ts';
import { askForTargets } from './missing-arguments.ts';
import { askForMissing } from './missing-members.ts';
import { openQuestions } from './questions.ts';

/** Asks for what is missing: arguments first, then members of the body, which are put into it. */
export async function askForInput(
  { entry, flags, input }: OperationRun,
  targets: Targets,
  body: Members,
  service: LazyConnection,
  streams: Streams,
): Promise<Targets> {
  // Whoever has no account to talk to should know before answering; who only looks sends nothing at all.
  const client = input.preview === undefined ? (await service.open()).client : undefined;
  const asking: Asking = { questions: await openQuestions(streams), streams, client };
  const named = targets.missing.length === 0 ? targets : await askForTargets(targets, entry, asking);
  if (lacksMembers(entry.operation, body)) await askForMissing(entry.operation, flags, body, asking);
  return named;
}
