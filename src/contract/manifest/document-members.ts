import type { ObjectSchema } from '../schema/schema.ts';

// What the records of a document have beside what their creation takes.

/** The schema of an explicit id: the prefix, `_` and a KSUID. */
export function idSchema<const Prefix extends string>(prefix: Prefix) {
  return {
    type: 'string',
    pattern: `^${prefix}_[0-9A-Za-z]{27}$`,
    description: 'its id; made from the time of its creation when not given',
  } as const satisfies ObjectSchema;
}

const time = (description: string) =>
  ({ type: 'string', format: 'date-time', description }) as const satisfies ObjectSchema;

export const createdAt = time('when it was created; the time in its id when not given, else now');
export const startedAt = time('when it came online; the time in its id when not given, else now');
export const updatedAt = time('when it was last changed; its creation when not given');

const principal = (description: string) =>
  ({ type: 'string', 'x-refers-to': 'users', description }) as const satisfies ObjectSchema;

export const ownerId = principal("user or bot that owns it; the account's admin when not given");
export const principalId = principal("user or bot that created it; the account's admin when not given");
