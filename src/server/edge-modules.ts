import type { Change } from '../contract/event-types.ts';
import type { Resource } from '../contract/resource.ts';
import type { Reader, RowData } from '../store/store.ts';
import type { Call } from './call.ts';
import { notFound, RequestError } from './request-error.ts';
import type { TellingTransaction } from './telling-store.ts';

/** Which row holds a module, and where in it. */
export interface ModulePlace {
  readonly resource: Resource;
  readonly collection: string;
  readonly member: string;
  /** What the row is, for messages. */
  readonly noun: string;
  readonly id: (call: Call) => string;
  /** Whether the row is the one that the whole path names. */
  readonly isMeant?: (call: Call, row: RowData) => boolean;
}

/** A module of an edge or a route: a member of its row, set, shown and removed as a whole. */
export function moduleOf<Module>(place: ModulePlace) {
  const { resource, collection, member, noun, isMeant = () => true } = place;

  async function readRow(reader: Reader, call: Call): Promise<RowData> {
    const row = await reader.get(collection, place.id(call));
    if (row && isMeant(call, row.data)) return row.data;
    throw notFound(noun, place.id(call));
  }

  async function readModule(reader: Reader, call: Call): Promise<{ row: RowData; module: Module }> {
    const row = await readRow(reader, call);
    if (row[member] === undefined) throw new RequestError('ERR_MODULE_NOT_SET');
    return { row, module: row[member] as Module };
  }

  /** An event names a module by its address: the record itself does not say whose module it is. */
  async function tell(transaction: TellingTransaction, change: Change, call: Call, module: Module) {
    const path = resource.operations.get?.path ?? '';
    const uri = path.replace(/\{(\w+)\}/g, (_, name: string) => call.params[name] ?? '');
    await transaction.tell?.(resource.eventKind, change, { uri, ...module });
  }

  return {
    handlers: {
      get: async (call: Call): Promise<Module> => (await readModule(call.store, call)).module,
      delete: (call: Call): Promise<undefined> =>
        call.store.write(async (transaction) => {
          const { row, module } = await readModule(transaction, call);
          const { [member]: _removed, ...rest } = row;
          await transaction.put(collection, place.id(call), rest);
          await tell(transaction, 'deleted', call, module);
          return undefined;
        }),
    },
    /** Sets the module to what `build` makes of the request, once the row is known to exist. */
    replace: (call: Call, build: (transaction: TellingTransaction) => Promise<Module>): Promise<Module> =>
      call.store.write(async (transaction) => {
        const row = await readRow(transaction, call);
        const module = await build(transaction);
        await transaction.put(collection, place.id(call), { ...row, [member]: module });
        await tell(transaction, row[member] === undefined ? 'created' : 'updated', call, module);
        return module;
      }),
  };
}
