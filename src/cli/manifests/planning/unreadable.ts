import { protocol } from '../../../contract/http/protocol.ts';
import type { ManifestKind } from '../../../contract/manifest/kinds.ts';
import { isObject } from '../../../contract/schema/json-object.ts';
import { memberAt, schemaAt } from '../../../contract/schema/member-path.ts';
import type { ObjectSchema, Schema } from '../../../contract/schema/schema.ts';
import type { Members } from '../../operation/body/request-body.ts';

/** A value of a body that no record shows: a secret, or what only its effect is shown of. */
export interface UnreadableValue {
  readonly path: readonly string[];
  readonly value: string;
  /** Records show that it is there, and it can be kept by sending the mask. */
  readonly isMasked: boolean;
}

/** The values of a body that cannot be compared with a record. The mask of a secret is no value. */
export function unreadableValues({ resource, create }: ManifestKind, body: Members): UnreadableValue[] {
  const found: UnreadableValue[] = [];
  const walk = (schema: ObjectSchema | undefined, value: unknown, path: readonly string[]) => {
    if (isObject(value)) {
      for (const [name, member] of Object.entries(value)) {
        walk(schemaAt(schema, [name]), member, [...path, name]);
      }
      return;
    }
    if (typeof value !== 'string' || value === protocol.secretMask) return;
    const isMasked = schema?.['x-secret'] === true;
    const isShown = schemaAt(resource.record, path) !== undefined;
    if (isMasked || !isShown) found.push({ path, value, isMasked });
  };
  walk(create.operation.body as Schema as ObjectSchema, body, []);
  return found;
}

/** Whether a record has something where a secret goes. */
export function hasSecret(record: Members, path: readonly string[]): boolean {
  return memberAt(record, path) === protocol.secretMask;
}
