import { expect } from 'vitest';
import { manifestAccount } from './manifest-account.ts';

/** The variables that an export says it takes secrets from, each with a secret. */
export function secretsFor(text: string): Record<string, string> {
  const names = [...text.matchAll(/(?<!\$)\$\{env:(EVENT_DESTINATION_\w+)\}/g)].map(([, name = '']) => name);
  return Object.fromEntries(names.map((name) => [name, `the secret ${name}`]));
}

/**
 * Exports an account; what that wrote means the same account, makes an empty one like it, and comes out of that byte for
 * byte.
 * @param words of the export, which writes `a.yml` or what they say
 */
export async function exportAndBack(
  seed: object,
  words: readonly string[] = [],
  file = 'a.yml',
): Promise<void> {
  const from = await manifestAccount(JSON.stringify(seed));
  const first = await from.run(['export', '-f', file, ...words]);
  expect(first, first.stderr).toMatchObject({ exitCode: 0 });
  const text = from.read(file);
  // An account of nothing has nothing to compare.
  if (Object.values(seed).every((list) => list.length === 0)) return;
  const env = secretsFor(text);
  const same = await from.run(['diff', '-f', file], { env });
  expect(same, same.stderr + same.stdout).toMatchObject({ exitCode: 0 });

  const to = await manifestAccount();
  const source = `${from.directory}/${file}`;
  const applied = await to.run(['apply', '-f', source, '--tokens-out', 'tokens'], { env });
  expect(applied, applied.stderr).toMatchObject({ exitCode: 0 });
  const again = await to.run(['export', '-f', file, ...words]);
  expect(again, again.stderr).toMatchObject({ exitCode: 0 });
  expect(to.read(file)).toBe(text);
}
