import type { FileOperation, Recorded } from './operations.ts';
import { progress } from './progress.ts';

/** What a disk writes as a whole unless the power goes just then. */
const sectorBytes = 512;

/** How often a sector that was being written is left torn, of those that were not written. */
const torn = 0.1;

/** How often a file is as long as it had become, though what was written there is lost. */
const lengthened = 0.5;

interface Write {
  readonly kind: 'write';
  readonly operation: Recorded<FileOperation>;
  readonly offset: number;
  readonly bytes: Buffer;
}

interface Truncate {
  readonly kind: 'truncate';
  readonly operation: Recorded<FileOperation>;
  readonly size: number;
}

/** The part of a write that lies in one sector. */
interface Piece {
  readonly sector: number;
  readonly offset: number;
  readonly bytes: Buffer;
}

/** Bytes that grow, in room that is not made anew for every write. */
class Content {
  #room = Buffer.alloc(0);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  set size(size: number) {
    if (size > this.#room.length) {
      const room = Buffer.alloc(Math.max(size, 2 * this.#room.length));
      this.#room.copy(room, 0, 0, this.#size);
      this.#room = room;
    }
    // What is cut off reads as zeros if the file grows again.
    if (size < this.#size) this.#room.fill(0, size, this.#size);
    this.#size = size;
  }

  put(offset: number, bytes: Buffer): void {
    if (this.#size < offset + bytes.length) this.size = offset + bytes.length;
    bytes.copy(this.#room, offset);
  }

  copy(): Content {
    const copy = new Content();
    copy.#room = Buffer.from(this.#room.subarray(0, this.#size));
    copy.#size = this.#size;
    return copy;
  }

  bytes(): Buffer {
    return this.#room.subarray(0, this.#size);
  }
}

/** A file: what the medium holds, and what was done since the last sync. */
export class DiskFile {
  readonly #synced = new Content();
  #pending: (Write | Truncate)[] = [];
  #size = 0;

  write(operation: Recorded<Extract<FileOperation, { kind: 'write' }>>): void {
    const { bytes } = operation;
    const offset = operation.offset === 'end' ? this.#size : operation.offset;
    this.#pending.push({ kind: 'write', operation, offset, bytes });
    this.#size = Math.max(this.#size, offset + bytes.length);
  }

  truncate(operation: Recorded<FileOperation>, size: number): void {
    this.#pending.push({ kind: 'truncate', operation, size });
    this.#size = size;
  }

  /** Puts on the medium what was done before the moment. */
  sync(began: number): void {
    for (const change of this.#pending.filter(({ operation }) => operation.at < began)) {
      if (change.kind === 'write') this.#synced.put(change.offset, change.bytes);
      else this.#synced.size = change.size;
    }
    this.#pending = this.#pending.filter(({ operation }) => operation.at >= began);
  }

  get unsynced(): Recorded<FileOperation>[] {
    return this.#pending.map(({ operation }) => operation);
  }

  /** What it holds where these operations alone are lost. */
  without(lost: ReadonlySet<Recorded<FileOperation>>): Buffer {
    const content = this.#synced.copy();
    for (const change of this.#pending.filter(({ operation }) => !lost.has(operation))) {
      if (change.kind === 'write') content.put(change.offset, change.bytes);
      else content.size = change.size;
    }
    return content.bytes();
  }

  /**
   * What it may hold after a power cut: each sector as it was at the last sync or at any moment since, or torn between
   * two of these; and any of the lengths that it had.
   */
  afterPowerCut(random: () => number): Buffer {
    const pieces = this.#pending.flatMap((change) => (change.kind === 'write' ? piecesOf(change) : []));
    const sectors = [...new Set(pieces.map(({ sector }) => sector))];
    const written = new Map(sectors.map((sector) => [sector, 0]));
    for (const { sector } of pieces) written.set(sector, (written.get(sector) ?? 0) + 1);
    const survived = progress([...written.values()], random);
    const left = new Map(sectors.map((sector, i) => [sector, survived[i] ?? 0]));
    const tearing = new Set(sectors.filter(() => random() < torn));
    const truncates = this.#pending.filter(({ kind }) => kind === 'truncate').length;
    let [truncatesLeft = 0] = progress([truncates], random);

    const content = this.#synced.copy();
    for (const change of this.#pending) {
      if (change.kind === 'truncate') {
        if (truncatesLeft > 0) content.size = change.size;
        truncatesLeft -= 1;
        continue;
      }
      for (const { sector, offset, bytes } of piecesOf(change)) {
        const steps = left.get(sector) ?? 0;
        left.set(sector, steps - 1);
        if (steps > 0) content.put(offset, bytes);
        else if (steps === 0 && tearing.has(sector)) content.put(offset, tear(bytes, random));
      }
    }
    if (content.size < this.#size && random() < lengthened) content.size = this.#size;
    return content.bytes();
  }
}

function piecesOf({ offset, bytes }: Write): Piece[] {
  const pieces: Piece[] = [];
  for (let done = 0; done < bytes.length; ) {
    const start = offset + done;
    const sector = Math.floor(start / sectorBytes);
    const length = Math.min(bytes.length - done, (sector + 1) * sectorBytes - start);
    pieces.push({ sector, offset: start, bytes: bytes.subarray(done, done + length) });
    done += length;
  }
  return pieces;
}

/** The beginning of what was to be written; sometimes with rubbish after it. */
function tear(bytes: Buffer, random: () => number): Buffer {
  const length = Math.floor(random() * bytes.length);
  if (random() < 0.5) return bytes.subarray(0, length);
  const rubbish = Buffer.from(bytes);
  for (let i = length; i < rubbish.length; i++) rubbish[i] = Math.floor(random() * 256);
  return rubbish;
}
