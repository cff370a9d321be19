import type { CelFunc, CelList, CelValue } from '@bufbuild/cel';
import { ProblemError } from '../../../contract/rules/rule.ts';
import type { loadPatternCompiler } from '../patterns.ts';
import type { Cel } from './syntax-tree.ts';

type CompilePattern = Awaited<ReturnType<typeof loadPatternCompiler>>;

/** The function that each turn of a loop is made to call: (value, steps) gives the value or ends the loop. */
export const SPEND = '@spend';

const MAX_TEXT = 8192;
const MAX_LIST = 200;

/** The steps that one evaluation may take, those for reading texts apart, and whether they ran out. */
export class Steps {
  #left = 0;
  #leftToRead = 0;

  get areSpent(): boolean {
    return this.#left < 0 || this.#leftToRead < 0;
  }

  refill(steps: number, toRead: number): void {
    this.#left = steps;
    this.#leftToRead = toRead;
  }

  spend(steps: number): void {
    this.#left -= steps;
    this.#check();
  }

  /** @param characters that are copied, compared, or matched with so many instructions of a pattern */
  read(characters: number, instructions = 1): void {
    this.#leftToRead -= Math.ceil((characters * instructions) / 4);
    this.#check();
  }

  #check(): void {
    if (this.areSpent) throw new ProblemError('takes too many steps');
  }
}

/** The string extension of CEL: `lowerAscii`, `split`, `replace` and so on. */
export type StringExtension = readonly CelFunc[];

/**
 * What the evaluator's own functions lack, because it knows neither deadline nor budget: functions that make or
 * compare something large spend steps for its size, and refuse to make it too large.
 * @param patternOf the compiled pattern of a `matches`
 */
export function meteredFunctions(
  cel: Cel,
  strings: StringExtension,
  steps: Steps,
  patternOf: (source: string) => ReturnType<CompilePattern> | undefined,
): CelFunc[] {
  const { BOOL, BYTES, DYN, INT, STRING } = cel.CelScalar;
  const LIST = cel.listType(DYN);
  const plain = cel.celEnv().funcs;

  // Loops can pile lists of lists into something with billions of elements, held once but compared one by one.
  const spendOn = (value: CelValue | undefined): void => {
    if (typeof value === 'string') steps.read(value.length);
    else steps.spend(1);
    if (cel.isCelList(value)) for (const element of value) spendOn(element);
    if (cel.isCelMap(value)) for (const [, member] of value) spendOn(member);
  };

  const equality = (name: string, right: typeof DYN | typeof LIST) =>
    cel.celFunc(name, [DYN, right], BOOL, (a: CelValue, b: CelValue) => {
      spendOn(b);
      return plain.find(name)?.call(0, undefined, [a, b]) as boolean;
    });

  const metered = (func: CelFunc): CelFunc => {
    const run = (target: CelValue | undefined, args: CelValue[]) => {
      for (const value of [target, ...args]) spendOn(value);
      const isReplacing = func.name === 'replace';
      if (isReplacing) refuseGrowth(target as string, args as [string, string]);
      const result = isReplacing
        ? replaced(target as string, args as [string, string, bigint?])
        : func.call(0, target, args);
      if (cel.isCelError(result)) throw result;
      if (typeof result === 'string') refuseLonger(MAX_TEXT, result.length);
      return result as CelValue;
    };
    const { name, target, arguments: takes, result } = func;
    return target === undefined
      ? cel.celFunc(name, takes, result, (...args) => run(undefined, args))
      : cel.celMethod(name, target, takes, result, function (...args) {
          return run(this, args);
        });
  };

  return [
    ...strings.map(metered),
    equality('_==_', DYN),
    equality('_!=_', DYN),
    equality('@in', LIST),
    cel.celFunc(SPEND, [DYN, INT], DYN, (value, count) => {
      steps.spend(Number(count));
      return value;
    }),
    cel.celMethod('matches', STRING, [STRING], BOOL, function (source) {
      const pattern = patternOf(source);
      if (pattern === undefined) throw new Error('is not a pattern of the expression');
      steps.read(this.length, pattern.programSize());
      return pattern.test(this);
    }),
    cel.celFunc('_+_', [STRING, STRING], STRING, (a, b) => {
      refuseLonger(MAX_TEXT, a.length + b.length);
      return a + b;
    }),
    cel.celFunc('_+_', [BYTES, BYTES], BYTES, (a, b) => {
      refuseLonger(MAX_TEXT, a.length + b.length);
      return Uint8Array.of(...a, ...b);
    }),
    cel.celFunc('_+_', [LIST, LIST], LIST, (a: CelList, b: CelList) => {
      refuseLonger(MAX_LIST, a.size + b.size);
      // Flat, because a list of lists of lists is read by calls within calls.
      return cel.celList([...a, ...b]);
    }),
  ];
}

/** An empty text is found between any two characters, so that a replacement can multiply both texts. */
function refuseGrowth(text: string, [from, to]: readonly [string, string]): void {
  const found = from === '' ? text.length + 1 : text.split(from).length - 1;
  refuseLonger(MAX_TEXT, text.length + found * (to.length - from.length));
}

/** As the extension does it, in time linear in the texts; the library copies the whole text for each one found. */
function replaced(text: string, [from, to, most]: readonly [string, string, bigint?]): string {
  if (from === '') return replacedBetween(text, to, most);
  const parts = text.split(from);
  const count = most === undefined || most < 0n ? parts.length - 1 : Math.min(Number(most), parts.length - 1);
  return [parts.slice(0, count + 1).join(to), ...parts.slice(count + 1)].join(from);
}

/** The empty text is found before each character and at the end. */
function replacedBetween(text: string, to: string, most = -1n): string {
  const characters = [...text, ''];
  const count = most < 0n ? characters.length : Math.min(Number(most), characters.length);
  return characters.map((character, i) => (i < count ? to + character : character)).join('');
}

function refuseLonger(most: number, size: number): void {
  if (size > most) throw new Error('is too long');
}
