import { setImmediate as turn } from 'node:timers/promises';
import type { PageFile } from '../pages/page-file.ts';
import { PageUse, readFreeList } from '../pages/page-use.ts';
import type { Column } from '../pages/record-format.ts';
import { type TreeShape, TreeWalk } from '../pages/tree-walk.ts';
import type { Migration } from '../schema.ts';
import { compareSchema, findRoots, readSchema } from './schema-tables.ts';
import {
  type ClockRow,
  type KeyRow,
  type LogRow,
  type RecordRow,
  type Tables,
  tablesOf,
} from './table-shapes.ts';

/** A row by what it is found by. */
export type RowName = Pick<RecordRow, 'collection' | 'id'>;

/** A stretch of a table in which something is missing: between two sound rows, or an end of the table. */
export interface Hole<Row> {
  readonly after: Row | undefined;
  before: Row | undefined;
  /** The rows that are known to be missing, by what is left of them. */
  readonly known: RowName[];
  /** Whether these are all. */
  isExact: boolean;
}

/** Who hears of what is sound, table by table, each in its order. */
export interface Visitor {
  row?(row: RecordRow): void;
  /** @param holes where rows are missing */
  key?(row: KeyRow, holes: readonly Hole<RecordRow>[]): void;
  /** The same keys in the order of their rows, where the file has them twice. */
  keyOfRow?(row: KeyRow): void;
  log?(row: LogRow): void;
  clock?(row: ClockRow): void;
}

/** What a file holds, and what is wrong with it. */
export interface Survey {
  readonly tables: Tables;
  /** In words, the first of them. */
  readonly problems: readonly string[];
  readonly problemCount: number;
  readonly holes: readonly Hole<RecordRow>[];
  readonly logHoles: readonly Hole<LogRow>[];
  readonly keyHoles: readonly Hole<KeyRow>[];
  /** Pages on which sound rows may stand where they cannot belong. */
  readonly strayPages: readonly number[];
  /** Pages that nothing leads to, nor are they known to be free. */
  readonly orphanPages: readonly number[];
  /** Whether every page that is free is known as such. */
  readonly isFreeListWhole: boolean;
}

const mostProblems = 100;
const longestTurnMs = 20;

/** Reads the whole file, past whatever is damaged in it. @param version of its schema */
export class Surveyor {
  readonly #file: PageFile;
  readonly #steps: readonly Migration[];
  readonly #version: number;
  readonly #visitor: Visitor;
  readonly #use: PageUse;
  readonly #problems: string[] = [];
  #problemCount = 0;
  readonly #strays = new Set<number>();
  #lastTurn = performance.now();

  constructor(file: PageFile, version: number, steps: readonly Migration[], visitor: Visitor) {
    this.#file = file;
    this.#version = version;
    this.#steps = steps;
    this.#visitor = visitor;
    this.#use = new PageUse(file.pageCount);
  }

  async survey(): Promise<Survey> {
    const file = this.#file;
    const tables = tablesOf(this.#version);
    this.#note(...file.headerProblems);
    if (file.wal.damage !== undefined) this.#note(file.wal.damage);
    this.#note(...compareSchema(readSchema(file, this.#use), this.#version, this.#steps));
    const roots = findRoots(file, this.#version, this.#steps);
    const { records, keys, keysOfRow, clock, log } = tables;
    const visitor = this.#visitor;
    const holes = await this.#walk(roots, records, (row) => visitor.row?.(row));
    const keyHoles = await this.#walk(roots, keys, (row) => visitor.key?.(row, holes));
    if (keysOfRow) await this.#walk(roots, keysOfRow, (row) => visitor.keyOfRow?.(row));
    let points = 0;
    await this.#walk(roots, clock, (row) => {
      points++;
      visitor.clock?.(row);
    });
    if (points !== 1) this.#note('the point of the clock is lost');
    const logHoles = log ? await this.#walk(roots, log, (row) => visitor.log?.(row)) : [];
    const freeList = readFreeList(file, this.#use);
    if (freeList.problem !== undefined) this.#note(freeList.problem);
    const orphanPages = [...this.#use.unused()].filter((page) => page !== file.lockedPage);
    if (orphanPages.length > 0) this.#note(`nothing leads to ${orphanPages.length} of its pages`);
    return {
      tables,
      problems: this.#problems,
      problemCount: this.#problemCount,
      holes,
      logHoles,
      keyHoles,
      strayPages: [...this.#strays],
      orphanPages,
      isFreeListWhole: freeList.isWhole,
    };
  }

  #note(...problems: string[]): void {
    this.#problemCount += problems.length;
    this.#problems.push(...problems.slice(0, mostProblems - this.#problems.length));
  }

  async #walk<Row, Key>(
    roots: ReadonlyMap<string, number>,
    { name, shape }: { name: string; shape: TreeShape<Row, Key> },
    visit: (row: Row) => void,
  ): Promise<Hole<Row>[]> {
    const holes: Hole<Row>[] = [];
    const root = roots.get(name);
    if (root === undefined) {
      this.#note(`the table ${name} is lost`);
      return [{ after: undefined, before: undefined, known: [], isExact: false }];
    }
    let after: Row | undefined;
    let open: Hole<Row> | undefined;
    for (const met of new TreeWalk(this.#file, this.#use, shape).from(root)) {
      if (performance.now() - this.#lastTurn > longestTurnMs) {
        await turn();
        this.#lastTurn = performance.now();
      }
      if (met.what === 'row') {
        if (open) open.before = met.row;
        open = undefined;
        after = met.row;
        visit(met.row);
        continue;
      }
      if (met.what === 'stray') {
        this.#strays.add(met.page);
        continue;
      }
      this.#note(`${name}: ${met.problem}`);
      if (met.what === 'flaw') continue;
      // It may be a page of another table, and hold rows of that.
      this.#strays.add(met.page);
      if (open === undefined) {
        open = { after, before: undefined, known: [], isExact: true };
        holes.push(open);
      }
      const known = met.columns && nameOf(met.columns);
      if (known) open.known.push(known);
      else open.isExact = false;
    }
    return holes;
  }
}

const plainName = /^[\w/-]{1,100}$/;

/** Which row this was, where its first columns can be believed. */
function nameOf([collection, id]: readonly Column[]): RowName | undefined {
  const text = (column: Column | undefined) =>
    column?.kind === 'text' ? column.bytes.toString('latin1') : '';
  const name = { collection: text(collection), id: text(id) };
  return plainName.test(name.collection) && plainName.test(name.id) ? name : undefined;
}
