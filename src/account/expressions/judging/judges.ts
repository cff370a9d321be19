import { createHash } from 'node:crypto';
import type { PhasePlace } from '../../../contract/policy/check-policy.ts';
import {
  type JudgingTask,
  type Outcome,
  perform,
  type SelectingTask,
  type Task,
  type Time,
} from './judging-tasks.ts';

/** Who carries out what takes as long as a user's text makes it take. */
export type Judges = <T extends Task>(task: T, time: Time) => Promise<Outcome<T>>;

let judges: Judges = perform;

/**
 * Lets others judge than this thread: there is one event loop in a process, and one way to keep what takes long off it.
 * @returns what sends everything back to this thread
 */
export function judgeElsewhere(others: Judges): () => void {
  judges = others;
  return () => {
    if (judges === others) judges = perform;
  };
}

/** For all patterns, expressions and documents of a body together. */
const longestJudgingMs = 10_000;

/** The texts of a body, judged one after the other up to the first that something is wrong with. */
export async function judgeTexts(texts: JudgingTask['texts']): Promise<Outcome<JudgingTask>> {
  const outcome = await judges({ kind: 'judge', texts }, { limitMs: longestJudgingMs });
  for (const [i, { phases }] of outcome.answers.entries()) if (phases) remember(texts[i]?.text ?? '', phases);
  return outcome;
}

/** The phases that a policy has, which was judged when it was written. */
export async function phasesOfPolicy(text: string): Promise<readonly PhasePlace[]> {
  const known = recentPhases.get(digest(text));
  if (known) return known;
  const { answers } = await judgeTexts([{ format: 'traffic-policy', text }]);
  return answers[0]?.phases ?? [];
}

/** By the policy's digest. A policy is looked at again in the transaction that stores it, where nobody should wait. */
const recentPhases = new Map<string, readonly PhasePlace[]>();
const mostRecent = 1000;

function remember(text: string, phases: readonly PhasePlace[]): void {
  recentPhases.set(digest(text), phases);
  const [oldest] = recentPhases.keys();
  if (recentPhases.size > mostRecent && oldest !== undefined) recentPhases.delete(oldest);
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}

/** Whether selectors accept endpoints. @param time of the whole list that they are asked for */
export function selectEndpoints(
  task: Omit<SelectingTask, 'kind'>,
  time: Time,
): Promise<Outcome<SelectingTask>> {
  return judges({ kind: 'select', ...task }, time);
}
