// What a terminal obeys instead of showing: controls (C0, DEL, C1), line separators, bidi controls. A value that
// comes from elsewhere must not move the cursor, change colours or reorder the line.
const OBEYED = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\ufeff]/gu;

// Most text is plain, and this is told ten times as fast.
const PLAIN = /^[\x20-\x7e]*$/;
const PLAIN_LINES = /^[\n\x20-\x7e]*$/;

/** Whether a text of one or more lines holds something that a terminal obeys. */
export function hasControlCharacters(text: string): boolean {
  return !PLAIN_LINES.test(text) && text.replaceAll('\n', '').search(OBEYED) >= 0;
}

/** Text for one line: line breaks and tabs become spaces, other controls are shown as `\u001b`. */
export function sanitizeLine(text: string): string {
  if (PLAIN.test(text)) return text;
  return text.replace(/\r?\n|\t/g, ' ').replace(OBEYED, spellOut);
}

/** Text that may take several lines: line breaks and tabs stay, other controls are shown as `\u001b`. */
export function sanitizeBlock(text: string): string {
  if (PLAIN_LINES.test(text)) return text;
  return text
    .replaceAll('\r\n', '\n')
    .replace(OBEYED, (character) => ('\n\t'.includes(character) ? character : spellOut(character)));
}

/** Text for one line of a program's input: what would break the line or a column is spelled out, as is `\\`. */
export function escapeOnLine(text: string): string {
  return PLAIN.test(text) && !text.includes('\\')
    ? text
    : text.replace(/[\\\t\n\r]/g, (character) => escapes[character] as string).replace(OBEYED, spellOut);
}

const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** JSON text that means the same and holds nothing that a terminal obeys, but for line breaks. */
export function sanitizeJson(json: string): string {
  // JSON.stringify escapes the C0 controls but leaves DEL and C1, among them the one-byte CSI.
  if (PLAIN_LINES.test(json)) return json;
  return json.replace(OBEYED, (character) => (character === '\n' ? character : spellOut(character)));
}

function spellOut(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
