/** The page's files as bundle.mjs puts them together. */
declare module '*/browser/page.html' {
  /** The document, whose script and style are still elements that name their files. */
  export const html: string;
  export const script: string;
  export const style: string;
}
