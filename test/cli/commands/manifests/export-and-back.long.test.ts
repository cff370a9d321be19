import fc from 'fast-check';
import { expect, it } from 'vitest';
import { exportAndBack } from './export-and-back.ts';
import { hostileAccounts } from './hostile-accounts.ts';

it.each([
  ['one file of YAML', [], 'a.yml'],
  ['JSON', [], 'a.json'],
  ['policies in files', ['--policies', 'policies'], 'a.yml'],
])('an account goes through %s and an empty account, and comes out byte for byte', async (_, words, file) => {
  expect.hasAssertions();
  await fc.assert(
    fc.asyncProperty(hostileAccounts, (account) => exportAndBack(account, words, file)),
    { numRuns: Number(process.env.EXPORT_RUNS ?? 25) },
  );
});
