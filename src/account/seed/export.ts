import type { DocumentHead, DocumentPiece } from '../../documents/write-document.ts';
import type { Snapshot } from '../../store/store.ts';
import type { ExportContext } from '../rules/seed-list.ts';
import { exportAccountItem } from './account-item.ts';
import { seedLists } from './lists.ts';

/**
 * An account as the pieces of a seed that brings it back, list by list, oldest first. Nothing of it is held in memory.
 * Events and requests of the past are not part of an account.
 */
export async function* exportAccount(
  options: Pick<ExportContext, 'snapshot' | 'vault' | 'withSecrets'>,
  lists = seedLists,
): AsyncGenerator<DocumentPiece> {
  yield { member: 'account', item: await exportAccountItem(options) };
  const { snapshot } = options;
  const context: ExportContext = { ...options, once: readOnce(snapshot) };
  for (const list of lists) {
    for await (const { id, data } of snapshot.rows(list.collection)) {
      const item = await list.toItem?.(data, context, id);
      if (item !== undefined) yield { member: list.member, item };
    }
  }
}

function readOnce(snapshot: Snapshot): ExportContext['once'] {
  const results = new Map<unknown, Promise<unknown>>();
  return <T>(read: (snapshot: Snapshot) => Promise<T>) => {
    const result = results.get(read) ?? read(snapshot);
    results.set(read, result);
    return result as Promise<T>;
  };
}

/** What an export without secrets leaves out, and what an import makes of that: a line each. */
const withoutSecrets: readonly string[] = [
  'It holds no secrets. What an import makes of it differs from this account in these points:',
  '- API keys are there, but no token works; tunnelctl sandbox export --with-secrets keeps what tokens are known by.',
  '- SSH certificate authorities get new keys: certificates signed before are kept, and no authority vouches for them.',
  '- So does the authority of client certificates: those of Kubernetes operators are kept, and do not verify.',
  '- Secrets of event destinations are <SECRET>: import says which have to be given again.',
  '- Deleted API keys are forgotten.',
];

/** What an export with secrets is. */
const withSecrets: readonly string[] = [
  'It holds secrets: private keys, what API keys are known by, secrets of event destinations. Keep it like a password.',
];

/** The head of every export. */
export function exportHead(accountId: string, hasSecrets: boolean): DocumentHead {
  return {
    comments: [
      `tunnelctl: the account ${accountId}, as tunnelctl sandbox import and serve --seed take it.`,
      ...(hasSecrets ? withSecrets : withoutSecrets),
    ],
  };
}
