import { statSync } from 'node:fs';
import { StoreFileError, type StoreUnavailableError } from '../store.ts';
import { mediumError } from './medium-errors.ts';

/** How long a store may go on reading from a file that is gone, in milliseconds. */
const longestUnseenMs = 1_000;

/**
 * Whether the file that a store has open is sound, and still the one that stands at its path: SQLite goes on with a
 * file that was removed, and whatever is written into it is lost with the process. Damage stays for good; a file that
 * is back in its place, the very same one, is used again.
 */
export class FileHealth {
  readonly path: string;
  readonly #held: readonly HeldFile[];
  #damage: StoreFileError | undefined;
  #gone: StoreFileError | undefined;
  #lookedAt = performance.now();

  /** @param path of a file that is open, its write-ahead log, too */
  constructor(path: string) {
    this.path = path;
    this.#held = ['', '-wal', '-shm'].map((suffix) => ({ suffix, identity: identityOf(path + suffix) }));
  }

  /** Why the file must not be used any more, as it is at this moment; undefined while all is well. */
  failure(): StoreFileError | undefined {
    this.#lookedAt = performance.now();
    const missing = this.#held.find((held) => {
      const found = identityOf(this.path + held.suffix);
      // SQLite makes the log of a file that had none, such as a backup, when it first needs it.
      held.identity ??= found;
      return held.identity !== found;
    });
    this.#gone = missing && goneFile(this.path, missing.suffix);
    return this.#damage ?? this.#gone;
  }

  /** Whether what was committed may still go into the data file, whatever became of its write-ahead log. */
  mayTakeLog(): boolean {
    const [data] = this.#held;
    return this.#damage === undefined && data?.identity === identityOf(this.path);
  }

  /** As `failure`, of which the files may tell a second late. @throws StoreFileError */
  mustBeWell(): void {
    if (this.#damage) throw this.#damage;
    if (this.#gone === undefined && performance.now() - this.#lookedAt < longestUnseenMs) return;
    this.mustStand();
  }

  /** Looks at the files at once: whoever commits must not do so into nothing. @throws StoreFileError */
  mustStand(): void {
    const failure = this.failure();
    if (failure) throw failure;
  }

  /**
   * The store's error for one that came out of reading or writing the file, and undefined for every other error. A
   * sign of damage is remembered.
   */
  judge(error: unknown): StoreFileError | StoreUnavailableError | undefined {
    const known = mediumError(error, this.path);
    if (known instanceof StoreFileError && known !== this.#gone) this.#damage ??= known;
    return known;
  }
}

interface HeldFile {
  readonly suffix: string;
  identity: string | undefined;
}

function identityOf(path: string): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
}

function goneFile(path: string, suffix: string): StoreFileError {
  const isThere = identityOf(path + suffix) !== undefined;
  const problem = isThere
    ? `another file stands at ${path}${suffix} than when it was opened`
    : `${path}${suffix} was removed, or it or its folder renamed, while it was open`;
  const remedy =
    suffix === ''
      ? 'put that very file back (a copy is another one), or stop what has it open, put a backup at its path and start again'
      : 'stop what has the data file open, which saves the latest changes into it where that can be done, and start again';
  return new StoreFileError(`${problem}; nothing is read or stored any more: ${remedy}`);
}
