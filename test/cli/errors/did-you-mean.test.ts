import { expect, it } from 'vitest';
import { didYouMean, nearest } from '../../../src/cli/words/did-you-mean.ts';

it.each([
  ['jsno', ['table', 'json', 'yaml'], ['json']],
  ['pubic', ['public', 'internal'], ['public']],
  ['OUTPUT', ['output'], ['output']],
  ['page_size', ['page-size', 'pager'], ['page-size']],
  ['prod', ['production', 'staging'], ['production']],
  ['wrok', ['work', 'word'], ['work']],
  ['x', ['table', 'json'], []],
  ['entirely-else', ['table', 'json'], []],
])('%s may mean one of %j: %j', (word, choices, meant) => {
  expect(nearest(word, choices)).toEqual(meant);
});

it('names at most three, and none when none is near', () => {
  expect(didYouMean('aa', ['ab', 'ac', 'ad', 'ae'])).toBe('; did you mean ab, ac or ad?');
  expect(didYouMean('zzzz', ['ab'])).toBe('');
});
