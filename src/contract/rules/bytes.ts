/**
 * Lengths in this API are UTF-8 bytes (contract/README.md "Requests"). Counted over the UTF-16 units, because
 * encoding a 1 MiB body's strings again only to measure them doubles their memory.
 */

/** How many bytes the text takes in UTF-8. A lone surrogate counts 3, as the U+FFFD that encoders put there. */
export function utf8Length(text: string): number {
  let bytes = text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) continue;
    if (unit < 0x800) {
      bytes += 1;
    } else if (isHighSurrogate(unit) && isLowSurrogate(text.charCodeAt(i + 1))) {
      bytes += 2;
      i++;
    } else {
      bytes += 2;
    }
  }
  return bytes;
}

/** Refuses lone surrogates and NUL, which cannot be stored and sent, saying where (0-based UTF-16 offset). */
export function checkWellFormed(text: string): string | undefined {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 0) return `contains a NUL character at offset ${i}`;
    if (isHighSurrogate(unit) && isLowSurrogate(text.charCodeAt(i + 1))) i++;
    else if (isHighSurrogate(unit) || isLowSurrogate(unit)) {
      return `contains half of a surrogate pair at offset ${i}; it is not valid Unicode`;
    }
  }
  return undefined;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

// NaN, which charCodeAt gives behind the end, is no surrogate.
function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
