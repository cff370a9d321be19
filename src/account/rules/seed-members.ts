import { createdAt, idSchema } from '../../contract/manifest/document-members.ts';
import { description, metadata } from '../../contract/resources/members.ts';
import type { ObjectSchema } from '../../contract/schema/schema.ts';

// Members that several lists of a seed share.

export {
  createdAt,
  idSchema,
  ownerId,
  principalId,
  startedAt,
  updatedAt,
} from '../../contract/manifest/document-members.ts';

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
