// What a terminal obeys instead of showing: controls (C0, DEL, C1), line separators, bidi controls. A value that
// comes from elsewhere must not move the cursor, change colours or reorder the line.
const OBEYED = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\ufeff]/gu;

/** Text for one line: line breaks and tabs become spaces, other controls are shown as `\u001b`. */
export function printableLine(text: string): string {
  return text.replace(/\r?\n|\t/g, ' ').replace(OBEYED, spellOut);
}

/** Text that may take several lines: line breaks and tabs stay, other controls are shown as `\u001b`. */
export function printableBlock(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(OBEYED, (character) => ('\n\t'.includes(character) ? character : spellOut(character)));
}

/** JSON text that means the same and holds nothing that a terminal obeys, but for line breaks. */
export function printableJson(json: string): string {
  // JSON.stringify escapes the C0 controls but leaves DEL and C1, among them the one-byte CSI.
  return json.replace(OBEYED, (character) => (character === '\n' ? character : spellOut(character)));
}

function spellOut(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
