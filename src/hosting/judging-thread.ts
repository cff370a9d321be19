import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { perform, type Task, type Time } from '../account/expressions/judging/judging-tasks.ts';

// A thread of its own for what takes as long as a user's text makes it take: see `judging-threads.ts`.

/** How a thread goes about its work. */
export interface JudgingManner {
  /** Whether it leaves a busy machine to those who answer requests. */
  readonly yields: boolean;
}

/** Asks for a task. */
export interface Question {
  readonly number: number;
  readonly task: Task;
  readonly time: Time;
}

/** What came of it: the outcome, or a fault of ours. */
export type Reply = { readonly number: number } & (
  | { readonly outcome: Awaited<ReturnType<typeof perform>> }
  | { readonly fault: unknown }
);

// Of this thread alone on Linux, of the whole process elsewhere.
if ((workerData as JudgingManner).yields && process.platform === 'linux') setPriority(10);

parentPort?.on('message', async ({ number, task, time }: Question) => {
  let reply: Reply;
  try {
    reply = { number, outcome: await perform(task, time) };
  } catch (fault) {
    reply = { number, fault };
  }
  parentPort?.postMessage(reply);
});
