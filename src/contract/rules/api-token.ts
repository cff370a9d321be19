// A token is the id of its key without the prefix, `_`, and 30 base62 digits (contract/README.md "API key"). One that is
// given where an id belongs must not end in an error, a log or a suggestion: whoever reads those could use it.

/** In a text, also in a URL; one that was cut when it was copied is still most of a secret. */
const TOKENS = /(?<![0-9A-Za-z])[0-9A-Za-z]{27}(?:_|%5f)[0-9A-Za-z]{10,}/gi;

/** What stands for a token that is not shown. */
const MASK = '<SECRET>';

/** The shortest text that holds one. */
const shortest = 38;

/** The text with a mask in the place of every token. */
export function maskTokens(text: string): string {
  return text.length < shortest ? text : text.replace(TOKENS, MASK);
}

/** Whether a text holds something of the form of a token. */
export function holdsToken(text: string): boolean {
  return text.length >= shortest && text.search(TOKENS) >= 0;
}
