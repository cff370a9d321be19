/** The texts that no output repeats, by the references that stand in their place. */
export type HiddenTexts = ReadonlyMap<string, string>;

/** A function that puts references in the place of the texts that came from them, wherever these occur. */
export type HideTexts = (text: string) => string;

/** Shorter ones occur everywhere, and hide nothing. */
const shortest = 4;
/** No message quotes more of a text. */
const longestQuoted = 256;

/** Hides texts whole, and their beginnings where a message cuts what it quotes. */
export function hiding(hidden: HiddenTexts): HideTexts {
  // The longest first: one may be a part of another.
  const texts = [...hidden.keys()].filter((text) => text.length >= shortest);
  if (texts.length === 0) return (text) => text;
  texts.sort((a, b) => b.length - a.length);
  const any = new RegExp(texts.map((text) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|'), 'gu');
  const beginningAt = (text: string) => {
    for (const whole of texts)
      for (let length = Math.min(whole.length - 1, longestQuoted); length >= shortest; length--)
        if (text.endsWith(whole.slice(0, length))) return { length, reference: hidden.get(whole) ?? '' };
    return undefined;
  };
  return (text) => {
    const parts = text.replace(any, (found) => hidden.get(found) ?? found).split('…');
    return parts
      .map((part, i) => {
        const cut = i < parts.length - 1 ? beginningAt(part) : undefined;
        return cut === undefined ? part : part.slice(0, -cut.length) + cut.reference;
      })
      .join('…');
  };
}
