import type { Hole, RowName } from './survey.ts';
import type { RecordRow } from './table-shapes.ts';

/** Rows of one collection that are gone, as far as they are known. */
export interface LostRows {
  /** Undefined where not even that is known. */
  readonly collection: string | undefined;
  /** Those that are known; there may be more in `between`. */
  readonly ids: readonly string[];
  /** Stretches in which others are missing: the sound rows at both ends, undefined at an end of the file. */
  readonly between: readonly Stretch[];
}

interface Stretch {
  readonly after: RowName | undefined;
  readonly before: RowName | undefined;
}

/** The rows that are known to be gone: by what is left of them, and by their keys. */
export class MissingRows {
  readonly #ids = new Map<string, Set<string>>();

  add({ collection, id }: RowName): void {
    const ids = this.#ids.get(collection);
    if (ids) ids.add(id);
    else this.#ids.set(collection, new Set([id]));
  }

  delete({ collection, id }: RowName): void {
    this.#ids.get(collection)?.delete(id);
  }

  /** @param holes adds what is left of the rows in them */
  report(holes: readonly Hole<RecordRow>[]): LostRows[] {
    for (const { known } of holes) for (const name of known) this.add(name);
    const lost = new Map<string | undefined, { ids: string[]; between: Stretch[] }>();
    const of = (collection: string | undefined) => {
      const entry = lost.get(collection) ?? { ids: [], between: [] };
      lost.set(collection, entry);
      return entry;
    };
    for (const [collection, ids] of this.#ids) if (ids.size > 0) of(collection).ids.push(...ids);
    for (const { after, before, isExact } of holes) {
      if (isExact) continue;
      const collection = after?.collection === before?.collection ? after?.collection : undefined;
      of(collection).between.push({ after: after && nameOf(after), before: before && nameOf(before) });
    }
    return [...lost].map(([collection, found]) => ({ collection, ...found }));
  }
}

function nameOf({ collection, id }: RowName): RowName {
  return { collection, id };
}
