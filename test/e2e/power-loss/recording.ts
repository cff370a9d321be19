import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, onTestFinished } from 'vitest';
import { cleanEnvironment, launcher } from '../../harness/built-program.ts';
import { type ServedSandbox, startServe } from '../../harness/served-sandbox.ts';
import { temporaryDirectory } from '../../harness/temporary-directory.ts';
import { Disk, type Tree } from './disk.ts';
import type { Recorded } from './operations.ts';
import { readStraceLog, straceCommand } from './strace-log.ts';

// What goes through a ring of the kernel is no call that strace sees.
const visible = { UV_USE_IO_URING: '0' };

/** The memory that SQLite shares between processes: a file of which nobody expects anything after a power cut. */
export const isShared = (path: string) => path.endsWith('-shm');

/** All that programs did to the files of one folder, one program after the other, and what they answered. */
export class Recording {
  /** Where they work. */
  readonly folder: string;
  /** What stands there before the first of them. */
  readonly before: Tree;
  readonly operations: Recorded[] = [];
  readonly #logs = temporaryDirectory();

  /** @param folder without links; safe from power cuts itself, as is all that stands in it */
  constructor(folder: string) {
    this.folder = realpathSync(folder);
    this.before = readTree(this.folder);
  }

  /** Starts `serve`; the answer ends it, and reads what it did. */
  async serve(
    args: readonly string[],
  ): Promise<{ sandbox: ServedSandbox; end: (signal: NodeJS.Signals) => Promise<void> }> {
    const log = join(this.#logs, 'strace.log');
    // As a grandchild, so that the service can be ended as any child can.
    const sandbox = await startServe(args, visible, onTestFinished, straceCommand(log).toSpliced(1, 0, '-D'));
    if (!existsSync(log) || statSync(log).size === 0)
      throw new Error('strace may not look at what serve does: ptrace is not allowed');
    // Which comes when strace has let go of the streams too: the log is whole.
    const closed = once(sandbox.process, 'close');
    const end = async (signal: NodeJS.Signals) => {
      await sandbox.end(signal);
      await closed;
      this.#add(log);
    };
    return { sandbox, end };
  }

  /** Runs a command of the program to its end, which counts as its answer. It is the moment that comes back. */
  async run(
    args: readonly string[],
    { env = {}, input = '' }: { env?: Record<string, string>; input?: string } = {},
  ): Promise<number> {
    const log = join(this.#logs, 'strace.log');
    const [strace = '', ...options] = straceCommand(log);
    await execa(strace, [...options, process.execPath, launcher, ...args], {
      env: { ...cleanEnvironment, ...visible, ...env },
      extendEnv: false,
      cwd: this.folder,
      input,
    });
    this.#add(log);
    const at = this.#last + 1;
    this.operations.push({ kind: 'answer', text: `${args.join(' ')}: exit`, at });
    return at;
  }

  get #last(): number {
    return this.operations.at(-1)?.at ?? 0;
  }

  #add(log: string): void {
    const lines = readFileSync(log, 'latin1').split('\n');
    for (const operation of readStraceLog(lines, this.folder, this.#last + 1))
      this.operations.push(operation);
    this.#compare();
  }

  /** Makes sure that nothing escaped the record: what it leads to is what stands there. */
  #compare(): void {
    const disk = new Disk(this.folder, this.before);
    for (const operation of this.operations) if (operation.kind !== 'answer') disk.apply(operation);
    const sorted = (tree: Tree) =>
      [...tree].filter(([name]) => !isShared(name)).sort(([a], [b]) => (a < b ? -1 : 1));
    const expected = sorted(readTree(this.folder));
    const found = sorted(disk.now());
    expect(found.map(([name]) => name)).toEqual(expected.map(([name]) => name));
    for (const [i, [name, content]] of expected.entries()) {
      if (content === 'directory') continue;
      expect(content.equals(found[i]?.[1] as Buffer), `the record of ${name} is not whole`).toBe(true);
    }
  }
}

/** What stands in a folder. */
export function readTree(folder: string): Tree {
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true });
  const named = entries.map((entry) => {
    const path = join(entry.parentPath, entry.name);
    return [path.slice(folder.length + 1), entry.isDirectory() ? 'directory' : readFileSync(path)] as const;
  });
  // Directories before what stands in them.
  return new Map(named.sort(([a], [b]) => (a < b ? -1 : 1)));
}
