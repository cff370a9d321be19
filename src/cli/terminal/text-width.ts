const ASCII = /^[\x20-\x7e]*$/;

// What takes two columns: East Asian Wide and Fullwidth (Unicode annex 11), and what is shown as an emoji.
const WIDE =
  /^(?:[\u1100-\u115f\u2329\u232a\u2e80-\u303e\u3041-\u3247\u3250-\u4dbf\u4e00-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{17000}-\u{18dff}\u{1aff0}-\u{1b2ff}\u{1f200}-\u{1f2ff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\p{Emoji}\ufe0f)/u;

// What takes none: marks on the character before, joiners and other marks of format.
const WITHOUT_WIDTH = /[\p{Mn}\p{Me}\p{Cf}\u1160-\u11ff]/gu;

let segmenter: Intl.Segmenter | undefined;

/** What a reader takes for one character each: a letter with its marks, an emoji of several parts. */
function characters(text: string): Iterable<{ readonly segment: string }> {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return segmenter.segment(text);
}

/** How many columns a terminal takes for a text without controls. */
export function textWidth(text: string): number {
  if (ASCII.test(text)) return text.length;
  let width = 0;
  for (const { segment } of characters(text)) width += characterWidth(segment);
  return width;
}

function characterWidth(character: string): number {
  if (WIDE.test(character)) return 2;
  return [...character.replace(WITHOUT_WIDTH, '')].length;
}

/** The text in at most so many columns, with … where something is left out; never half of a character. */
export function truncate(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  let kept = '';
  let room = width - 1;
  for (const { segment } of characters(text)) {
    room -= characterWidth(segment);
    if (room < 0) break;
    kept += segment;
  }
  return width < 1 ? '' : `${kept.trimEnd()}…`;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the sequences that we write ourselves
const CONTROL_SEQUENCE = /\u001b\[[\d;]*m|\u001b\]8;;[^\u001b]*\u001b\\/g;

/** How many columns a terminal takes for a line of ours, its colours and links left out. */
export function shownWidth(line: string): number {
  return textWidth(line.replace(CONTROL_SEQUENCE, ''));
}

/** How many lines of a terminal a line of ours takes. */
export function wrappedLines(line: string, columns: number): number {
  return Math.max(1, Math.ceil(shownWidth(line) / columns));
}
