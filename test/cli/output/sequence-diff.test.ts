import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareSequences } from '../../../src/cli/output/changes/sequence-diff.ts';

const texts = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 });

/** How many texts two sequences have in common in their order, by trying. */
function common([a, ...from]: readonly string[], to: readonly string[]): number {
  if (a === undefined) return 0;
  const at = to.indexOf(a);
  const without = common(from, to);
  return at < 0 ? without : Math.max(without, 1 + common(from, to.slice(at + 1)));
}

it('a comparison holds both sides whole, and calls the same what can be', () => {
  fc.assert(
    fc.property(texts, texts, (from, to) => {
      const steps = compareSequences(from, to);
      const side = (...kinds: string[]) =>
        steps.filter(({ kind }) => kinds.includes(kind)).map(({ text }) => text);
      expect(side('same', 'old')).toEqual(from);
      expect(side('same', 'new')).toEqual(to);
      expect(side('same')).toHaveLength(common(from, to));
    }),
  );
});

it('a comparison of very long texts ends, all of the one for all of the other', () => {
  const lines = (prefix: string) => Array.from({ length: 20_000 }, (_, i) => `${prefix}${i}`);
  const steps = compareSequences(['first', ...lines('a'), 'last'], ['first', ...lines('b'), 'last']);
  expect(steps).toHaveLength(40_002);
  expect([steps[0]?.kind, steps[1]?.kind, steps.at(-2)?.kind, steps.at(-1)?.kind]).toEqual([
    'same',
    'old',
    'new',
    'same',
  ]);
});
