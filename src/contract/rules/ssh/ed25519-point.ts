import { ProblemError } from '../rule.ts';

/** The prime of the field, and the curve's `d` (RFC 8032 section 5.1). */
const p = 2n ** 255n - 19n;
const d = 37095705934669439343138083508754565189542113879843219016388785533085940283555n;

/** `y` of a point of order eight; the other is its negative. */
const yOfOrderEight = 2707385501144840649318225287225658788936804267575313519463743609750303402022n;

/** The points whose order divides eight: `y` decides, and each but those with `x` of 0 comes with both signs. */
const yOfSmallOrder = [0n, 1n, p - 1n, yOfOrderEight, p - yOfOrderEight];

/**
 * Checks the 32 bytes of an Ed25519 public key, which neither OpenSSL nor OpenSSH does before it verifies with it: they
 * must be the one encoding of a point on the curve (RFC 8032 section 5.1.3), and no point of small order. With one of
 * those, signatures verify that nobody needed a private key for, so that whoever certifies it lets everybody in.
 * @throws ProblemError
 */
export function checkEd25519Point(bytes: Uint8Array): void {
  const y = BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`) & (2n ** 255n - 1n);
  // Whatever its sign bit and whether reduced or not: it is what is worst about the key.
  if (yOfSmallOrder.includes(y % p)) {
    throw new ProblemError(
      'holds an Ed25519 key of small order, for which anybody can sign; make another key',
    );
  }
  if (y >= p || !isSquare((y * y - 1n) * (d * y * y + 1n))) {
    throw new ProblemError('holds 32 bytes that are no point of Ed25519; copy the whole key again');
  }
}

/**
 * By Euler's criterion: the power of (p - 1) / 2, which is (2²⁵⁰ - 1) · 2⁴ + 6. A product is a square exactly when the
 * quotient is, which would be x².
 */
function isSquare(number: bigint): boolean {
  const base = number % p;
  // The powers of 2ⁿ - 1, each made of two before it: a fraction of the products that the bits one by one would take.
  const join = (one: bigint, other: bigint, bits: number) => (squared(one, bits) * other) % p;
  const two = join(base, base, 1);
  const four = join(two, two, 2);
  const five = join(four, base, 1);
  const ten = join(five, five, 5);
  const twenty = join(ten, ten, 10);
  const forty = join(twenty, twenty, 20);
  const fifty = join(forty, ten, 10);
  const hundred = join(fifty, fifty, 50);
  const twoHundred = join(hundred, hundred, 100);
  const most = join(twoHundred, fifty, 50);
  const six = squared(two, 1);
  return join(most, six, 4) === 1n;
}

/** Squared so many times. */
function squared(number: bigint, times: number): bigint {
  let power = number;
  for (let i = 0; i < times; i++) power = (power * power) % p;
  return power;
}
