import { resources } from '../../contract/index.ts';
import type { FromSchema } from '../../contract/schema/schema.ts';
import { isOnline, type OnlineFrom } from '../agents/agent-state.ts';
import { collectionOf } from '../records/collection.ts';
import { crudHandlers } from '../records/crud-handlers.ts';
import { defineHandlers } from '../records/handlers.ts';

export type Tunnel = FromSchema<typeof resources.tunnels.record>;

const sessionIndex = 'session';

/** Tunnels, found by the session that holds them. */
export const tunnelCollection = collectionOf<typeof resources.tunnels, Partial<OnlineFrom>>(
  resources.tunnels,
  {
    keys: ({ record }) => ({ [sessionIndex]: [record.tunnel_session.id] }),
    isVisible: isOnline,
  },
);

const { get, list } = crudHandlers(tunnelCollection);

/** contract/README.md "Tunnel sessions and tunnels". */
export const tunnelHandlers = defineHandlers(resources.tunnels, { get, list });
