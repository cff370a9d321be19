import { setTimeout as delay } from 'node:timers/promises';
import type Database from 'libsql';
import { checkPages } from './database-file.ts';
import type { FileHealth } from './file-health.ts';
import { damagedFile } from './medium-errors.ts';

/** How long whoever opens a file waits for it: enough for half a gigabyte that is in memory, or 100 MiB from a disk. */
const longestWaitMs = 1_000;

/**
 * Looks at every page of a large file, once, in a process of its own. Where that takes long, reads go on meanwhile,
 * each of them checked by itself, and writes wait. What it finds is the file's health from then on.
 */
export class FullCheck {
  readonly #health: FileHealth;
  readonly #reader: Database.Database;
  #running: Promise<void> | undefined;
  #end: (() => void) | undefined;
  #isEnded = false;

  constructor(health: FileHealth, reader: Database.Database) {
    this.#health = health;
    this.#reader = reader;
  }

  /** Resolves when it is done, however often it is asked. */
  run(): Promise<void> {
    this.#running ??= this.#run();
    return this.#running;
  }

  /** Starts it, and waits for it a while. */
  async start(): Promise<void> {
    const tooLong = new AbortController();
    try {
      await Promise.race([this.run(), delay(longestWaitMs, undefined, { signal: tooLong.signal })]);
    } finally {
      tooLong.abort();
    }
  }

  /** Ends it if it is under way: nobody waits for it any more. */
  end(): void {
    this.#isEnded = true;
    this.#end?.();
  }

  async #run(): Promise<void> {
    const { path } = this.#health;
    const { startDriverCheck } = await import('./integrity/driver-check.ts');
    if (this.#isEnded) return;
    const check = startDriverCheck(path, 1, false);
    this.#end = check.end;
    const outcome = await check.outcome;
    check.end();
    if (this.#isEnded) return;
    try {
      // Where no process can be started it is done here, and everybody waits.
      if (outcome.kind === 'not run') checkPages(this.#reader, path);
      else if (outcome.problems[0] !== undefined) throw damagedFile(path, outcome.problems[0]);
    } catch (error) {
      this.#health.judge(error);
    }
  }
}
