/**
 * A rule judges one string of a request: undefined when it is fine, otherwise a problem sentence that the
 * caller prefixes with the field's name, such as `"allow:x" is not a bind rule; write bind:<target>`.
 */
export type Rule = (value: string) => string | undefined;

/** How much of a refused value a message repeats, in UTF-16 units. */
const ECHO_LENGTH = 60;

// What JSON leaves as it is although a terminal obeys it: DEL, the C1 controls, line separators, bidi overrides.
const TERMINAL_CONTROLS = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** The value in JSON's quotes, cut to about 60 characters, safe to print on a terminal. */
export function quote(value: string): string {
  return JSON.stringify(shorten(value)).replace(
    TERMINAL_CONTROLS,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** A rule out of a parser that throws a ProblemError. */
export function ruleOf(parse: (value: string) => unknown): Rule {
  return (value) => {
    try {
      parse(value);
      return undefined;
    } catch (error) {
      if (error instanceof ProblemError) return error.message;
      throw error;
    }
  };
}

/** What is wrong with a text, as parsers throw it: the message is a problem sentence without the field's name. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
}

/** The value cut to about 60 characters, never within a surrogate pair. */
export function shorten(value: string): string {
  if (value.length <= ECHO_LENGTH) return value;
  const cut = value.slice(0, ECHO_LENGTH - 1);
  const last = cut.charCodeAt(cut.length - 1);
  const splitsPair = last >= 0xd800 && last <= 0xdbff;
  return `${splitsPair ? cut.slice(0, -1) : cut}…`;
}
