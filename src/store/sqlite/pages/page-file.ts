import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { noWal, readWal, type WalReading } from './wal-file.ts';

// https://www.sqlite.org/fileformat2.html#the_database_header
const magic = Buffer.from('SQLite format 3\0');
const defaultPageSize = 4096;
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
  readonly pageSize: number;
  /** How many bytes of a page SQLite uses. */
  readonly usable: number;
  readonly pageCount: number;
  /** Of the file and its write-ahead log. */
  readonly bytes: number;
  readonly wal: WalReading;
  /** Undefined where page 1 does not begin as that of a database does. */
  readonly header: FileHeader | undefined;
  /** What is wrong with the header, in words. */
  readonly headerProblems: readonly string[];
  readonly #main: number;
  #log: number | undefined;

  /** @throws the system's error when it cannot be read */
  constructor(path: string) {
    this.#main = openSync(path, 'r');
    try {
      const start = this.#at(this.#main, 0, 100);
      this.pageSize = pageSizeOf(start);
      this.wal = start.length === 0 ? noWal : readWal(path, this.pageSize, (page) => this.#readMain(page));
      if (this.wal.places.size > 0) this.#log = openSync(`${path}-wal`, 'r');
      const { size } = fstatSync(this.#main);
      this.bytes = size + (this.#log === undefined ? 0 : fstatSync(this.#log).size);
      const first = this.read(1);
      const said = this.wal.pageCount ?? (first && isDatabase(first) ? first.readUInt32BE(28) : 0);
      const there = Math.ceil(size / this.pageSize);
      // A size that lies must not make anybody look for pages that cannot be there.
      this.pageCount = said > 0 && said <= there + this.wal.places.size ? said : there;
      this.usable = this.pageSize - (first && isDatabase(first) ? Math.min(first[20] ?? 0, 32) : 0);
      this.header = first && isDatabase(first) ? readHeader(first) : undefined;
      this.headerProblems = first
        ? problemsOf(first, this.pageSize, there, this.wal.pageCount)
        : ['page 1 is missing'];
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** The page that SQLite leaves out, where the file is that long. */
  get lockedPage(): number {
    return Math.floor(lockedByte / this.pageSize) + 1;
  }

  /** The newest content of a page, from 1 on; undefined where there is none. Page 1 may be an older one that is left. */
  read(page: number): Buffer | undefined {
    if (page !== 1 && this.wal.lostPages.has(page)) return undefined;
    const place = this.wal.places.get(page);
    if (place === undefined || this.#log === undefined) return this.#readMain(page);
    return whole(this.#at(this.#log, place, this.pageSize), this.pageSize);
  }

  close(): void {
    closeSync(this.#main);
    if (this.#log !== undefined) closeSync(this.#log);
  }

  #readMain(page: number): Buffer | undefined {
    return whole(this.#at(this.#main, (page - 1) * this.pageSize, this.pageSize), this.pageSize);
  }

  #at(descriptor: number, position: number, length: number): Buffer {
    const bytes = Buffer.allocUnsafe(length);
    return bytes.subarray(0, readSync(descriptor, bytes, 0, length, position));
  }
}

function whole(bytes: Buffer, length: number): Buffer | undefined {
  return bytes.length === length ? bytes : undefined;
}

function isDatabase(page: Buffer): boolean {
  return page.subarray(0, magic.length).equals(magic);
}

function pageSizeOf(start: Buffer): number {
  if (start.length < 100 || !isDatabase(start)) return defaultPageSize;
  // 1 stands for 65,536, which does not fit into its two bytes.
  const said = start.readUInt16BE(16) === 1 ? 65_536 : start.readUInt16BE(16);
  return said >= 512 && (said & (said - 1)) === 0 ? said : defaultPageSize;
}

function readHeader(page: Buffer): FileHeader {
  return {
    freePage: page.readUInt32BE(32),
    freePages: page.readUInt32BE(36),
    schemaVersion: page.readUInt32BE(60),
    applicationId: page.readUInt32BE(68),
  };
}

/** What our files have in their headers, whatever version wrote them. */
function problemsOf(page: Buffer, pageSize: number, there: number, inLog: number | undefined): string[] {
  if (!isDatabase(page)) return ['it does not begin as a database does'];
  const expected: [what: string, found: number, right: number][] = [
    ['page size', page.readUInt16BE(16), defaultPageSize],
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
  const pages = page.readUInt32BE(28);
  if (inLog === undefined && pages > there)
    problems.push(`it has ${there * pageSize} of ${pages * pageSize} bytes`);
  if (inLog !== undefined && pages !== inLog) problems.push(`it says ${pages} pages and has ${inLog}`);
  return problems;
}
