import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expectedMs } from '../account/expressions/judging/expected-time.ts';
import { type Judges, judgeElsewhere } from '../account/expressions/judging/judges.ts';
import type { Outcome, Task } from '../account/expressions/judging/judging-tasks.ts';
import { RequestError } from '../account/records/request-error.ts';
import type { JudgingManner, Question, Reply } from './judging-thread.ts';

/** What counts as short, and as middling, in milliseconds that judging may take. The worst of all texts takes seconds. */
const shortMs = 20;
const middlingMs = 100;

/** How many may wait for one thread, those among them whose senders are gone. */
const longestQueue = 1000;

/**
 * Has users' texts judged in threads of their own, so that none of them keeps this one from answering: a library's one
 * step on the worst text that the limits allow takes 0.3 s, and cannot be divided. What is short does not wait for what
 * is long, and neither for selectors that are asked about thousands of endpoints. A thread is started by the first
 * task for it. Where the program is not built, as in tests, this thread judges in turns.
 * @returns what ends the threads
 */
export function judgeInThreads(): () => Promise<void> {
  const program = [join(import.meta.dirname, 'judge.cjs'), join(import.meta.dirname, '..', 'judge.cjs')].find(
    (path) => existsSync(path),
  );
  if (program === undefined) return async () => {};
  const short = new JudgingThread(program, { yields: false });
  const middling = new JudgingThread(program, { yields: false });
  const long = new JudgingThread(program, { yields: true });
  const selecting = new JudgingThread(program, { yields: true });
  const choose = (task: Task): JudgingThread => {
    if (task.kind === 'select') return selecting;
    const expected = expectedMs(task.texts);
    return expected <= shortMs ? short : expected <= middlingMs ? middling : long;
  };
  const judges: Judges = (task, time) => choose(task).perform(task, time);
  const judgeHere = judgeElsewhere(judges);
  return async () => {
    judgeHere();
    await Promise.all([short, middling, long, selecting].map((thread) => thread.end()));
  };
}

interface Waiting {
  readonly resolve: (outcome: never) => void;
  readonly reject: (reason: unknown) => void;
}

class JudgingThread {
  readonly #program: string;
  readonly #manner: JudgingManner;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #count = 0;

  constructor(program: string, manner: JudgingManner) {
    this.#program = program;
    this.#manner = manner;
  }

  perform<T extends Task>(task: T, time: Question['time']): Promise<Outcome<T>> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.size >= longestQueue) {
        const message = 'too many texts wait to be judged; nothing was stored';
        throw new RequestError('ERR_UNAVAILABLE', message, { headers: { 'retry-after': '5' } });
      }
      this.#worker ??= this.#start();
      const question: Question = { number: this.#count++, task, time };
      this.#waiting.set(question.number, { resolve: resolve as Waiting['resolve'], reject });
      // Whoever waits for an answer keeps the program running; a thread alone does not.
      this.#worker.ref();
      this.#worker.postMessage(question);
    });
  }

  async end(): Promise<void> {
    await this.#worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(this.#program, { workerData: this.#manner });
    worker.on('message', (reply: Reply) => {
      const waiting = this.#waiting.get(reply.number);
      this.#waiting.delete(reply.number);
      if (this.#waiting.size === 0) worker.unref();
      if ('outcome' in reply) waiting?.resolve(reply.outcome as never);
      else waiting?.reject(reply.fault);
    });
    worker.on('error', (error) => this.#lose(worker, error));
    worker.on('exit', () => this.#lose(worker, new Error('the thread that judges texts has ended')));
    return worker;
  }

  /** The next task starts another thread. */
  #lose(worker: Worker, error: unknown): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    const lost = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of lost) reject(error);
  }
}
