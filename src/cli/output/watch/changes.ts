import { memberAt } from '../../../contract/schema/member-path.ts';

/** What happened to a record between two looks. */
export interface Change {
  readonly event: 'added' | 'changed' | 'removed';
  /** As it is now; as it was last, when it is gone. */
  readonly object: unknown;
}

/**
 * Compares each look with the one before it; at the first, every record is added.
 * @param idName the member that tells records apart; undefined where there is but one
 */
export function changeFinder(idName: string | undefined): (records: readonly unknown[]) => Change[] {
  let before = new Map<string, { text: string; record: unknown }>();
  return (records) => {
    const now = new Map<string, { text: string; record: unknown }>();
    const changes: Change[] = [];
    for (const record of records) {
      const id = idName === undefined ? '' : String(memberAt(record, [idName]));
      const text = JSON.stringify(record);
      now.set(id, { text, record });
      const old = before.get(id);
      if (old === undefined) changes.push({ event: 'added', object: record });
      else if (old.text !== text) changes.push({ event: 'changed', object: record });
    }
    for (const [id, { record }] of before) {
      if (!now.has(id)) changes.push({ event: 'removed', object: record });
    }
    before = now;
    return changes;
  };
}
