import { protocol } from '../../../contract/http/protocol.ts';
import type { ManifestKind } from '../../../contract/manifest/kinds.ts';
import { isObject } from '../../../contract/schema/json-object.ts';
import { schemaAt } from '../../../contract/schema/member-path.ts';
import type { ObjectSchema } from '../../../contract/schema/schema.ts';
import { bodyOfRecord } from '../../operation/body/record-body.ts';
import type { Members } from '../../operation/body/request-body.ts';
import { changesOf } from '../../operation/changes/changes.ts';
import type { Change } from '../../output/changes/format-changes.ts';
import type { HideTexts } from '../files/hidden-texts.ts';
import type { Action, Plan } from '../planning/plan.ts';

/** An action as every output has it: nothing secret is in it, and everything that whoever reads it must know. */
export interface ShownAction {
  readonly action: Action['action'];
  readonly kind: ManifestKind;
  /** Undefined for what is not there yet, and for what its address alone leads to. */
  readonly id: string | undefined;
  readonly name: string;
  readonly around: Readonly<Record<string, string>>;
  /** Of what comes or goes as a whole, all its members. */
  readonly changes: readonly Change[];
  /** The members that can only be set by making it anew. */
  readonly fixed: readonly string[];
  /** Members whose value cannot be compared, and stays. */
  readonly unknown: readonly string[];
}

/** Shows the actions of a plan, each when it is asked for. */
export function* shownActions({ actions }: Plan, hide: HideTexts): Generator<ShownAction> {
  for (const action of actions) {
    const { kind } = action;
    yield {
      action: action.action,
      kind,
      id: action.action === 'create' ? undefined : idOf(action.present.record),
      name: hide(action.name),
      around: action.action === 'create' ? { ...action.around } : addressAround(kind, action.present.address),
      changes: changesIn(action).map((change) => ({
        ...change,
        old: readable(change.schema, change.old, hide),
        new: readable(change.schema, change.new, hide),
      })),
      fixed: 'fixed' in action ? action.fixed : [],
      unknown: 'unknown' in action ? action.unknown : [],
    };
  }
}

export function idOf(record: Members): string | undefined {
  return typeof record.id === 'string' ? record.id : undefined;
}

function addressAround({ form }: ManifestKind, address: Readonly<Record<string, string>>) {
  const names = (form.within ?? []).map(({ parameter }) => parameter);
  return Object.fromEntries(names.flatMap((name) => (name in address ? [[name, address[name] ?? '']] : [])));
}

/** What changes, as whoever decides about it has to see it: also what goes, and what an empty list allows. */
function changesIn(action: Action): readonly Change[] {
  if (action.action === 'delete') return lossesOf(action.kind, action.present.record);
  if (action.action === 'create') {
    const changes = action.changes.filter((change) => change.new !== '');
    return [...changes, ...emptyLists(action.kind.create.operation.body, action.body)];
  }
  return action.changes;
}

/** What a creation could have set of a record, all of which goes. */
function lossesOf({ create }: ManifestKind, record: Members): Change[] {
  const { members } = bodyOfRecord(create, record);
  const changes = changesOf({ ...create.operation, method: 'PATCH' }, members, undefined);
  return changes.map((change) => ({ ...change, old: change.new, new: undefined }));
}

/** Lists that are left empty where that allows something: nobody should have to know. */
function emptyLists(schema: ObjectSchema | undefined, body: Members): Change[] {
  return Object.keys(schema?.properties ?? {}).flatMap((name) => {
    const member = schemaAt(schema, [name]) ?? {};
    const { [name]: items = [] } = body;
    const isEmpty = Array.isArray(items) && items.length === 0;
    return member['x-empty'] && isEmpty ? [{ name, schema: member, old: undefined, new: [] }] : [];
  });
}

/** A value without secrets, and with references in the place of what came from them. */
function readable(schema: ObjectSchema | undefined, value: unknown, hide: HideTexts): unknown {
  if (typeof value === 'string') return schema?.['x-secret'] ? protocol.secretMask : hide(value);
  if (Array.isArray(value)) return value.map((item, i) => readable(schemaAt(schema, [i]), item, hide));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      hide(name),
      readable(schemaAt(schema, [name]), member, hide),
    ]),
  );
}
