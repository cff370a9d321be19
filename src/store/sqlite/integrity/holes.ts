import type { PageFile } from '../pages/page-file.ts';
import { rowsOnPage } from '../pages/tree-walk.ts';
import type { Hole, RowName, Survey } from './survey.ts';
import type { RecordRow } from './table-shapes.ts';

/** The hole that a row of this name would be in; they are in the order of the table. */
export function holeAt(holes: readonly Hole<RecordRow>[], name: RowName): Hole<RecordRow> | undefined {
  let from = 0;
  let to = holes.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    const hole = holes[middle] as Hole<RecordRow>;
    if (hole.after !== undefined && compareNames(name, hole.after) <= 0) to = middle;
    else if (hole.before !== undefined && compareNames(name, hole.before) >= 0) from = middle + 1;
    else return hole;
  }
  return undefined;
}

/**
 * Sound rows that stand where nothing leads to them: their page came to stand in another's place, or what led to it is
 * damaged. They belong into a hole; those of a page that is in use and that nothing leads to are of the table although it
 * seems to have none, where an empty page came to stand in the place of one that led to others. None where it is not known
 * of every page whether it is free: these may be rows that were deleted or changed since.
 */
export function* rowsForHoles(
  file: PageFile,
  { tables, holes, strayPages, orphanPages, isFreeListWhole }: Survey,
): Generator<RecordRow> {
  if (!isFreeListWhole) return;
  for (const page of strayPages) {
    for (const row of rowsOnPage(file, page, tables.records.shape)) {
      if (holeAt(holes, row) !== undefined) yield row;
    }
  }
  for (const page of orphanPages) yield* rowsOnPage(file, page, tables.records.shape);
}

function compareNames(a: RowName, b: RowName): number {
  if (a.collection !== b.collection)
    return Buffer.compare(Buffer.from(a.collection), Buffer.from(b.collection));
  return Buffer.compare(Buffer.from(a.id), Buffer.from(b.id));
}
