import { ProblemError } from '../../../contract/rules/rule.ts';
import { type EndpointSelector, loadSelectorCompiler } from '../endpoint-selectors.ts';
import { loadFormatRule, type Verdict } from '../library-formats.ts';
import { expectedMs } from './expected-time.ts';
import { Share, TimeIsUp } from './share.ts';

/** Judges texts in their order, up to the first that something is wrong with. */
export interface JudgingTask {
  readonly kind: 'judge';
  readonly texts: readonly { readonly format: string; readonly text: string }[];
}

/** Asks an operator's selectors about endpoints: records as the API returns them. */
export interface SelectingTask {
  readonly kind: 'select';
  readonly selectors: readonly string[];
  readonly endpoints: readonly Readonly<Record<string, unknown>>[];
}

export type Task = JudgingTask | SelectingTask;

/** Whether one of the selectors accepts an endpoint, or which of them cannot be asked about it, and why. */
export type Selection = boolean | { readonly position: number; readonly problem: string };

/** What comes of a task, as far as it was carried out: one answer for each text or endpoint. Plain data. */
export interface Outcome<T extends Task> {
  readonly answers: readonly (T extends JudgingTask ? Verdict : Selection)[];
  /** Whether there was no time for those that have no answer. */
  readonly isTimeUp: boolean;
  /** What the request has used of its time by now, in milliseconds. */
  readonly usedMs: number;
}

/** How long a request may keep judges busy, with all that it asks of them, and how long it has done so before. */
export interface Time {
  readonly limitMs: number;
  readonly usedMs?: number;
}

/** Carries a task out in this thread, in turns with others and with whatever else waits on the event loop. */
export async function perform<T extends Task>(task: T, { limitMs, usedMs }: Time): Promise<Outcome<T>> {
  const share = new Share(limitMs, {
    usedMs,
    // Selectors are asked about as many endpoints as there are: of these nothing is known.
    expectedMs: task.kind === 'judge' ? expectedMs(task.texts) : 0,
  });
  const answers: (Verdict | Selection)[] = [];
  let isTimeUp = false;
  try {
    if (task.kind === 'judge') await judge(task, share, answers as Verdict[]);
    else await select(task, share, answers as Selection[]);
  } catch (error) {
    if (!(error instanceof TimeIsUp)) throw error;
    isTimeUp = true;
  }
  return { answers: answers as Outcome<T>['answers'] & object[], isTimeUp, usedMs: share.usedMs };
}

async function judge({ texts }: JudgingTask, share: Share, verdicts: Verdict[]): Promise<void> {
  for (const { format, text } of texts) {
    const rule = await loadFormatRule(format);
    const verdict = await rule(text, share);
    verdicts.push(verdict);
    if (verdict.complaint !== undefined) return;
  }
}

async function select(
  { selectors, endpoints }: SelectingTask,
  share: Share,
  selections: Selection[],
): Promise<void> {
  const compiled = await compileAll(selectors, share);
  for (const endpoint of endpoints) {
    let selection: Selection = false;
    for (const [position, selector] of compiled.entries()) {
      const verdict =
        selector instanceof ProblemError
          ? selector
          : await share.run(() => orProblem(() => selector(endpoint)));
      // What cannot be asked decides nothing where another selector accepts.
      if (verdict === true) selection = true;
      if (selection === true) break;
      if (verdict instanceof ProblemError && selection === false)
        selection = { position, problem: verdict.message };
    }
    selections.push(selection);
  }
}

type Compiled = readonly (EndpointSelector | ProblemError)[];

/** Selectors of the lists that are under way. Those of one operator take up to 20 MB. */
const recent = new Map<string, Compiled>();
const mostRecent = 8;

/** A page of a list is asked about in several tasks; its selectors are compiled for the first. */
async function compileAll(selectors: readonly string[], share: Share): Promise<Compiled> {
  const key = JSON.stringify(selectors);
  let compiled = recent.get(key);
  if (compiled === undefined) {
    const compile = await loadSelectorCompiler();
    const all: (EndpointSelector | ProblemError)[] = [];
    for (const text of selectors) all.push(await share.run(() => orProblem(() => compile(text))));
    compiled = all;
  }
  recent.delete(key);
  recent.set(key, compiled);
  for (const oldest of recent.keys()) {
    if (recent.size <= mostRecent) break;
    recent.delete(oldest);
  }
  return compiled;
}

function orProblem<T>(work: () => T): T | ProblemError {
  try {
    return work();
  } catch (error) {
    if (error instanceof ProblemError) return error;
    throw error;
  }
}
