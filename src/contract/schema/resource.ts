import type { ErrorCode } from '../errors/errors.ts';
import type { FromSchema, ObjectSchema } from './schema.ts';

/** A run of an operation that works as it stands against the `demo` account. */
export interface Example {
  /** What the caller achieves, as a sentence without a full stop. */
  readonly summary: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** A member of an operation's path. */
export interface Parameter {
  /** What the command line calls it, where `id` alone would not say whose: `edge-id`. */
  readonly name?: string;
  readonly description: string;
  /** The collection whose ids (or types) are taken, whether or not an operation lists them: `edges/tcp`. */
  readonly refersTo?: string;
}

/** One request that the API offers (contract/README.md "Operations"). */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the base URL, with `{name}` for each parameter. */
  readonly path: string;
  readonly summary: string;
  /** What else a caller should know; paragraphs separated by an empty line. */
  readonly description?: string;
  readonly status: 200 | 201 | 204;
  readonly body?: ObjectSchema;
  /** No body at all means the same as `{}`. */
  readonly bodyOptional?: true;
  /** Takes something away that only its owner can bring back, although the method does not say so. */
  readonly destructive?: true;
  /** The response body's schema; lists say `list` instead. */
  readonly returns?: ObjectSchema;
  readonly list?: ListDefinition;
  /** Error codes beyond those that every operation can answer (`commonErrors`). */
  readonly errors?: readonly ErrorCode[];
  readonly examples: readonly Example[];
}

/** The envelope of a list (contract/README.md "Paging"): which member holds the items, and what they are. */
export interface ListDefinition {
  readonly collection: string;
  readonly item: ObjectSchema;
  /** Takes `limit` and `before_id`, and answers `next_page_uri`. */
  readonly paged: boolean;
}

/** How a manifest has the records of a resource (contract/README.md "Manifests"). */
export interface ManifestForm {
  /** What holds them: a list of the document, or a member of the item around them. */
  readonly member: string;
  /** The lists around them, from the outermost inwards. The API shows none of these: their ids are given. */
  readonly within?: readonly ManifestHolder[];
  /** The members by which a record is recognised where no id is given; dots reach into members. */
  readonly identity: readonly string[];
  /** Of records that have `true` here there may be several: these members tell them apart besides. */
  readonly shared?: { readonly where: string; readonly by: readonly string[] };
  /** All others belong to somebody else: a record has this value here. */
  readonly own?: { readonly member: string; readonly value: string };
  /** The member that an item is, where it has no other: `sources: [type]`. */
  readonly plain?: string;
}

/** A list of objects that no operation of the API creates or lists, around records that one creates. */
export interface ManifestHolder {
  /** In the document, or in the item around it. */
  readonly member: string;
  /** Of the operations' path: it takes the item's id. */
  readonly parameter: string;
  readonly idPrefix: string;
}

/** A kind of object of the account, with everything that can be done to it. */
export interface Resource {
  /** Words of the command, joined by dots: `ssh-credentials`, `edges.tcp.ip-restriction`. */
  readonly name: string;
  /** What its ids start with, without the underscore; absent where the path, not an id, names the object. */
  readonly idPrefix?: string;
  readonly summary: string;
  /** What event types call it; absent where its changes are no events (contract/README.md "Events"). */
  readonly eventKind?: string;
  readonly record: ObjectSchema;
  /** Members that a table shows, in order. Dots reach into members. */
  readonly columns: readonly string[];
  /** Absent for what no manifest can have. */
  readonly manifest?: ManifestForm;
  /** What the members of the paths mean, by their names there. */
  readonly parameters?: Readonly<Record<string, Parameter>>;
  /** By verb, in the order of help. */
  readonly operations: Readonly<Record<string, Operation>>;
}

/** States a resource: checks its form and keeps its literal types. */
export function defineResource<const R extends Resource>(resource: R): R {
  return resource;
}

type PathParameterNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParameterNames<Rest>
  : never;

/** What places one page of a list. */
export interface PageParameters {
  /** 1 to 100. */
  limit?: number;
  /** Exclusive: the page starts with the next older record. */
  before_id?: string;
}

/** Path members and, for a paged list, `limit` and `before_id`. */
export type ParametersOf<O extends Operation> = Record<PathParameterNames<O['path']>, string> &
  (O extends { list: { paged: true } } ? PageParameters : unknown);

/** The request body of an operation; `undefined` where it takes none. */
export type BodyOf<O extends Operation> = O extends { body: infer S } ? FromSchema<S> : undefined;

/** An item of a list operation. */
export type ItemOf<O extends Operation> = O extends { list: { item: infer S } } ? FromSchema<S> : never;

type Envelope<Collection extends string, Item, Paged> = Record<Collection, Item[]> & {
  uri: string;
} & (Paged extends true ? { next_page_uri: string | null } : unknown);

/** The response body of an operation; `undefined` for those that answer 204. */
export type ResultOf<O extends Operation> = O extends { returns: infer S }
  ? FromSchema<S>
  : O extends { list: { collection: infer C extends string; item: infer S; paged: infer P } }
    ? Envelope<C, FromSchema<S>, P>
    : undefined;

/** Names of the members of an operation's path, in order. */
export function pathParameters(operation: Pick<Operation, 'path'>): string[] {
  return [...operation.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);
}

/** Whether running it takes something away: what it deletes, what it replaces, or what it says itself. */
export function isDestructive({ method, destructive }: Operation): boolean {
  return method === 'DELETE' || method === 'PUT' || destructive === true;
}

/**
 * Whether it means the same for one object as for many: nothing but the path says what it is about, so that the
 * last member of the path may stand for a list of them.
 */
export function isRepeatable(operation: Operation): boolean {
  const { list, body, bodyOptional } = operation;
  return !list && (body === undefined || bodyOptional === true) && pathParameters(operation).length > 0;
}

/** The members of a record that name the user or bot whom it belongs to, by an id or a reference. */
export function ownerMembers({ properties = {} }: ObjectSchema): string[] {
  return Object.keys(properties).filter((name) => {
    const member = properties[name];
    return typeof member === 'object' && member['x-refers-to'] === 'users';
  });
}

const envelopes = new WeakMap<ListDefinition, ObjectSchema>();

/** The schema of an operation's response body, always the same object; `undefined` for those that answer 204. */
export function responseSchema({ list, returns }: Operation): ObjectSchema | undefined {
  if (!list) return returns;
  const schema = envelopes.get(list) ?? envelopeSchema(list);
  envelopes.set(list, schema);
  return schema;
}

function envelopeSchema({ collection, item, paged }: ListDefinition): ObjectSchema {
  return {
    type: 'object',
    additionalProperties: false,
    required: paged ? [collection, 'uri', 'next_page_uri'] : [collection, 'uri'],
    properties: {
      [collection]: { type: 'array', items: item },
      uri: { type: 'string', format: 'uri', description: 'URL of the list' },
      ...(paged && {
        next_page_uri: {
          type: ['string', 'null'],
          format: 'uri',
          description: 'URL of the next page; null at the end',
        },
      }),
    },
  };
}
