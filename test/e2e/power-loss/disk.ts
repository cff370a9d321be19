import { basename, dirname, join, relative, sep } from 'node:path';
import { DiskFile } from './disk-file.ts';
import { type FileOperation, nameOf, type Recorded } from './operations.ts';
import { progress } from './progress.ts';

/** What stands below a folder: the content of files, and directories, by their paths from there. */
export type Tree = ReadonlyMap<string, Buffer | 'directory'>;

type Entry = DiskFile | DiskDirectory;

/** What names stand for after a change of a directory, which happens as a whole or not at all. */
interface NameChange {
  readonly names: ReadonlyMap<string, Entry | undefined>;
  readonly operation: Recorded<FileOperation>;
}

class DiskDirectory {
  readonly now = new Map<string, Entry>();
  readonly #synced = new Map<string, Entry>();
  #pending: NameChange[] = [];

  change(operation: Recorded<FileOperation>, names: ReadonlyMap<string, Entry | undefined>): void {
    const change = { names, operation };
    apply(this.now, change);
    this.#pending.push(change);
  }

  /** Puts on the medium what was changed before the moment. */
  sync(began: number): void {
    for (const change of this.#pending.filter(({ operation }) => operation.at < began)) {
      apply(this.#synced, change);
    }
    this.#pending = this.#pending.filter(({ operation }) => operation.at >= began);
  }

  /** What was changed and not put on the medium. */
  get unsynced(): Recorded<FileOperation>[] {
    return this.#pending.map(({ operation }) => operation);
  }

  /** What its names may stand for after a power cut: of the changes since the last sync, any are there. */
  afterPowerCut(random: () => number): ReadonlyMap<string, Entry> {
    const steps = progress(
      this.#pending.map(() => 1),
      random,
    );
    return this.#namesAfter(this.#pending.filter((_, i) => steps[i] === 1));
  }

  /** What its names stand for where these operations alone are lost. */
  without(lost: ReadonlySet<Recorded<FileOperation>>): ReadonlyMap<string, Entry> {
    return this.#namesAfter(this.#pending.filter(({ operation }) => !lost.has(operation)));
  }

  #namesAfter(changes: readonly NameChange[]): ReadonlyMap<string, Entry> {
    const names = new Map(this.#synced);
    for (const change of changes) apply(names, change);
    return names;
  }
}

function apply(names: Map<string, Entry>, change: NameChange): void {
  for (const [name, entry] of change.names) {
    if (entry === undefined) names.delete(name);
    else names.set(name, entry);
  }
}

/**
 * A file system that knows what a program did below one folder and, at each moment, what a power cut may leave of it.
 * It promises no more than POSIX does: what was synced stays; of all else each sector of a file and each name of a
 * directory may be there or not, whatever came first. A synced file whose name was not is gone.
 */
export class Disk {
  readonly #root: string;
  readonly #top = new DiskDirectory();

  /**
   * @param root a folder that is itself safe
   * @param before what stands in it, and is safe
   */
  constructor(root: string, before: Tree = new Map()) {
    this.#root = root;
    for (const [name, content] of before) {
      const path = join(root, name);
      if (content === 'directory') this.apply({ kind: 'mkdir', path, at: 0 });
      else {
        this.apply({ kind: 'open', path, creates: true, empties: false, at: 0 });
        this.apply({ kind: 'write', path, offset: 0, bytes: content, at: 0 });
        this.apply({ kind: 'sync', path, began: 1, at: 0 });
      }
      this.apply({ kind: 'sync', path: dirname(path), began: 1, at: 0 });
    }
  }

