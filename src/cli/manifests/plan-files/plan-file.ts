import { createHash } from 'node:crypto';
import { type ManifestKind, manifestKinds } from '../../../contract/manifest/kinds.ts';
import { quote } from '../../../contract/rules/rule.ts';
import { isObject, sortedJson } from '../../../contract/schema/json-object.ts';
import { memberAt } from '../../../contract/schema/member-path.ts';
import { CliError, fieldError } from '../../errors/cli-error.ts';
import type { Members } from '../../operation/body/request-body.ts';
import type { PathValues } from '../../operation/targets.ts';
import type { Streams } from '../../streams.ts';
import { version } from '../../version.ts';
import { type HiddenTexts, hiding } from '../files/hidden-texts.ts';
import { escapeReferences, hasReference, resolveReferences } from '../files/references.ts';
import type { Action } from '../planning/plan.ts';
import { isDigestOf, secretDigest } from '../planning/secret-digest.ts';
import { unreadableValues } from '../planning/unreadable.ts';

/** Where a plan was made, by what does not change with time. */
export interface PlanPlace {
  /** Ids that this account has and no other: of its API keys, and of who asked. */
  readonly witnesses: readonly string[];
  readonly base_url: string;
  readonly profile: string | null;
}

/** An action as a plan keeps it. */
export interface PlannedAction {
  readonly action: Action['action'];
  readonly kind: string;
  readonly name: string;
  /** The members of its address, as far as they are known before it is made. */
  readonly address: PathValues;
  /** What is sent, with references in place of what must not stand in a file. */
  readonly body?: Members;
  /** Of the record as it was seen. */
  readonly seen?: string;
}

/** A plan in a file: what is carried out exactly, or not begun. */
export interface PlanFile {
  readonly made_by: string;
  readonly made_at: string;
  readonly place: PlanPlace;
  readonly actions: readonly PlannedAction[];
  /** Digests of what references stood for, by the reference. */
  readonly references: Readonly<Record<string, string>>;
}

const form = 'tunnelctl plan, version 1';

/** The text of a plan's file. Throws a CliError for a secret that stands in the manifest itself. */
export function planText(
  { actions, hidden }: { readonly actions: readonly Action[]; readonly hidden: HiddenTexts },
  place: PlanPlace,
  now: number,
): string {
  const hide = hiding(hidden);
  const references: Record<string, string> = {};
  const plan: PlanFile = {
    made_by: version,
    made_at: new Date(now).toISOString(),
    place,
    actions: actions.map((action) => ({ ...plannedAction(action, references), name: hide(action.name) })),
    references,
  };
  return `${JSON.stringify({ form, digest: digestOf(plan), ...plan }, null, 2)}\n`;
}

/** Whether a text begins as that of a plan does. */
export function isPlanText(text: string): boolean {
  return text.startsWith(`{\n  "form": ${JSON.stringify(form)}`);
}

function plannedAction(action: Action, references: Record<string, string>): PlannedAction {
  const { kind, name } = action;
  const head = { action: action.action, kind: kind.name, name };
  if (action.action === 'delete')
    return { ...head, address: action.present.address, seen: seenDigest(action.present.record) };
  const body = keptBody(action.kind, action.body, action.kept, references) as Members;
  if (action.action === 'create') return { ...head, address: action.around, body };
  const { address, record } = action.present;
  return { ...head, address, body, seen: seenDigest(record) };
}

/** A body with references where its values came from some that are read again. */
function keptBody(
  kind: ManifestKind,
  body: Members,
  kept: Members,
  references: Record<string, string>,
): unknown {
  const secrets = new Set(
    unreadableValues(kind, body)
      .filter(({ isMasked }) => isMasked)
      .map(({ path }) => path.join('.')),
  );
  const walk = (value: unknown, path: readonly (string | number)[]): unknown => {
    if (Array.isArray(value)) return value.map((item, i) => walk(item, [...path, i]));
    if (isObject(value))
      return Object.fromEntries(
        Object.entries(value).map(([name, member]) => [name, walk(member, [...path, name])]),
      );
    if (typeof value !== 'string') return value;
    const written = memberAt(kept, path);
    if (typeof written === 'string' && hasReference(written)) {
      references[written] ??= secretDigest(value);
      return written;
    }
    if (!secrets.has(path.join('.'))) return escapeReferences(value);
    throw fieldError(
      '--out',
      `a plan would hold the secret ${path.join('.')}, which stands in the manifest itself`,
      {
        hint: `write \${env:NAME} or \${file:PATH} in its place`,
      },
    );
  };
  return walk(body, []);
}

