import { resources } from '../../contract/index.ts';
import type { FromSchema } from '../../contract/schema.ts';
import { defineBehaviour } from '../behaviour.ts';
import { collectionOf } from '../collection.ts';
import { standard } from '../standard.ts';
import { isOnline, type OnlineFrom } from './agents.ts';

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

const { get, list } = standard(tunnelCollection);

/** api.md section 4, Tunnels. */
export const tunnelBehaviour = defineBehaviour(resources.tunnels, { get, list });