  apply(operation: Recorded<FileOperation>): void {
    const { path } = operation;
    switch (operation.kind) {
      case 'open':
        this.#open(operation);
        break;
      case 'write':
        this.#file(path).write(operation);
        break;
      case 'truncate':
        this.#file(path).truncate(operation, operation.size);
        break;
      case 'sync':
        this.#existing(path).sync(operation.began);
        break;
      case 'mkdir':
        this.#name(operation, new DiskDirectory());
        break;
      case 'remove':
        this.#name(operation, undefined);
        break;
      default: {
        const { from, kind } = operation;
        if (dirname(from) !== dirname(path)) {
          throw new Error(`what a power cut leaves of this is not known here: ${nameOf(operation)}`);
        }
        this.#name(operation, this.#existing(from), kind === 'rename' ? basename(from) : undefined);
      }
    }
  }

  /** What stands there for whoever looks while there is power. */
  now(): Tree {
    return this.without(new Set());
  }

  /** What stands there where these operations were lost, and no others. */
  without(lost: ReadonlySet<Recorded<FileOperation>>): Tree {
    return treeOf(this.#top, {
      namesOf: (directory) => directory.without(lost),
      contentOf: (file) => file.without(lost),
    });
  }

  /** What stands there once power is back, as the random numbers have it. */
  afterPowerCut(random: () => number): Tree {
    // A file may have two names.
    const left = new Map<DiskFile, Buffer>();
    return treeOf(this.#top, {
      namesOf: (directory) => directory.afterPowerCut(random),
      contentOf: (file) => {
        const content = left.get(file) ?? file.afterPowerCut(random);
        left.set(file, content);
        return content;
      },
    });
  }

  /** What a power cut may undo at this moment, in the order in which it was done. */
  unsynced(): Recorded<FileOperation>[] {
    const found = new Set<Recorded<FileOperation>>();
    const collect = (entry: Entry) => {
      for (const operation of entry.unsynced) found.add(operation);
      if (entry instanceof DiskDirectory) for (const inner of entry.now.values()) collect(inner);
    };
    collect(this.#top);
    return [...found].sort((a, b) => a.at - b.at);
  }

  #open(operation: Recorded<Extract<FileOperation, { kind: 'open' }>>): void {
    const found = this.#find(operation.path);
    if (found instanceof DiskFile && operation.empties) found.truncate(operation, 0);
    if (!found && operation.creates) this.#name(operation, new DiskFile());
  }

  /** @param gone a name beside it that ends with this */
  #name(operation: Recorded<FileOperation>, entry: Entry | undefined, gone?: string): void {
    const directory = this.#existing(dirname(operation.path));
    if (!(directory instanceof DiskDirectory)) throw new Error(`${dirname(operation.path)} is no directory`);
    const names = new Map([[basename(operation.path), entry]]);
    if (gone !== undefined) names.set(gone, undefined);
    directory.change(operation, names);
  }

  #find(path: string): Entry | undefined {
    let entry: Entry | undefined = this.#top;
    for (const name of relative(this.#root, path).split(sep)) {
      if (name === '') continue;
      if (!(entry instanceof DiskDirectory)) return undefined;
      entry = entry.now.get(name);
    }
    return entry;
  }

  #existing(path: string): Entry {
    const found = this.#find(path);
    if (!found) throw new Error(`${path} was used and never made: the record of operations is not whole`);
    return found;
  }

  #file(path: string): DiskFile {
    const found = this.#existing(path);
    if (!(found instanceof DiskFile)) throw new Error(`${path} is no file`);
    return found;
  }
}

interface Look {
  readonly namesOf: (directory: DiskDirectory) => ReadonlyMap<string, Entry>;
  readonly contentOf: (file: DiskFile) => Buffer;
}

function treeOf(top: DiskDirectory, { namesOf, contentOf }: Look): Tree {
  const tree = new Map<string, Buffer | 'directory'>();
  const walk = (directory: DiskDirectory, path: string) => {
    for (const [name, entry] of namesOf(directory)) {
      const inner = join(path, name);
      if (entry instanceof DiskDirectory) {
        tree.set(inner, 'directory');
        walk(entry, inner);
      } else tree.set(inner, contentOf(entry));
    }
  };
  walk(top, '');
  return tree;
}
