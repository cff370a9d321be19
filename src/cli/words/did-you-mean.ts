/**
 * The choices that somebody who typed this word may have meant, nearest first, at most three. Letter case, `-` and
 * `_` make no difference; further apart than a third of the word is no typing mistake any more.
 */
export function nearest(word: string, choices: Iterable<string>): string[] {
  const typed = plain(word);
  const scored = [...choices].flatMap((choice) => {
    const aimed = plain(choice);
    const distance = editDistance(typed, aimed);
    const isNear = distance <= Math.max(1, Math.floor(Math.max(typed.length, aimed.length) / 3));
    const isBegun = typed.length >= 3 && aimed.startsWith(typed);
    return isNear || isBegun ? [{ choice, distance: isNear ? distance : typed.length }] : [];
  });
  const best = Math.min(...scored.map(({ distance }) => distance));
  return scored
    .filter(({ distance }) => distance === best)
    .slice(0, 3)
    .map(({ choice }) => choice);
}

/** `; did you mean json?` to end a message with; empty when nothing is near. */
export function didYouMean(word: string, choices: Iterable<string>): string {
  const near = orList(nearest(word, choices));
  return near === '' ? '' : `; did you mean ${near}?`;
}

/** `json, yaml or csv` */
export function orList(words: readonly string[]): string {
  return [words.slice(0, -1).join(', '), words.at(-1)].filter(Boolean).join(' or ');
}

function plain(word: string): string {
  return word.toLowerCase().replaceAll('_', '-');
}

/** Insertions, deletions, replacements and swaps of neighbours between two words (optimal string alignment). */
function editDistance(a: string, b: string): number {
  // Longer words are not typed; the table would take their product in time.
  if (Math.abs(a.length - b.length) > 8 || a.length > 64) return Number.POSITIVE_INFINITY;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = at(last, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let cost = Math.min(at(last, j) + 1, at(row, j - 1) + 1, replaced);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwap) cost = Math.min(cost, at(beforeLast, j - 2) + 1);
      row.push(cost);
    }
    beforeLast = last;
    last = row;
  }
  return at(last, b.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}
