import { randomBytes } from 'node:crypto';
import type { Tick } from '../../store/store.ts';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** KSUID times count from here: 2014-05-13T16:53:20Z, in seconds since 1970. */
const ksuidEpoch = 1_400_000_000;

const ksuidLength = 27;

// Drawing many random bytes at once costs hardly more than drawing a few.
const poolBytes = 8192;
let pool = Buffer.alloc(0);

/**
 * A KSUID: 4 bytes of seconds and 16 of payload in base62. The payload starts with the milliseconds and the
 * tick's counter, so that ids sort in the order of their ticks, and ends in 96 random bits.
 * @param tail 12 bytes in place of the random ones, for an id that is not stored
 * @see contract/README.md "Ids and times"
 */
export function ksuid({ milliseconds, counter }: Tick, tail = takeRandom(12)): string {
  const bytes = Buffer.allocUnsafe(20);
  bytes.writeUInt32BE(Math.floor(milliseconds / 1000) - ksuidEpoch, 0);
  // 10 bits of milliseconds and 22 of counter.
  bytes.writeUInt32BE((milliseconds % 1000) * 2 ** 22 + counter, 4);
  tail.copy(bytes, 8);
  return base62(bytes);
}

/** The whole seconds that an id was made at, in milliseconds since 1970. */
export function timeOfId(id: string): number {
  let number = 0n;
  for (const digit of id.slice(-ksuidLength)) number = number * 62n + BigInt(alphabet.indexOf(digit));
  return (Number(number >> 128n) + ksuidEpoch) * 1000;
}

/** The tick that an id was made at; undefined for what is no id of ours. */
export function tickOfId(id: string): Tick | undefined {
  const text = id.slice(id.lastIndexOf('_') + 1);
  if (!/^[0-9A-Za-z]{27}$/.test(text)) return undefined;
  let number = 0n;
  for (const digit of text) number = number * 62n + BigInt(alphabet.indexOf(digit));
  const within = Number((number >> 96n) & 0xffff_ffffn);
  const seconds = Number(number >> 128n) + ksuidEpoch;
  return { milliseconds: seconds * 1000 + Math.floor(within / 2 ** 22), counter: within % 2 ** 22 };
}

let operations = 0;
const processPart = randomBase62(18);

/** Names one run of an operation: unique over all processes, `op_` and 27 base62 digits. */
export function newOperationId(): string {
  operations++;
  return `op_${processPart}${String(operations).padStart(9, '0')}`;
}

/** Whether the text is an id of this prefix: `ep_` and a KSUID. */
export function isId(prefix: string, text: string): boolean {
  return text.startsWith(`${prefix}_`) && /^[0-9A-Za-z]{27}$/.test(text.slice(prefix.length + 1));
}

/** `length` random base62 digits: 5.95 bits each. */
export function randomBase62(length: number): string {
  let text = '';
  while (text.length < length) {
    // 248 is the largest multiple of 62 in a byte; what lies above would favour the first digits.
    for (const byte of takeRandom(length)) if (byte < 248) text += alphabet[byte % 62];
  }
  return text.slice(0, length);
}

function takeRandom(length: number): Buffer {
  if (pool.length < length) pool = randomBytes(poolBytes);
  const bytes = pool.subarray(0, length);
  pool = pool.subarray(length);
  return bytes;
}

/** 160 bits in 27 base62 digits, most significant first. */
function base62(bytes: Buffer): string {
  // Over 32-bit limbs and three digits at a time, which stays exact in a double: ten times as fast as BigInt.
  const limbs = [0, 4, 8, 12, 16].map((offset) => bytes.readUInt32BE(offset));
  let text = '';
  for (let digits = 0; digits < ksuidLength; digits += 3) {
    let remainder = 0;
    for (let i = 0; i < limbs.length; i++) {
      const value = remainder * 2 ** 32 + (limbs[i] ?? 0);
      limbs[i] = Math.floor(value / 62 ** 3);
      remainder = value % 62 ** 3;
    }
    text = `${digit(remainder / 62 ** 2)}${digit((remainder / 62) % 62)}${digit(remainder % 62)}${text}`;
  }
  return text;
}

function digit(value: number): string {
  return alphabet.charAt(value);
}
