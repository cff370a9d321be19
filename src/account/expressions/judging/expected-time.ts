/** What the worst text takes for each of its UTF-16 units: a list of numbers in an expression, flow collections in YAML. */
const unitMs = 0.04;

/** A counted repeat is written out by the pattern compiler, up to a limit of its own. */
const mostRepeats = 10_000;

/** What may be compiled to long ranges of characters costs as many units, and more where letter case is folded. */
const classUnits = 6;
const foldedClassUnits = 250;

/** A longer text is not looked into: its length says enough. */
const longestRead = 2500;

/**
 * How long judging texts may well take, in milliseconds on a machine of 2024: an estimate from above for short ones, by
 * what stands in them.
 */
export function expectedMs(texts: readonly { readonly text: string }[]): number {
  return texts.reduce((sum, { text }) => sum + unitMs * unitsOf(text), 0);
}

function unitsOf(text: string): number {
  if (text.length > longestRead) return text.length;
  let repeats = 1;
  // One may stand in another.
  for (const [, least, most] of text.matchAll(/\{(\d+)(?:,(\d*))?\}/g)) {
    repeats = Math.min(mostRepeats, repeats * Math.max(Number(least), Number(most ?? 0), 1));
  }
  const classes = text.match(/\[\^|\\[pPxuU]|\P{ASCII}/gu)?.length ?? 0;
  const isFolded = /\(\?[a-zA-Z]*i/.test(text);
  return text.length + (repeats - 1) + classes * (isFolded ? foldedClassUnits : classUnits);
}
