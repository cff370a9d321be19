import { expect } from 'vitest';
import { splitDocument } from '../../../src/documents/split-document.ts';
import { freshFile } from './seed-fixture.ts';
import { exported } from './whole-account.ts';

/** Exports an account with so many endpoints and puts it into another file, which then holds the same. */
export async function proveLargeExport(endpoints: number): Promise<void> {
  const file = await freshFile();
  const urls = Array.from({ length: endpoints }, (_, i) => ({ url: `https://h${i}.example.com` }));
  await file.seed(JSON.stringify({ endpoints: urls }));
  const stored = await file.service.store.list('endpoints', { limit: endpoints + 1 });
  expect(stored).toHaveLength(endpoints);
  for (const format of ['yaml', 'json'] as const) {
    const text = await exported(file.file, { format, withSecrets: true });
    expect(splitDocument(text)?.length).toBeGreaterThan(endpoints / 150);
    const other = await freshFile();
    await other.seed(text);
    const again = await exported(other.file, { format, withSecrets: true });
    expect(again.split('\n').length).toBeGreaterThan(2 * endpoints);
    expect(await other.service.store.list('endpoints', { limit: endpoints + 1 })).toEqual(stored);
  }
}
