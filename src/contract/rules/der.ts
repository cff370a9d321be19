import { ProblemError } from './rule.ts';

/** The tags that keys and certificate requests are made of (X.690 section 8.1.2). */
export const derTag = { integer: 0x02, bitString: 0x03, objectIdentifier: 0x06, sequence: 0x30 } as const;

/** `[0]`, `[1]` and so on around other elements (X.690 section 8.14). */
const contextTag = 0xa0;

/**
 * Reads elements of DER (X.690, definite lengths only) one after another. Every method throws a ProblemError on
 * bytes that do not hold what it was asked for; none reads past the end, whatever a length in the bytes claims.
 */
export class DerReader {
  readonly #bytes: Uint8Array;
  readonly #problem: string;
  #offset = 0;

  /** @param problem the problem sentence that every error has */
  constructor(bytes: Uint8Array, problem: string) {
    this.#bytes = bytes;
    this.#problem = problem;
  }

  get atEnd(): boolean {
    return this.#offset === this.#bytes.length;
  }

  /** The content of the next element, which must have this tag. */
  next(tag: number): Uint8Array {
    const found = this.#byte();
    const first = this.#byte();
    let length = first & 0x7f;
    if (first >= 0x80) {
      let lengthBytes = length;
      if (lengthBytes < 1 || lengthBytes > 4) this.#fail();
      for (length = 0; lengthBytes > 0; lengthBytes--) length = length * 256 + this.#byte();
    }
    const end = this.#offset + length;
    if (found !== tag || end > this.#bytes.length) this.#fail();
    const content = this.#bytes.subarray(this.#offset, end);
    this.#offset = end;
    return content;
  }

  /** What the element `[number]` holds, if it comes next; such elements may be left out. */
  explicit(number: number): DerReader | undefined {
    if (this.#bytes[this.#offset] !== contextTag + number) return undefined;
    return new DerReader(this.next(contextTag + number), this.#problem);
  }

  /** All that is left, read or not. */
  rest(): Uint8Array {
    const left = this.#bytes.subarray(this.#offset);
    this.#offset = this.#bytes.length;
    return left;
  }

  /** The next element whole, tag and length included, as a signature covers it. */
  nextWhole(tag: number): Uint8Array {
    const start = this.#offset;
    this.next(tag);
    return this.#bytes.subarray(start, this.#offset);
  }

  /** The content of the next element, with nothing after it. */
  only(tag: number): Uint8Array {
    const content = this.next(tag);
    if (!this.atEnd) this.#fail();
    return content;
  }

  /** The content of a bit string of whole bytes, with nothing after it. */
  onlyBytes(): Uint8Array {
    const content = this.only(derTag.bitString);
    // The first byte counts the unused bits of the last one.
    if (content[0] !== 0) this.#fail();
    return content.subarray(1);
  }

  #byte(): number {
    return this.#bytes[this.#offset++] ?? this.#fail();
  }

  #fail(): never {
    throw new ProblemError(this.#problem);
  }
}
