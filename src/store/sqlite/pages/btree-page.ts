import { readLength, readVarint } from './record-format.ts';

// https://www.sqlite.org/fileformat2.html#b_tree_pages

export type TreeKind = 'table' | 'index';

/** What stands in one cell: a child page, a record, or both. */
export interface Cell {
  /** The page with what comes before it; none in a leaf. */
  readonly child?: number;
  /** Of table trees. */
  readonly rowid?: bigint;
  /** Of all but interior cells of table trees: the whole length, the part that stands here, and the rest's first page. */
  readonly payload?: { readonly length: number; readonly local: Buffer; readonly overflow: number };
}

/** A page of a tree as far as it can be read. */
export interface TreePage {
  readonly kind: TreeKind;
  readonly isLeaf: boolean;
  /** In their order; undefined for one that cannot be read. */
  readonly cells: readonly (Cell | undefined)[];
  /** The page with what comes after the last cell; none in a leaf. */
  readonly rightChild?: number;
  /** What is wrong with the page beside its unreadable cells: two things in one place, bytes that belong to nothing. */
  readonly problems: readonly string[];
}

const pageTypes: Readonly<Record<number, { kind: TreeKind; isLeaf: boolean }>> = {
  2: { kind: 'index', isLeaf: false },
  5: { kind: 'table', isLeaf: false },
  10: { kind: 'index', isLeaf: true },
  13: { kind: 'table', isLeaf: true },
};

interface Extent {
  readonly start: number;
  readonly end: number;
}

/**
 * Reads a page of a tree; undefined where it is none. Bounded by the page's size, whatever its numbers say.
 * @param page whole
 * @param usable how many of its bytes SQLite uses
 * @param isFirst it is page 1, which begins with the file's header
 */
export function readTreePage(page: Buffer, usable: number, isFirst = false): TreePage | undefined {
  const at = isFirst ? 100 : 0;
  const type = pageTypes[page[at] ?? 0];
  if (type === undefined) return undefined;
  const headerEnd = at + (type.isLeaf ? 8 : 12);
  const count = page.readUInt16BE(at + 3);
  const pointersEnd = headerEnd + 2 * count;
  if (pointersEnd > usable) return undefined;
  const extents: Extent[] = [];
  const problems: string[] = [];
  const cells: (Cell | undefined)[] = [];
  for (let i = 0; i < count; i++) {
    const start = page.readUInt16BE(headerEnd + 2 * i);
    const read = start >= pointersEnd && start < usable ? readCell(page, usable, start, type) : undefined;
    cells.push(read?.cell);
    if (read) extents.push({ start, end: Math.max(read.end, start + 4) });
    else problems.push(`its cell ${i} cannot be read`);
  }
  problems.push(...readFreeBlocks(page, usable, at + 1, extents));
  // 0 stands for 65,536, which does not fit into its two bytes.
  const contentStart = page.readUInt16BE(at + 5) || 65_536;
  if (contentStart < pointersEnd) problems.push('its cells begin inside its list of them');
  if (problems.length === 0) problems.push(...unaccounted(extents, contentStart, usable, page[at + 7] ?? 0));
  return {
    ...type,
    cells,
    problems,
    ...(!type.isLeaf && { rightChild: page.readUInt32BE(at + 8) }),
  };
}

function readCell(
  page: Buffer,
  usable: number,
  start: number,
  { kind, isLeaf }: { kind: TreeKind; isLeaf: boolean },
): { cell: Cell; end: number } | undefined {
  const bytes = page.subarray(0, usable);
  let at = start;
  let child: number | undefined;
  if (!isLeaf) {
    if (at + 4 > usable) return undefined;
    child = bytes.readUInt32BE(at);
    at += 4;
  }
  if (kind === 'table' && !isLeaf) {
    const rowid = readVarint(bytes, at);
    return rowid && { cell: { child: child as number, rowid: rowid.value }, end: rowid.end };
  }
  const length = readLength(bytes, at);
  if (length === undefined) return undefined;
  at = length.end;
  let rowid: bigint | undefined;
  if (kind === 'table') {
    const read = readVarint(bytes, at);
    if (read === undefined) return undefined;
    rowid = read.value;
    at = read.end;
  }
  const local = localLength(length.value, usable, kind);
  const spills = local < length.value;
  const end = at + local + (spills ? 4 : 0);
  if (end > usable) return undefined;
  const payload = {
    length: length.value,
    local: bytes.subarray(at, at + local),
    overflow: spills ? bytes.readUInt32BE(at + local) : 0,
  };
  return {
    cell: { ...(child !== undefined && { child }), ...(rowid !== undefined && { rowid }), payload },
    end,
  };
}

/** How much of a payload stands in the page itself; the rest is on overflow pages. */
function localLength(length: number, usable: number, kind: TreeKind): number {
  const most = kind === 'table' ? usable - 35 : Math.floor(((usable - 12) * 64) / 255) - 23;
  if (length <= most) return length;
  const least = Math.floor(((usable - 12) * 32) / 255) - 23;
  const local = least + ((length - least) % (usable - 4));
  return local <= most ? local : least;
}

/** Adds the free blocks of a page to what is accounted for. @param at where the first of them is named */
function readFreeBlocks(page: Buffer, usable: number, at: number, extents: Extent[]): string[] {
  let last = 0;
  for (let start = page.readUInt16BE(at); start !== 0; start = page.readUInt16BE(start)) {
    if (start <= last || start + 4 > usable) return ['its list of free blocks is broken'];
    const size = page.readUInt16BE(start + 2);
    if (size < 4 || start + size > usable) return ['its list of free blocks is broken'];
    extents.push({ start, end: start + size });
    last = start;
  }
  return [];
}

/** Between cells and free blocks there are fragments of which the page counts the bytes; nothing overlaps. */
function unaccounted(extents: Extent[], contentStart: number, usable: number, counted: number): string[] {
  extents.sort((a, b) => a.start - b.start);
  let fragments = 0;
  let end = contentStart;
  for (const extent of extents) {
    if (extent.start < end) return ['two of its cells stand in one place'];
    fragments += extent.start - end;
    end = extent.end;
  }
  fragments += usable - end;
  return fragments === counted ? [] : [`it has ${fragments} stray bytes and counts ${counted}`];
}
