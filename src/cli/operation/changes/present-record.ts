import type { Client } from '../../../client/client.ts';
import { type CatalogueEntry, catalogue } from '../../../contract/index.ts';
import type { Members } from '../body/request-body.ts';
import type { PathValues } from '../targets.ts';

/** What is there before an operation changes it; each object is asked for once, however many look at it. */
export interface PresentRecords {
  /** Whether any operation shows them. */
  readonly canRead: boolean;
  /** Throws what the client throws: an ApiError with status 404 where there is none. */
  read(target: PathValues): Promise<Members>;
}

export function presentRecords(
  { operation, verb }: Pick<CatalogueEntry, 'operation' | 'verb'>,
  open: () => Promise<Client>,
): PresentRecords {
  const reading = catalogue.find(
    ({ operation: other }) =>
      other.method === 'GET' &&
      other.returns !== undefined &&
      (other.path === operation.path || operation.path === `${other.path}/${verb}`),
  );
  const known = new Map<string, Promise<Members>>();
  const ask = async (target: PathValues) => {
    if (reading === undefined) throw new Error(`nothing shows what ${operation.path} is about`);
    const client = await open();
    return (await client.send(reading.operation, target)) as Members;
  };
  return {
    canRead: reading !== undefined,
    read(target) {
      const key = JSON.stringify(target);
      const record = known.get(key) ?? ask(target);
      known.set(key, record);
      return record;
    },
  };
}
