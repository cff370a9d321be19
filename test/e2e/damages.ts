import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** Where a file is damaged: anywhere, in what finds the rest (the first pages), or in its write-ahead log. */
export type DamageTarget = 'anywhere' | 'beginning' | 'log';

export interface Damage {
  readonly what: string;
  /** Behind the last byte that it changed; infinity where the end is missing. */
  readonly end: number;
  /** It may have taken what tells that the file is ours. */
  readonly mayHideFile: boolean;
  /** Which of these rows stand whole in the file, on a page whose head is whole: they can be found. */
  untouchedRows(rows: readonly Buffer[]): Buffer[];
}

const pageSize = 4096;
const sector = 512;

/** Damages the file in one of the ways in which disks do. */
export function damageFile(data: string, target: DamageTarget, random: () => number): Damage {
  const suffix = target === 'log' ? '-wal' : '';
  const path = data + suffix;
  const before = readFileSync(path);
  const bytes = Buffer.from(before);
  const within = target === 'beginning' ? Math.min(bytes.length, 12 * pageSize) : bytes.length;
  const at = (below: number) => Math.floor(random() * below);
  const place = at(within);
  const kind = at(10);
  let what: string;
  let cut = bytes.length;
  let end = Number.POSITIVE_INFINITY;
  if (kind < 5) {
    const count = 1 + at(3);
    for (let i = 0; i < count; i++) {
      const byte = Math.min(place + i, bytes.length - 1);
      bytes[byte] = (bytes[byte] ?? 0) ^ (1 + at(255));
    }
    end = place + count;
    what = `${count} bytes changed at ${place}`;
  } else if (kind < 7) {
    const start = place - (place % sector);
    end = Math.min(start + sector * (1 + at(8)), bytes.length);
    bytes.fill(kind === 5 ? 0 : 0xa5, start, end);
    what = `${start} to ${end} overwritten with ${kind === 5 ? '0' : '0xa5'}`;
  } else if (kind < 9) {
    const [a, b] = [place, at(within)].map((byte) => byte - (byte % pageSize)) as [number, number];
    before.copy(bytes, a, b, b + pageSize);
    before.copy(bytes, b, a, a + pageSize);
    end = Math.max(a, b) + pageSize;
    what = `pages at ${a} and ${b} swapped`;
  } else {
    cut = Math.max(place, 1);
    what = `cut to ${cut} of ${bytes.length} bytes`;
  }
  const after = bytes.subarray(0, cut);
  writeFileSync(path, after);
  return {
    what: `${suffix} ${what}`,
    end,
    mayHideFile: target !== 'log' && !after.subarray(0, pageSize).equals(before.subarray(0, pageSize)),
    untouchedRows: (rows) =>
      target === 'log' || existsSync(`${data}-wal`) ? [] : wholeRows(rows, before, after),
  };
}

/** The pages of the free list, from 0 on: those that name others, and those named. */
function freePages(pages: readonly Buffer[]): { trunks: number[]; leaves: number[] } {
  const trunks: number[] = [];
  const leaves: number[] = [];
  for (let trunk = pages[0]?.readUInt32BE(32) ?? 0; trunk !== 0; ) {
    const page = pages[trunk - 1] as Buffer;
    trunks.push(trunk - 1);
    for (let n = 0; n < page.readUInt32BE(4); n++) leaves.push(page.readUInt32BE(8 + 4 * n) - 1);
    trunk = page.readUInt32BE(0);
  }
  return { trunks, leaves };
}

/**
 * Rows on pages that are as they were, wherever these are now, unless they changed places with a page that was free or
 * holds something else: what is free is of the past. None where the list of free pages is damaged: what stands where
 * nothing leads to may be of the past then.
 */
function wholeRows(rows: readonly Buffer[], before: Buffer, after: Buffer): Buffer[] {
  const pages = (bytes: Buffer) =>
    Array.from({ length: Math.floor(bytes.length / pageSize) }, (_, i) =>
      bytes.subarray(i * pageSize, (i + 1) * pageSize),
    );
  const old = pages(before);
  const now = pages(after);
  const changed = old.map((page, i) => !now[i]?.equals(page));
  // Page 1 names the roots and the free pages.
  if (changed[0]) return [];
  const isMoved =
    changed.filter(Boolean).length === 2 &&
    changed.every((is, i) => !is || old.some((page, j) => j !== i && now[i]?.equals(page)));
  if (isMoved && old.some((page, i) => changed[i] && ![2, 10].includes(page[0] ?? 0))) return [];
  const free = freePages(old);
  if (free.trunks.some((page) => changed[page])) return [];
  if (isMoved && free.leaves.some((page) => changed[page])) return [];
  // Looking for a row in a large file takes a while.
  const step = Math.ceil(rows.length / 200);
  return rows.filter((row, i) => {
    if (i % step > 0) return false;
    const place = before.indexOf(row);
    if (place === -1 || before.indexOf(row, place + 1) !== -1) return false;
    const page = Math.floor(place / pageSize);
    if (!changed[page] || isMoved) return true;
    const [was, is] = [old[page], now[page]];
    if (was === undefined || is === undefined) return false;
    const headEnd = 12 + 2 * was.readUInt16BE(3);
    const start = (place % pageSize) - 200;
    return (
      was.subarray(0, headEnd).equals(is.subarray(0, headEnd)) &&
      was
        .subarray(Math.max(start, headEnd), (place % pageSize) + row.length)
        .equals(is.subarray(Math.max(start, headEnd), (place % pageSize) + row.length))
    );
  });
}
