import type { Operation } from './resource.ts';
import { bodySchema, type ObjectSchema } from './schema.ts';

// The operations that most resources have, in the one form that they have everywhere (contract/README.md
// "Operations"). An operation of another form is written out where it stands.

/** What an operation says of itself, beside what it takes and answers. */
type Words = Pick<Operation, 'summary' | 'description' | 'destructive' | 'errors' | 'examples'>;

/** Makes a record and answers with it. */
export function create<const P extends string, B extends ObjectSchema, R extends ObjectSchema>(
  path: P,
  body: B,
  returns: R,
  words: Words,
) {
  return { method: 'POST', path, status: 201, body, returns, ...words } as const;
}

/** Answers with a page of a collection, newest first. */
export function list<const P extends string, const C extends string, I extends ObjectSchema>(
  path: P,
  collection: C,
  item: I,
  words: Words,
) {
  return { method: 'GET', path, status: 200, list: { collection, item, paged: true }, ...words } as const;
}

/** Answers with a record. */
export function get<const P extends string, R extends ObjectSchema>(path: P, returns: R, words: Words) {
  return { method: 'GET', path, status: 200, returns, ...words } as const;
}

/** Changes the members of a record that are given, and answers with it. */
export function update<const P extends string, B extends ObjectSchema, R extends ObjectSchema>(
  path: P,
  body: B,
  returns: R,
  words: Words,
) {
  return { method: 'PATCH', path, status: 200, body, returns, ...words } as const;
}

/** Puts a whole new record in the place of what was there, and answers with it. */
export function replace<const P extends string, B extends ObjectSchema, R extends ObjectSchema>(
  path: P,
  body: B,
  returns: R,
  words: Words,
) {
  return { method: 'PUT', path, status: 200, body, returns, ...words } as const;
}

/** Takes a record away. */
export function remove<const P extends string>(path: P, words: Words) {
  return { method: 'DELETE', path, status: 204, ...words } as const;
}

/** The body of a request that has nothing to say beside its path. */
export const emptyBody = bodySchema([], {});

/** Tells what a record stands for to do something; answers once it is told. */
export function command<const P extends string>(path: P, words: Words) {
  return { method: 'POST', path, status: 204, body: emptyBody, bodyOptional: true, ...words } as const;
}
