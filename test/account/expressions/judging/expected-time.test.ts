import { describe, expect, it } from 'vitest';
import { expectedMs } from '../../../../src/account/expressions/judging/expected-time.ts';
import { catalogue } from '../../../../src/contract/index.ts';

const policyOf = (expression: string) =>
  JSON.stringify({ on_http_request: [{ expressions: [expression], actions: [{ type: 'deny' }] }] });
const matching = (pattern: string) => policyOf(`req.url.path.matches(${JSON.stringify(pattern)})`);

describe('what judging a text may take', () => {
  it.each([
    ['an empty text', ''],
    ['a small policy', policyOf("req.url.path.startsWith('/admin')")],
    ['a pattern of a date', matching('^/\\d{4}-\\d{2}-\\d{2}$')],
    ['a pattern of names in any letter case', matching('(?i)^/(admin|login)$')],
    ['a class of letters', matching('^[a-z0-9-]{1,63}$')],
  ])('is little for %s', (_, text) => {
    expect(expectedMs([{ text }])).toBeLessThanOrEqual(20);
  });

  it('is little for most policies of the examples', () => {
    const policies = catalogue
      .flatMap(({ operation }) => operation.examples)
      .map((example) => (example.body as { traffic_policy?: string } | undefined)?.traffic_policy)
      .filter((text) => text !== undefined);
    expect(policies.length).toBeGreaterThan(1);
    for (const text of policies) expect(expectedMs([{ text }])).toBeLessThanOrEqual(20);
  });

  // Each of these takes 20 to 500 ms.
  it.each([
    ['one that is long', policyOf(`[${'1,'.repeat(900)}1]==[]`)],
    ['one that is written out', matching('a{999}'.repeat(10))],
    ['repeats within repeats', matching('((a{10}){10}){10}')],
    ['a repeat up to many', matching('a{1,600}')],
    ['classes of letters of every language', matching('\\pL'.repeat(100))],
    ['such classes in any letter case', matching('(?i)\\pL\\pN')],
    ['ranges in any letter case', matching('(?si)[\\x{100}-\\x{10ffff}][\\x{100}-\\x{10ffff}]')],
  ])('is much for %s', (_, text) => {
    expect(expectedMs([{ text }])).toBeGreaterThan(20);
  });

  it('is much for repeats that are written out, however many there are', () => {
    for (const count of [1, 5, 15]) {
      const expressions = Array(count).fill(`"a".matches("${'a{999}'.repeat(10)}")`);
      const text = JSON.stringify({ on_http_request: [{ expressions, actions: [{ type: 'deny' }] }] });
      expect(expectedMs([{ text }])).toBeGreaterThan(100);
    }
  });

  it('is that of all texts together', () => {
    const text = 'a'.repeat(200);
    expect(expectedMs([{ text }, { text }])).toBe(2 * expectedMs([{ text }]));
  });
});
