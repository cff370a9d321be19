import { protocol } from '../../../contract/http/protocol.ts';
import type { ManifestKind } from '../../../contract/manifest/kinds.ts';
import { isObject } from '../../../contract/schema/json-object.ts';
import { memberAt, schemaAt, setMember } from '../../../contract/schema/member-path.ts';
import type { ObjectSchema } from '../../../contract/schema/schema.ts';
import { bodyOfRecord } from '../../operation/body/record-body.ts';
import { isChoice, type Members } from '../../operation/body/request-body.ts';
import { changesOf } from '../../operation/changes/changes.ts';
import type { Change } from '../../output/changes/format-changes.ts';
import { hasSecret, type UnreadableValue, unreadableValues } from './unreadable.ts';

/** Whether a value is the one that this program applied last; undefined where it does not know. */
export type AppliedBefore = (path: readonly string[], value: string) => boolean | undefined;

/** How a record differs from what a manifest says of it. */
export interface Comparison {
  readonly changes: readonly Change[];
  /** The members that the API sets only when a record is made: it has to be made anew. */
  readonly fixed: readonly string[];
  /** What a change in place sends; where it has to be made anew, all of the new one. */
  readonly body: Members;
  /** Members that cannot be compared, and that nothing was applied to from here: they are left as they are. */
  readonly unknown: readonly string[];
}

/**
 * Compares a record with what a manifest says of it. A member that the manifest does not name is left as it is; what no
 * record shows changes only where another value was applied before, or where it is to be sent whatever there is.
 */
export function compare(
  kind: ManifestKind,
  body: Members,
  record: Members,
  { appliedBefore, rotate }: { appliedBefore: AppliedBefore; rotate: boolean },
): Comparison {
  const unknown: string[] = [];
  const wanted = structuredClone(body);
  for (const value of unreadableValues(kind, body)) {
    const isThere = value.isMasked ? hasSecret(record, value.path) : true;
    const isSame = isThere && !rotate ? appliedBefore(value.path, value.value) : false;
    if (isSame !== false) keep(wanted, value);
    if (isSame === undefined) unknown.push(value.path.join('.'));
  }
  const { operation } = kind.create;
  const changes = changesOf(operation, wanted, record);
  const fixed = changes.filter((change) => isFixed(kind, change)).map(({ name }) => name);
  if (fixed.length > 0) return { changes, fixed, body: bodyAnew(kind, body, record), unknown: [] };
  return {
    changes,
    fixed,
    body: operation.method === 'PUT' ? body : bodyOfChanges(kind, wanted, changes),
    unknown,
  };
}

/**
 * Whether each member that a manifest names stands in the record letter by letter: seen at a glance, which is enough for
 * most records of most accounts. Objects, and with them whatever no record shows, are left to `compare`.
 */
export function isAsWritten(body: Members, record: Members): boolean {
  for (const name in body) {
    const wanted = body[name];
    const present = record[name];
    if (wanted === present) continue;
    if (!Array.isArray(wanted) || !Array.isArray(present) || wanted.length !== present.length) return false;
    if (!wanted.every((item, i) => item === present[i])) return false;
  }
  return true;
}

/** All of a record that is made anew: what no manifest names stays as it is, so that nothing becomes wider by it. */
function bodyAnew({ create }: ManifestKind, body: Members, record: Members): Members {
  const join = (schema: ObjectSchema | undefined, given: Members, present: Members): Members => {
    const joined = { ...present, ...given };
    for (const [name, value] of Object.entries(given)) {
      const inner = schemaAt(schema, [name]) ?? {};
      const before = present[name];
      const isJoined = isObject(value) && isObject(before) && inner.properties !== undefined;
      if (isJoined && !isChoice(inner)) joined[name] = join(inner, value, before);
    }
    return joined;
  };
  return join(create.operation.body, body, bodyOfRecord(create, record).members);
}

/** Leaves what is there where it is. */
function keep(wanted: Members, { path, isMasked }: UnreadableValue): void {
  const around = memberAt(wanted, path.slice(0, -1));
  if (isMasked) setMember(wanted, path, protocol.secretMask);
  else if (isObject(around)) delete around[path.at(-1) ?? ''];
}

/** Whether the API can make the change only by making the record anew. */
function isFixed({ update }: ManifestKind, { name, old, new: fresh }: Change): boolean {
  const path = name.split('.');
  const body = update?.operation.body;
  const schema = schemaAt(body, path);
  if (schema === undefined) return true;
  // Kinds that exclude each other, one of which goes.
  const [top = ''] = path;
  if (schemaAt(body, [top])?.['x-fixed'] === 'kind' && path.length === 2)
    return (old === undefined) !== (fresh === undefined);
  return schema['x-fixed'] === 'scheme' && schemeOf(old) !== schemeOf(fresh);
}

function schemeOf(url: unknown): string | undefined {
  return /^[a-z]+(?=:)/i.exec(String(url))?.[0].toLowerCase();
}

/** What changes, and no more; a member that is one of several kinds goes as a whole. */
function bodyOfChanges(kind: ManifestKind, wanted: Members, changes: readonly Change[]): Members {
  const body: Members = {};
  const schema = kind.update?.operation.body;
  for (const { name } of changes) {
    const path = name.split('.');
    const whole = path.findIndex((_, depth) => isChoice(schemaAt(schema, path.slice(0, depth + 1)) ?? {}));
    const at = whole < 0 ? path : path.slice(0, whole + 1);
    setMember(body, at, memberAt(wanted, at));
  }
  return body;
}
