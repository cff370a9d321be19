/** A text with less white space in it, and where its parts stood before. */
export interface Squeezed {
  readonly text: string;
  /** Where in the whole text the character at this offset is. */
  readonly offsetOf: (offset: number) => number;
}

/** What the parser needs a moment for; it takes half a second for a run of 4,000. */
const longestRun = 16;

/** Strings, in which white space means something, comments, and white space. */
const TOKEN =
  /[rR]"""[\s\S]*?"""|[rR]'''[\s\S]*?'''|[rR]"[^"\n]*"|[rR]'[^'\n]*'|"""(?:\\[\s\S]|[\s\S])*?"""|'''(?:\\[\s\S]|[\s\S])*?'''|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|\/\/[^\n]*|([\t\n\f\r ]+)/g;

/** Shortens the long runs of white space in an expression, which mean no more than one space or line end does. */
export function squeezeWhiteSpace(text: string): Squeezed {
  const cuts: { readonly at: number; readonly length: number }[] = [];
  let squeezed = '';
  let done = 0;
  for (const { 0: token, 1: run, index } of text.matchAll(TOKEN)) {
    if (run === undefined || run.length <= longestRun) continue;
    // The first one ends a comment, if it is a line end.
    squeezed += text.slice(done, index + 1);
    done = index + token.length;
    cuts.push({ at: squeezed.length, length: run.length - 1 });
  }
  squeezed += text.slice(done);
  return {
    text: squeezed,
    offsetOf: (offset) =>
      cuts.reduce((moved, { at, length }) => (at <= offset ? moved + length : moved), offset),
  };
}
