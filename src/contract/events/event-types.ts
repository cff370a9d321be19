import { resources } from '../index.ts';
import * as members from '../resources/members.ts';
import type { Resource } from '../schema/resource.ts';
import type { ObjectSchema } from '../schema/schema.ts';

/** What can happen to an object, for the service; event types have words of their own for some (`EventKind`). */
export type Change = 'created' | 'updated' | 'deleted';

/** What events tell of one kind of objects. */
export interface EventKind {
  /** The verb of the event type for each change that is recorded; others leave no event. */
  readonly verbs: Readonly<Partial<Record<Change, string>>>;
  /** The object as an event shows it. */
  readonly object: ObjectSchema;
}

const text = { type: 'string' } as const satisfies ObjectSchema;

/** Kinds of objects that no operation of their own returns, or that say another verb. */
const otherKinds: Readonly<Record<string, Partial<EventKind>>> = {
  // Agents bring sessions and take them away; a restart does both.
  tunnel_session: { verbs: { created: 'started', deleted: 'stopped' } },
  // Its sources changing is an update of it; no operation makes or deletes one.
  event_subscription: {
    verbs: { updated: 'updated' },
    object: {
      type: 'object',
      properties: {
        id: members.id,
        uri: members.uri,
        description: members.description,
        sources: { type: 'array', items: resources.eventSources.record },
        destinations: { type: 'array', items: members.ref },
      },
    },
  },
  // Made with the first endpoint on a host.
  reserved_domain: {
    verbs: { created: 'created' },
    object: { type: 'object', properties: { id: members.id, uri: members.uri, domain: text } },
  },
  // Only the real service emits these (contract/README.md "Events").
  ip_policy: { verbs: { created: 'created', updated: 'updated' } },
};

/** Every kind of objects that events are about, by its word in event types (contract/README.md "Events"). */
export const eventKinds: Readonly<Record<string, EventKind>> = eventKindsOf(resources);

/**
 * The event types that are known, `<kind>_<verb>.v0`. An event source may name any type of the right form, whether
 * or not it is one of these.
 */
export const eventTypes: readonly string[] = Object.entries(eventKinds).flatMap(([kind, { verbs }]) =>
  Object.values(verbs).map((verb) => eventType(kind, verb)),
);

/** The type of an event. */
export function eventType(kind: string, verb: string): string {
  return `${kind}_${verb}.v0`;
}

/** The kinds of a catalogue, with those that stand in none. */
export function eventKindsOf(described: Readonly<Record<string, Resource>>): Record<string, EventKind> {
  const kinds: Record<string, EventKind> = {};
  for (const resource of Object.values(described)) {
    const { eventKind, record } = resource;
    if (eventKind === undefined) continue;
    // A module of an edge has no address among its members, and could be that of any edge.
    const properties = { uri: members.uri, ...kinds[eventKind]?.object.properties, ...record.properties };
    kinds[eventKind] = { verbs: verbsOf(resource), object: { type: 'object', properties } };
  }
  for (const [kind, given] of Object.entries(otherKinds)) {
    const { verbs = {}, object = { type: 'object' } } = { ...kinds[kind], ...given };
    kinds[kind] = { verbs, object };
  }
  return kinds;
}

/** Each change that an operation makes. */
function verbsOf({ operations }: Resource): EventKind['verbs'] {
  const { create, update, replace, delete: remove } = operations;
  return {
    ...((create || replace) && { created: 'created' }),
    ...((update || replace) && { updated: 'updated' }),
    ...(remove && { deleted: 'deleted' }),
  };
}
