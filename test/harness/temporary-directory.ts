import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/**
 * An empty directory that goes away with the test.
 * @param atEnd `afterAll` where all tests around the call share it; not to be called in a hook then
 */
export function temporaryDirectory(atEnd: (remove: () => Promise<void>) => void = onTestFinished): string {
  const directory = mkdtempSync(join(tmpdir(), 'tunnelctl-test-'));
  // A program that a test leaves behind may still write into it.
  atEnd(() => rm(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }));
  return directory;
}
