import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { applicationId } from '../schema.ts';
import { readWal, type WalReading } from './wal-file.ts';

// https://www.sqlite.org/fileformat2.html#the_database_header
const magic = Buffer.from('SQLite format 3\0');
const headerBytes = 100;
/** Of every file of ours, whatever a damaged header says: with another number nothing would be found in it. */
const pageSize = 4096;
/** SQLite locks bytes from here on and keeps nothing in the page around them. */
const lockedByte = 0x4000_0000;

/** What the file says of itself on page 1. */
export interface FileHeader {
  readonly applicationId: number;
  readonly schemaVersion: number;
  readonly freePage: number;
  readonly freePages: number;
}

/** The pages of a data file, those in its write-ahead log among them, read one by one and never written. */
export class PageFile {
  /** How many bytes of a page SQLite uses: all of them, in our files. */
  readonly usable = pageSize;
  readonly pageCount: number;
  /** How many there were as the file says, of which some may be cut off. */
  readonly statedCount: number;
  /** Of the file and its write-ahead log. */
  readonly bytes: number;
  readonly wal: WalReading;
  /** Undefined where page 1 does not begin as that of a database does. */
  readonly header: FileHeader | undefined;
  /**
   * What is wrong with the header that SQLite reads, in words. One in the file that the log has a newer one of is passed
   * over: a power cut may have left anything there while the log was copied, and SQLite copies it anew.
   */
  readonly headerProblems: readonly string[];
  readonly #main: number;
  #log: number | undefined;

  /** @throws the system's error when it cannot be read */
  constructor(path: string) {
    this.#main = openSync(path, 'r');
    try {
      this.wal = readWal(path, pageSize, (page) => this.#readMain(page));
      if (this.wal.places.size > 0) this.#log = openSync(`${path}-wal`, 'r');
      const { size } = fstatSync(this.#main);
      this.bytes = size + (this.#log === undefined ? 0 : fstatSync(this.#log).size);
      const first = this.read(1);
      const said = this.wal.pageCount ?? (first && isDatabase(first) ? first.readUInt32BE(28) : 0);
      const there = Math.ceil(size / pageSize);
      // A size that lies must not make anybody look for pages that cannot be there.
      this.pageCount = said > 0 && said <= there + this.wal.places.size ? said : there;
      this.statedCount = Math.max(said, this.pageCount);
      this.header = first && isDatabase(first) ? readHeader(first) : undefined;
      this.headerProblems = [
        ...(first ? problemsOf(first) : ['page 1 is missing']),
        ...(first && isDatabase(first) ? sizeProblems(first, size, this.wal.pageCount) : []),
      ];
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** The page that SQLite leaves out, where the file is that long. */
  get lockedPage(): number {
    return Math.floor(lockedByte / pageSize) + 1;
  }

  /** The newest content of a page, from 1 on; undefined where there is none. Page 1 may be an older one that is left. */
  read(page: number): Buffer | undefined {
    if (page < 1 || (page !== 1 && this.wal.lostPages.has(page))) return undefined;
    const place = this.wal.places.get(page);
    if (place === undefined || this.#log === undefined) return this.#readMain(page);
    return whole(this.#at(this.#log, place, pageSize));
  }

  close(): void {
    closeSync(this.#main);
    if (this.#log !== undefined) closeSync(this.#log);
  }

  #readMain(page: number): Buffer | undefined {
    return whole(this.#at(this.#main, (page - 1) * pageSize, pageSize));
  }

  #at(descriptor: number, position: number, length: number): Buffer {
    const bytes = Buffer.allocUnsafe(length);
    return bytes.subarray(0, readSync(descriptor, bytes, 0, length, position));
  }
}

function whole(bytes: Buffer): Buffer | undefined {
  return bytes.length === pageSize ? bytes : undefined;
}

function isDatabase(page: Buffer): boolean {
  return page.length >= headerBytes && page.subarray(0, magic.length).equals(magic);
}

function readHeader(page: Buffer): FileHeader {
  return {
    freePage: page.readUInt32BE(32),
    freePages: page.readUInt32BE(36),
    schemaVersion: page.readUInt32BE(60),
    applicationId: page.readUInt32BE(68),
  };
}

/** Compares with what our files have in their headers, whatever version wrote them. */
function problemsOf(page: Buffer): string[] {
  if (!isDatabase(page)) return ['it does not begin as a database does'];
  const expected: [what: string, found: number, right: number][] = [
    ['page size', page.readUInt16BE(16), pageSize],
    ['reserved bytes', page[20] ?? 0, 0],
    ['largest payload', page[21] ?? 0, 64],
    ['least payload', page[22] ?? 0, 32],
    ['leaf payload', page[23] ?? 0, 32],
    ['schema format', page.readUInt32BE(44), 4],
    ['root of its page map', page.readUInt32BE(52), 0],
    ['text encoding', page.readUInt32BE(56), 1],
    ['vacuum mode', page.readUInt32BE(64), 0],
  ];
  const problems = expected
    .filter(([, found, right]) => found !== right)
    .map(([what, found, right]) => `its ${what} is ${found}, not ${right}`);
  // 1 until its first write-ahead log, then 2.
  const [written = 0, read = 0] = page.subarray(18, 20);
  if (written !== read || (read !== 1 && read !== 2)) problems.push(`its format is ${written}, ${read}`);
  if (readHeader(page).applicationId !== applicationId) problems.push('its mark is that of another program');
  return problems;
}

/** @param inLog the missing pages may stand there */
function sizeProblems(page: Buffer, size: number, inLog: number | undefined): string[] {
  const pages = page.readUInt32BE(28);
  if (inLog !== undefined) return pages === inLog ? [] : [`it says ${pages} pages and has ${inLog}`];
  return size < pages * pageSize ? [`it has ${size} of ${pages * pageSize} bytes`] : [];
}
