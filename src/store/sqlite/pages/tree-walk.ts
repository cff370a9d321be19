import { type Cell, readTreePage, type TreeKind, type TreePage } from './btree-page.ts';
import type { PageFile } from './page-file.ts';
import type { PageUse } from './page-use.ts';
import { type Column, readRecord } from './record-format.ts';

/** How a table stands in its tree. */
export interface TreeShape<Row, Key> {
  readonly kind: TreeKind;
  /** The row of a record, or undefined where it is none of this table's, or its checksum says that it was changed. */
  read(columns: readonly Column[], rowid: bigint | undefined): Row | undefined;
  keyOf(row: Row): Key;
  compare(a: Key, b: Key): number;
}

/** What a walk meets, in the tree's order. */
export type Met<Row> =
  | { readonly what: 'row'; readonly row: Row; readonly page: number }
  /** A sound row in a place where its key cannot be: the page is another's, or an old one. */
  | { readonly what: 'stray'; readonly row: Row; readonly page: number }
  /** Something is missing here. */
  | {
      readonly what: 'hole';
      readonly page: number;
      readonly problem: string;
      readonly columns?: readonly Column[];
    }
  /** Nothing is missing, but the page is not as SQLite leaves one. */
  | { readonly what: 'flaw'; readonly page: number; readonly problem: string };

/** SQLite's own bound. */
const deepest = 20;

/** Walks the tree at `root` from its least key to its greatest, past whatever is damaged. Each page is read once. */
export class TreeWalk<Row, Key> {
  readonly #file: PageFile;
  readonly #use: PageUse;
  readonly #shape: TreeShape<Row, Key>;
  #last: Key | undefined;
  #leafDepth: number | undefined;

  constructor(file: PageFile, use: PageUse, shape: TreeShape<Row, Key>) {
    this.#file = file;
    this.#use = use;
    this.#shape = shape;
  }

  *from(root: number): Generator<Met<Row>> {
    yield* this.#page(root, undefined, 1);
  }

  /** @param end what every key on the page and below comes before */
  *#page(number: number, end: Key | undefined, depth: number): Generator<Met<Row>> {
    const hole = (problem: string) => ({ what: 'hole', page: number, problem }) as const;
    if (depth > deepest) return yield hole(`the tree is deeper than ${deepest} pages`);
    const taken = this.#use.take(number, 'tree');
    if (taken) return yield hole(taken);
    const bytes = this.#file.read(number);
    if (bytes === undefined) return yield hole(`page ${number} is missing`);
    const page = readTreePage(bytes, this.#file.usable, number === 1);
    if (page?.kind !== this.#shape.kind) return yield hole(`page ${number} is damaged`);
    yield* this.#flaws(page, number, depth);
    for (const cell of page.cells) {
      if (cell === undefined) yield hole(`a row on page ${number} is damaged`);
      else yield* this.#cell(cell, number, end, depth);
    }
    if (page.rightChild !== undefined) yield* this.#page(page.rightChild, end, depth + 1);
  }

  *#flaws(page: TreePage, number: number, depth: number): Generator<Met<Row>> {
    for (const problem of page.problems)
      yield { what: 'flaw', page: number, problem: `page ${number}: ${problem}` };
    if (!page.isLeaf) return;
    this.#leafDepth ??= depth;
    if (depth !== this.#leafDepth)
      yield { what: 'flaw', page: number, problem: `page ${number} is at another depth` };
  }

  *#cell(cell: Cell, number: number, end: Key | undefined, depth: number): Generator<Met<Row>> {
    const read = cell.payload && this.#read(cell, number);
    const row = read?.row;
    if (cell.child !== undefined) {
      const border = row === undefined ? this.#borderOf(cell) : this.#shape.keyOf(row);
      const isInOrder = border !== undefined && this.#isBetween(border, end);
      yield* this.#page(cell.child, isInOrder ? border : end, depth + 1);
    }
    if (cell.payload === undefined) return;
    if (row === undefined) {
      const problem = read?.problem ?? `a row on page ${number} is damaged`;
      yield { what: 'hole', page: number, problem, ...(read?.columns && { columns: read.columns }) };
      return;
    }
    const key = this.#shape.keyOf(row);
    if (this.#isBetween(key, end)) {
      this.#last = key;
      yield { what: 'row', row, page: number };
    } else {
      yield { what: 'hole', page: number, problem: `a row on page ${number} is out of order` };
      yield { what: 'stray', row, page: number };
    }
  }

  /** Where interior cells hold no row, their number is the last that may stand below. */
  #borderOf({ rowid }: Cell): Key | undefined {
    return rowid === undefined ? undefined : ((rowid + 1n) as Key);
  }

  #isBetween(key: Key, end: Key | undefined): boolean {
    const { compare } = this.#shape;
    if (this.#last !== undefined && compare(key, this.#last) <= 0) return false;
    return end === undefined || compare(key, end) < 0;
  }

  #read(cell: Cell, number: number): { row?: Row; columns?: Column[]; problem?: string } {
    const payload = readPayload(this.#file, cell, this.#use);
    if (typeof payload === 'string') return { problem: `a row on page ${number} is cut short: ${payload}` };
    const columns = readRecord(payload);
    if (columns === undefined) return {};
    const row = this.#shape.read(columns, cell.rowid);
    return row === undefined ? { columns } : { row, columns };
  }
}

/** The sound rows on one page, whatever tree it is or was of. Pages of long rows are looked up, not noted. */
export function* rowsOnPage<Row, Key>(
  file: PageFile,
  number: number,
  shape: TreeShape<Row, Key>,
): Generator<Row> {
  const bytes = file.read(number);
  const page = bytes && readTreePage(bytes, file.usable, number === 1);
  if (page?.kind !== shape.kind) return;
  for (const cell of page.cells) {
    const payload = cell?.payload && readPayload(file, cell);
    const columns = payload instanceof Buffer ? readRecord(payload) : undefined;
    const row = columns && shape.read(columns, cell?.rowid);
    if (row !== undefined) yield row;
  }
}

/** All bytes of a record, also those on overflow pages; or what is wrong with these. */
export function readPayload(file: PageFile, { payload }: Cell, use?: PageUse): Buffer | string {
  if (payload === undefined) return 'there is none';
  const { length, local, overflow } = payload;
  if (local.length === length) return local;
  // What cannot be in the file is not worth the memory.
  if (length > file.pageCount * file.usable) return `it would have ${length} bytes`;
  const parts = [local];
  let missing = length - local.length;
  let page = overflow;
  for (; missing > 0; ) {
    const problem = use
      ? use.take(page, 'overflow')
      : parts.length > file.pageCount
        ? 'it has no end'
        : undefined;
    if (problem) return problem;
    const bytes = page === 0 ? undefined : file.read(page);
    if (bytes === undefined) return `page ${page} is missing`;
    const part = bytes.subarray(4, Math.min(4 + missing, file.usable));
    parts.push(part);
    missing -= part.length;
    page = bytes.readUInt32BE(0);
  }
  return page === 0 ? Buffer.concat(parts) : 'its last page is not the last';
}
