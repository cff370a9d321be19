import { description, metadata } from '../../contract/resources/members.ts';
import type { ObjectSchema } from '../../contract/schema/schema.ts';

// Members that several lists of a seed share.

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

/** `description` and `metadata`. */
export const words = { description, metadata } as const satisfies Record<string, ObjectSchema>;

export const text = { type: 'string', 'x-max-bytes': 2048 } as const satisfies ObjectSchema;

export const word = { ...text, minLength: 1 } as const satisfies ObjectSchema;

/** The schema of an item whose id and time stand in it as in most. */
export function itemSchema<
  const Prefix extends string,
  const Members extends Readonly<Record<string, ObjectSchema>>,
  const Required extends readonly string[] = [],
>(prefix: Prefix, members: Members, required?: Required) {
  const properties = { id: idSchema(prefix), created_at: createdAt, ...members };
  const schema = { type: 'object', additionalProperties: false, ...(required && { required }), properties };
  return schema as {
    readonly type: 'object';
    readonly additionalProperties: false;
    readonly required: Required;
    readonly properties: Members & {
      readonly id: { type: 'string' };
      readonly created_at: { type: 'string' };
    };
  };
}
