import type { CatalogueEntry } from '../../../contract/index.ts';
import { isObject } from '../../../contract/schema/json-object.ts';
import { schemaAt } from '../../../contract/schema/member-path.ts';
import type { ObjectSchema, Schema } from '../../../contract/schema/schema.ts';
import { isRef } from '../../output/table/cell.ts';
import type { Members } from './request-body.ts';

/** A record as it was read, in the form that an operation takes. */
export interface RecordBody {
  readonly members: Members;
  /** What the operation does not take, by dotted names: what cannot be set, and what says null of itself. */
  readonly left: ReadonlyMap<string, unknown>;
}

/**
 * What an operation takes of a record: members that records show and no request sets are left out, and so are nulls
 * where a record says that something does not apply. References become the ids that requests have in their place. What
 * neither records nor requests know stays, for the check of the body to refuse.
 */
export function bodyOfRecord({ resource, operation }: CatalogueEntry, members: Members): RecordBody {
  const left = new Map<string, unknown>();
  const body = take(operation.body ?? {}, resource.record, members, '', left);
  return { members: body, left };
}

function take(
  given: ObjectSchema,
  shown: ObjectSchema,
  members: Members,
  above: string,
  left: Map<string, unknown>,
): Members {
  const taken: [string, unknown][] = [];
  for (const [name, value] of Object.entries(members)) {
    const request = schemaAt(given, [name]);
    const record = schemaAt(shown, [name]);
    const path = `${above}${name}`;
    if (request === undefined) {
      const other = nameInRequests(given, name);
      if (other !== undefined && !Object.hasOwn(members, other) && isRefList(value)) {
        taken.push([other, value.map(({ id }) => id)]);
      } else if (record !== undefined) left.set(path, value);
      else taken.push([name, value]);
    } else if (value === null && allowsNull(record)) {
      left.set(path, value);
    } else if (request.properties !== undefined && record?.properties !== undefined && isObject(value)) {
      const before = left.size;
      const inner = take(request, record, value, `${path}.`, left);
      const isAllLeft = Object.keys(inner).length === 0 && left.size > before;
      if (!isAllLeft) taken.push([name, inner]);
    } else taken.push([name, value]);
  }
  return Object.fromEntries(taken);
}

/** What requests call a member that records show under another name. */
function nameInRequests({ properties = {} }: ObjectSchema, shown: string): string | undefined {
  const found = Object.entries<Schema>(properties).find(
    ([, member]) => typeof member === 'object' && member['x-shown-as'] === shown,
  );
  return found?.[0];
}

function allowsNull(schema: ObjectSchema | undefined): boolean {
  return schema !== undefined && [schema.type].flat().includes('null');
}

function isRefList(value: unknown): value is readonly { readonly id: string }[] {
  return Array.isArray(value) && value.every(isRef);
}
