import type { Snapshot } from '../../store/store.ts';
import type { ExportContext } from '../rules/seed-list.ts';
import { exportAccountItem } from './account-item.ts';
import { seedLists } from './lists.ts';

/** A piece of an account as a seed has it: the account itself, or an item of the list of this name. */
export interface ExportPiece {
  /** `account`, or a list. */
  readonly member: string;
  readonly item: object;
}

/**
 * An account as the pieces of a seed that brings it back, list by list, oldest first. Nothing of it is held in memory.
 * Events and requests of the past are not part of an account.
 */
export async function* exportAccount(
  options: Pick<ExportContext, 'snapshot' | 'vault' | 'withSecrets'>,
  lists = seedLists,
): AsyncGenerator<ExportPiece> {
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
