import { ProblemError } from '../rule.ts';

/**
 * Writing and reading SSH's binary data types (RFC 4251 section 5), shared by the public key rule, the
 * certificate parser and the certificate signer.
 */

/** An unsigned 32-bit number, big-endian. */
export function sshUint32(value: number): Uint8Array {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** An unsigned 64-bit number, big-endian. */
export function sshUint64(value: bigint): Uint8Array {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(value);
  return bytes;
}

/** A length and that many bytes; text is written as UTF-8. */
export function sshString(value: string | Uint8Array): Uint8Array {
  const bytes = typeof value === 'string' ? Buffer.from(value) : value;
  return Buffer.concat([sshUint32(bytes.length), bytes]);
}

/** A number of zero or more, given as its big-endian bytes, in the one shortest form the RFC allows. */
export function sshMpint(magnitude: Uint8Array): Uint8Array {
  let start = 0;
  while (magnitude[start] === 0) start++;
  const digits = magnitude.subarray(start);
  // A set top bit would make it a negative number.
  const sign = (digits[0] ?? 0) & 0x80 ? [0] : [];
  return sshString(Buffer.concat([Uint8Array.from(sign), digits]));
}

/** Puts written values one after another. */
export function sshConcat(...parts: Uint8Array[]): Uint8Array {
  return Buffer.concat(parts);
}

/**
 * Reads values in order. Every method throws a ProblemError (`is cut short`, …) on bytes that do not hold what it was
 * asked for; none reads past the end, whatever a length in the bytes claims.
 */
export class SshReader {
  readonly #bytes: Buffer;
  #offset = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Bytes read so far: what a signature over "everything before this" covers. */
  get offset(): number {
    return this.#offset;
  }

  get atEnd(): boolean {
    return this.#offset === this.#bytes.length;
  }

  bytes(length: number): Uint8Array {
    const end = this.#offset + length;
    if (end > this.#bytes.length) throw new ProblemError('is cut short');
    const taken = this.#bytes.subarray(this.#offset, end);
    this.#offset = end;
    return taken;
  }

  uint32(): number {
    return Buffer.from(this.bytes(4)).readUInt32BE();
  }

  uint64(): bigint {
    return Buffer.from(this.bytes(8)).readBigUInt64BE();
  }

  string(): Uint8Array {
    return this.bytes(this.uint32());
  }

  /** A string as UTF-8; bytes that are not UTF-8 become replacement characters. */
  text(): string {
    return Buffer.from(this.string()).toString('utf8');
  }

  /** A number of zero or more as big-endian bytes without leading zeros; only the shortest form is accepted. */
  mpint(): Uint8Array {
    const bytes = this.string();
    const [first, second] = bytes;
    if (first === undefined) return bytes;
    if (first & 0x80) throw new ProblemError('holds a negative number');
    if (first !== 0) return bytes;
    if (second === undefined || !(second & 0x80))
      throw new ProblemError('holds a number with needless leading zeros');
    return bytes.subarray(1);
  }

  /** All strings up to the end of the bytes: how lists are written. */
  strings(): Uint8Array[] {
    const list: Uint8Array[] = [];
    while (!this.atEnd) list.push(this.string());
    return list;
  }

  /** Throws unless everything was read. */
  end(): void {
    if (!this.atEnd) throw new ProblemError('has bytes after its end');
  }
}
