import type { Change } from '../../contract/events/event-types.ts';
import type { Resource } from '../../contract/schema/resource.ts';
import type { Reader, RowData } from '../../store/store.ts';
import type { OperationContext, RecordingTransaction } from '../records/operation-context.ts';
import { notFound, RequestError } from '../records/request-error.ts';

/** Where the rows of edges and routes are. */
export const edgeCollections = {
  tcp: 'edges/tcp',
  tls: 'edges/tls',
  https: 'edges/https',
  routes: 'edges/https/routes',
} as const;

/** Which row holds a module, and where in it. */
export interface ModulePlace {
  readonly resource: Resource;
  readonly collection: string;
  readonly member: string;
  /** What the row is, for messages. */
  readonly noun: string;
  readonly id: (context: OperationContext) => string;
  /** Whether the row is the one that the whole path names. */
  readonly belongs?: (context: OperationContext, row: RowData) => boolean;
}

/** A module of an edge or a route: a member of its row, set, shown and removed as a whole. */
export function moduleOf<Module>(place: ModulePlace) {
  const { resource, collection, member, noun, belongs = () => true } = place;

  async function readRow(reader: Reader, context: OperationContext): Promise<RowData> {
    const row = await reader.get(collection, place.id(context));
    if (row && belongs(context, row.data)) return row.data;
    throw notFound(noun, place.id(context));
  }

  async function readModule(
    reader: Reader,
    context: OperationContext,
  ): Promise<{ row: RowData; module: Module }> {
    const row = await readRow(reader, context);
    if (row[member] === undefined) throw new RequestError('ERR_MODULE_NOT_SET');
    return { row, module: row[member] as Module };
  }

  /** An event names a module by its address: the record itself does not say whose module it is. */
  async function recordEvent(
    transaction: RecordingTransaction,
    change: Change,
    context: OperationContext,
    module: Module,
  ) {
    const path = resource.operations.get?.path ?? '';
    const uri = path.replace(/\{(\w+)\}/g, (_, name: string) => context.params[name] ?? '');
    await transaction.recordEvent?.(resource.eventKind, change, { uri, ...module });
  }

  return {
    handlers: {
      get: async (context: OperationContext): Promise<Module> =>
        (await readModule(context.store, context)).module,
      delete: (context: OperationContext): Promise<undefined> =>
        context.store.write(async (transaction) => {
          const { row, module } = await readModule(transaction, context);
          const { [member]: _removed, ...rest } = row;
          await transaction.put(collection, place.id(context), rest);
          await recordEvent(transaction, 'deleted', context, module);
          return undefined;
        }),
    },
    /** Sets the module to what `build` makes of the request, once the row is known to exist. */
    replace: (
      context: OperationContext,
      build: (transaction: RecordingTransaction) => Promise<Module>,
    ): Promise<Module> =>
      context.store.write(async (transaction) => {
        const row = await readRow(transaction, context);
        const module = await build(transaction);
        await transaction.put(collection, place.id(context), { ...row, [member]: module });
        await recordEvent(transaction, row[member] === undefined ? 'created' : 'updated', context, module);
        return module;
      }),
  };
}
