import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadPatternChecker, loadPatternCompiler } from '../../../src/account/expressions/patterns.ts';

const check = await loadPatternChecker();
const compile = await loadPatternCompiler();

describe('a pattern', () => {
  it.each([
    '(Pingdom\\.com_bot_version_)(\\d+)\\.(\\d+)',
    '(?i)^mozilla/[0-9]{1,3}(\\.[0-9]{1,3}){0,3}',
    '[^]a-z[:alpha:]]+',
    '\\p{Greek}+\\x{1F600}?\\Q{}(\\E',
    'bot{',
    'a{1000}',
  ])('may be %s', (pattern) => {
    expect(check(pattern)).toBeUndefined();
  });

  it.each([
    ['', 'must not be empty; an empty pattern matches everything'],
    ['(', '"(" is not an RE2 pattern: missing closing ) at "("'],
    ['a(?=b)', '"a(?=b)" is not an RE2 pattern: invalid or unsupported Perl syntax at "(?="'],
    ['(a)\\1', '"(a)\\\\1" is not an RE2 pattern: invalid escape sequence at "\\\\1"'],
    ['[z-a]', '"[z-a]" is not an RE2 pattern: invalid character class range at "z-a"'],
    ['*', '"*" is not an RE2 pattern: missing argument to repetition operator at "*"'],
    ['a{1001}', '"a{1001}" is not an RE2 pattern: invalid repeat count at "{1001}"'],
    ['((a{10}){10}b){101}', 'repeats too much: written out it is longer than 10000'],
    ['[a-z]{1000}\\pL{1000}'.repeat(6), 'repeats too much'],
    ['(?:abcdefghijk){1000}', 'repeats too much'],
    ['((((a{100}){100}){100}){100}){100}', 'repeats too much'],
    ['x'.repeat(1025), 'must be at most 1024 bytes'],
    ['(('.repeat(500_000), 'must be at most 1024 bytes'],
  ])('may not be %j', (pattern, problem) => {
    expect(check(pattern)).toContain(problem);
  });

  it('that would take a backtracking engine for ever answers at once', () => {
    const start = performance.now();
    expect(compile('^(a+)+$').test(`${'a'.repeat(100_000)}b`)).toBe(false);
    expect(compile('(x+x+)+y').test('x'.repeat(100_000))).toBe(false);
    expect(performance.now() - start).toBeLessThan(5000);
  });

  it('is judged without ever throwing', () => {
    const piece = fc.constantFrom(
      'a',
      '(',
      ')',
      '[',
      ']',
      '{9}',
      '{3,9}',
      '*',
      '?',
      '|',
      '\\',
      '^',
      '(?:',
      '-',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const pattern = pieces.join('');
        if (check(pattern) === undefined) expect(compile(pattern).programSize()).toBeLessThan(25_000);
      }),
    );
  });
});