/** What tells a record from one that was changed since: all of it but addresses, which depend on who asks. */
export function seenDigest(record: Members): string {
  return digestOf(withoutUris(record));
}

function withoutUris(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutUris);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== 'uri')
      .map(([name, member]) => [name, withoutUris(member)]),
  );
}

function digestOf(value: unknown): string {
  return createHash('sha256').update(sortedJson(value)).digest('hex');
}

/** Reads a plan. Throws a CliError for a file that is none, or that was changed since it was made. */
export function readPlan(name: string, text: string): PlanFile {
  const refuse = (problem: string): never => {
    throw new CliError('PLAN_REFUSED', `${name} ${problem}`);
  };
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return refuse('is no plan: it is not JSON');
  }
  if (!isObject(content) || typeof content.form !== 'string' || !content.form.startsWith('tunnelctl plan'))
    return refuse('is no plan; manifests are given with -f');
  if (content.form !== form) return refuse(`is ${quote(content.form)}: this program carries out "${form}"`);
  const { form: _form, digest, ...plan } = content;
  if (digest !== digestOf(plan)) return refuse('was changed since it was made, or is not whole');
  return plan as unknown as PlanFile;
}

/** Throws a CliError where a plan was made for another account, or with another profile. */
export function requireSamePlace(name: string, made: PlanPlace, here: PlanPlace): void {
  if (made.profile !== null && here.profile !== null && made.profile !== here.profile) {
    throw new CliError(
      'PLAN_REFUSED',
      `${name} was made with the profile ${made.profile}, and this is ${here.profile}`,
    );
  }
  if (made.witnesses.some((id) => here.witnesses.includes(id))) return;
  throw new CliError('PLAN_REFUSED', `${name} was made for another account, at ${made.base_url}`);
}

export interface PlannedBody {
  readonly kind: ManifestKind;
  /** What is sent. */
  readonly body: Members;
  /** As the plan has it. */
  readonly kept: Members;
}

/**
 * What an action of a plan sends, with what its references stand for now. Throws a CliError for one that leads to nothing,
 * or to something else than when the plan was made.
 * @param known whether a reference, once looked at, stands for the same; hidden gets what the environment gave
 */
export function bodyOfPlanned(
  { kind: kindName, name, body: kept = {} }: PlannedAction,
  { references }: Pick<PlanFile, 'references'>,
  streams: Pick<Streams, 'env' | 'cwd'>,
  { known, hidden }: { readonly known: Map<string, boolean>; readonly hidden: Map<string, string> },
): PlannedBody {
  const kind = manifestKinds.find((one) => one.name === kindName);
  if (kind === undefined) throw new CliError('PLAN_REFUSED', `this program knows no ${quote(kindName)}`);
  const schema = kind.create.operation.body ?? {};
  const {
    value,
    problems,
    hidden: found,
  } = resolveReferences(kept, schema, {
    streams,
    variables: new Map(),
    file: undefined,
  });
  const [problem] = problems;
  if (problem) throw new CliError('PLAN_REFUSED', `${name}: ${problem.path.join('.')} ${problem.message}`);
  for (const [text, reference] of found) hidden.set(text, reference);
  const check = (here: unknown, path: readonly (string | number)[]): void => {
    if (Array.isArray(here) || isObject(here)) {
      for (const [step, inner] of Object.entries(here))
        check(inner, [...path, Array.isArray(here) ? Number(step) : step]);
      return;
    }
    if (typeof here !== 'string' || !hasReference(here)) return;
    const isSame = known.get(here) ?? isDigestOf(String(memberAt(value, path)), references[here] ?? '');
    known.set(here, isSame);
    if (!isSame)
      throw new CliError(
        'PLAN_REFUSED',
        `${name}: ${path.join('.')} is ${quote(here)}, which is not what it was when the plan was made`,
      );
  };
  check(kept, []);
  return { kind, body: value as Members, kept };
}
