import { describe, expect, it } from 'vitest';
import { readDocument } from '../../src/documents/read-document.ts';

/** Enough of them that the document is read in parts. */
const count = 600;

/** A document whose items end with this text as a block, between single line breaks as exports have them. */
function endingWith(url: (n: number) => string, block: string): string {
  const items = Array.from({ length: count }, (_, n) => `  - url: ${url(n)}\n    description: ${block}`);
  return `version: 1\nendpoints:\n${items.join('')}`;
}

const asExported = (n: number) => `https://a${n}.example.com`;
const byHand = (n: number) => `"https://a${n}.example.com"`;

describe.each([
  ['as an export has it', asExported],
  ['written by hand', byHand],
])('a document that is taken apart, %s', (_, url) => {
  it.each([
    ['with one line break', '|\n      a\n', 'a\n'],
    ['with none', '|-\n      a\n', 'a'],
    ['with several', '|+\n      a\n\n', 'a\n\n'],
    ['with many', '|+\n      a\n\n\n\n', 'a\n\n\n\n'],
  ])('keeps the end of every text: %s', async (_name, block, expected) => {
    const { value } = await readDocument('account.yml', endingWith(url, block));
    const { endpoints } = value as { endpoints: { description: string }[] };
    expect(endpoints).toHaveLength(count);
    expect(new Set(endpoints.map(({ description }) => description))).toEqual(new Set([expected]));
  });
});
