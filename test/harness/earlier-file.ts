import { chmodSync, copyFileSync } from 'node:fs';
import { join } from 'node:path';

/** Data files as programs of earlier versions left them, with their keys (make-fixture.mjs). */
export const earlierFiles = join(import.meta.dirname, '../store/files');

/** Copies a data file and its key, which a clone of the repository leaves open to others. @param name `schema-1.db` */
export function copyEarlierFile(name: string, to: string): void {
  for (const suffix of ['', '.key']) {
    copyFileSync(join(earlierFiles, name + suffix), to + suffix);
    chmodSync(to + suffix, 0o600);
  }
}
