import type { CatalogueEntry } from '../../contract/index.ts';
import { isDestructive } from '../../contract/schema/resource.ts';
import { UsageError } from '../errors/usage-error.ts';

/** Refuses to take something away when nobody can be asked, before any request. */
export function requireConsent(
  { operation }: CatalogueEntry,
  isAgreed: boolean,
  canPrompt: () => boolean,
): void {
  if (!isDestructive(operation) || isAgreed || canPrompt()) return;
  throw new UsageError(
    'this takes something away, and nobody can be asked here whether it may',
    'add --yes to go ahead without being asked',
  );
}
