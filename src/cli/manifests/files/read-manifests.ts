import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { documentVersion, manifestSchema } from '../../../contract/manifest/document-schema.ts';
import { sharedIdentityOf } from '../../../contract/manifest/identity.ts';
import { type ManifestKind, manifestKinds } from '../../../contract/manifest/kinds.ts';
import type { YamlDocument } from '../../../contract/policy/yaml-document.ts';
import { quote } from '../../../contract/rules/rule.ts';
import { canonicalText } from '../../../contract/schema/canonical-text.ts';
import { fitsStrictly } from '../../../contract/schema/fits.ts';
import { formatRules } from '../../../contract/schema/formats.ts';
import { isObject } from '../../../contract/schema/json-object.ts';
import { memberAt, schemaAt } from '../../../contract/schema/member-path.ts';
import type { ObjectSchema } from '../../../contract/schema/schema.ts';
import { type Problem, type ValuePath, validate } from '../../../contract/schema/validate.ts';
import { DocumentError, DocumentProblems } from '../../../documents/problems.ts';
import { readDocument } from '../../../documents/read-document.ts';
import type { CommandContext } from '../../context.ts';
import { CliError, fieldError } from '../../errors/cli-error.ts';
import { systemProblem } from '../../errors/system-problem.ts';
import { longest } from '../../input/longest.ts';
import { filePath, inputFile } from '../../input/named-file.ts';
import { checkPolicy } from '../../operation/body/body-check.ts';
import type { Members } from '../../operation/body/request-body.ts';
import { didYouMean } from '../../words/did-you-mean.ts';
import { addressName, recordKey } from '../planning/record-key.ts';
import { hiding } from './hidden-texts.ts';
import { isManifestFile, type Manifest, type ManifestEntry, type ManifestHolding } from './manifest.ts';
import { resolveReferences } from './references.ts';

/** What a command was given of manifests. */
export interface ManifestFiles {
  /** Files, directories, `-`. */
  readonly names: readonly string[];
  /** Of `--set`. */
  readonly variables: ReadonlyMap<string, string>;
}

const flag = '--file';
const schema = manifestSchema(manifestKinds);

/**
 * Reads all files as one manifest: what they say is judged, and what they refer to is found, before anything is sent.
 * Throws a CliError with every problem, each with its line.
 */
export async function readManifests(
  { names, variables }: ManifestFiles,
  context: CommandContext,
): Promise<Manifest> {
  const entries: ManifestEntry[] = [];
  const holdings = new Map<string, ManifestHolding>();
  const hidden = new Map<string, string>();
  const leftAlone = new Set<string>();
  const kinds = new Set<ManifestKind>();
  const firsts = new Map<string, ManifestEntry>();
  try {
    for (const { name, path, text } of await readFiles(names, context)) {
      const document = await readDocument(name, text);
      const problems = new DocumentProblems((at) => `${name}:${document.lineOf(at)}`);
      const resolved = resolveReferences(document.value, schema, {
        streams: context.streams,
        variables,
        file: path,
        isNeeded: text.includes('${'),
      });
      for (const problem of resolved.problems) problems.add(problem);
      for (const [value, reference] of resolved.hidden) hidden.set(value, reference);
      for (const list of await judge(resolved.value, problems)) leftAlone.add(list);
      problems.throwIfAny();
      const found = entriesOf({ ...document, value: resolved.value }, resolved.kept, name);
      for (const entry of found.entries) requireOneOfEach(entry, firsts, problems);
      problems.throwIfAny();
      for (const entry of found.entries) entries.push(entry);
      for (const holding of found.holdings) {
        const key = addressName(holding.kind, holding.around);
        // Several files may each say something of one.
        holdings.set(key, { ...holding, isSaid: holding.isSaid || holdings.get(key)?.isSaid === true });
      }
      for (const kind of found.kinds) kinds.add(kind);
    }
  } catch (error) {
    if (error instanceof DocumentError) throw new CliError('MANIFEST_REFUSED', hiding(hidden)(error.message));
    throw error;
  }
  return { entries, holdings: [...holdings.values()], kinds, hidden, leftAlone: [...leftAlone] };
}

interface ReadFile {
  /** As messages call it. */
  readonly name: string;
  /** Undefined for stdin. */
  readonly path: string | undefined;
  readonly text: string;
}

async function readFiles(names: readonly string[], context: CommandContext): Promise<ReadFile[]> {
  const files: ReadFile[] = [];
  for (const name of names.flatMap((one) => filesIn(one, context))) {
    const file = inputFile.read(name, flag, context);
    const path = file.isStdin ? undefined : filePath(name, context.streams);
    files.push({ name: file.name, path, text: await file.text(longest.document) });
  }
  return files;
}

/** The manifests of a directory, in the order of their names; else the file itself. */
function filesIn(name: string, { streams }: CommandContext): string[] {
  if (name === '-' || name === '') return [name];
  const path = filePath(name, streams);
  try {
    if (!statSync(path).isDirectory()) return [name];
    const files = readdirSync(path, { withFileTypes: true })
      .filter((entry) => !entry.isDirectory() && !entry.name.startsWith('.') && isManifestFile(entry.name))
      .map((entry) => join(name, entry.name))
      .sort();
    if (files.length > 0) return files;
  } catch (error) {
    throw fieldError(flag, `cannot read ${name}: ${systemProblem(error)}`);
  }
  throw fieldError(flag, `the directory ${name} holds no .yml, .yaml or .json file`);
}

/** Notes what is wrong with a document, and answers with the lists of it that are an account's, but nothing the API manages. */
async function judge(value: unknown, problems: DocumentProblems): Promise<Set<string>> {
  const leftAlone = new Set<string>();
  if (value === null) {
    // Whatever wrote it has failed, most likely.
    problems.add({ path: [], message: 'is empty; a manifest of nothing is written version: 1' });
    return leftAlone;
  }
  const { version } = isObject(value) ? value : {};
  if (version !== undefined && version !== documentVersion) {
    const isNumber = typeof version === 'number';
    const shown = isNumber ? String(version) : quote(String(version));
    const advice = isNumber ? '' : ', a number without quotes';
    const message = `is ${shown}: this program reads version ${documentVersion} of manifests${advice}`;
    problems.add({ path: ['version'], message });
    return leftAlone;
  }
  if (await isRight(value)) return leftAlone;
  const policies: { text: string; path: ValuePath }[] = [];
  const found = validate(schema, value, {
    judgedElsewhere: ['ssh-public-key'],
    onFormat: (format, text, path) => {
      if (format === 'traffic-policy') policies.push({ text, path });
      else if (!isOfFormat(format, text))
        problems.add({ path, message: formatRules[format]?.(text) ?? 'is no public key' });
    },
  });
  for (const problem of found) {
    if (problem.kind === 'unknown' && (await isOfSeeds(problem.path))) leftAlone.add(namesOf(problem.path));
    else problems.add(problem.kind === 'unknown' ? withSuggestion(problem) : problem);
  }
  // Many endpoints often have one policy.
  const verdicts = new Map<string, string | undefined>();
  for (const { text, path } of policies) {
    if (!verdicts.has(text)) verdicts.set(text, await policyProblem(text));
    const message = verdicts.get(text);
    if (message !== undefined) problems.add({ path, message });
  }
  return leftAlone;
}

/** Whether `judge` finds nothing in a document: most are right, and this is found out sooner than what may be wrong where. */
async function isRight(value: unknown): Promise<boolean> {
  const policies = new Set<string>();
  const fits = fitsStrictly(schema, value, (format, text) => {
    if (format === 'traffic-policy') policies.add(text);
    return isOfFormat(format, text);
  });
  if (!fits) return false;
  for (const text of policies) if ((await policyProblem(text)) !== undefined) return false;
  return true;
}

function isOfFormat(format: string, text: string): boolean {
  // Whether a key is sound takes long to find out, and most are in the account already: `makePlan` judges the others.
  if (format === 'ssh-public-key') return canonicalText(format, text) !== undefined;
  return formatRules[format]?.(text) === undefined;
}

async function policyProblem(text: string): Promise<string | undefined> {
  return text === '' ? undefined : await checkPolicy(text);
}

/** Whether a seed may have the member: then it is known, although no operation sets it. */
async function isOfSeeds(path: ValuePath): Promise<boolean> {
  const { accountDocumentSchema } = await import('../../../hosting/document-schema.ts');
  return schemaAt(accountDocumentSchema, path) !== undefined;
}

const namesOf = (path: ValuePath) => path.filter((step) => typeof step === 'string').join('.');

function withSuggestion({ kind, path, message }: Problem): Problem {
  const name = String(path.at(-1));
  const around: ObjectSchema = schemaAt(schema, path.slice(0, -1)) ?? {};
  const plain = message.replace('a member of the body', 'a member of a manifest');
  return { kind, path, message: `${plain}${didYouMean(name, Object.keys(around.properties ?? {}))}` };
}

interface PlacedEntry extends ManifestEntry {
  readonly path: ValuePath;
}

/** The records of a document that was found right. */
function entriesOf({ value, lineOf }: YamlDocument, kept: unknown, name: string) {
  const entries: PlacedEntry[] = [];
  const holdings: ManifestHolding[] = [];
  const kinds = new Set<ManifestKind>();
  for (const kind of manifestKinds) {
    const { within = [], member, plain } = kind.form;
    for (const { path, around } of holdersIn(value, within)) {
      const at = [...path, member];
      const held = memberAt(value, at);
      if (within.length > 0) holdings.push({ kind, around, isSaid: held !== undefined });
      if (held === undefined) continue;
      kinds.add(kind);
      const bodyOf = (given: unknown) => (plain === undefined ? (given as Members) : { [plain]: given });
      const items = Array.isArray(held) ? held : [held];
      const keptItems = kept === value ? undefined : memberAt(kept, at);
      for (const [i, item] of items.entries()) {
        const itemPath = Array.isArray(held) ? [...at, i] : at;
        const whole = bodyOf(item) as { id?: string };
        const body = taken(kind, whole);
        const keptItem = Array.isArray(keptItems) ? keptItems[i] : keptItems;
        entries.push({
          kind,
          id: whole.id,
          key: recordKey(kind, body, around),
          around,
          body,
          kept: keptItem === undefined ? body : taken(kind, bodyOf(keptItem)),
          placeOf: (inner) => `${name}:${lineOf([...itemPath, ...inner])}`,
          path: itemPath,
        });
      }
    }
  }
  return { entries, holdings, kinds };
}

/** What around records a document names: one place for a list of its own. */
function holdersIn(
  value: unknown,
  within: NonNullable<ManifestKind['form']['within']>,
): { path: ValuePath; around: Record<string, string> }[] {
  let places: { path: ValuePath; around: Record<string, string> }[] = [{ path: [], around: {} }];
  for (const { member, parameter } of within) {
    places = places.flatMap(({ path, around }) => {
      const items = (memberAt(value, [...path, member]) ?? []) as { id: string }[];
      return items.map(({ id }, i) => ({
        path: [...path, member, i],
        around: { ...around, [parameter]: id },
      }));
    });
  }
  return places;
}

/** What of an item its creation takes: an id names it, times and the principal follow from elsewhere. */
function taken({ create }: ManifestKind, item: Members): Members {
  const { properties = {} } = create.operation.body ?? {};
  const names = Object.keys(item);
  if (names.every((name) => Object.hasOwn(properties, name))) return item;
  return Object.fromEntries(Object.entries(item).filter(([name]) => Object.hasOwn(properties, name)));
}

/** Notes an item that nothing tells from others, and one that comes twice. */
function requireOneOfEach(
  entry: PlacedEntry,
  firsts: Map<string, ManifestEntry>,
  problems: DocumentProblems,
): void {
  const { kind, id, body, path } = entry;
  const { identity } = kind.form;
  if (id === undefined && identity.length > 0 && entry.key === '') {
    const needs = identity.map((name) => name.split('.').at(-1)).join(', ');
    problems.add({
      path,
      message: `needs ${identity.length > 1 ? 'one of ' : ''}${needs}, or an id: nothing else tells ${words(kind)} apart`,
    });
    return;
  }
  const shared = id === undefined ? sharedIdentityOf(kind, body) : undefined;
  // What holds spaces comes last.
  const key = `${kind.name} ${id ?? entry.key}${shared === undefined ? '' : ` shared ${shared}`}`;
  const first = firsts.get(key);
  if (first === undefined) firsts.set(key, entry);
  else problems.add({ path, message: `is the same one of ${words(kind)} as in ${first.placeOf([])}` });
}

function words({ name }: ManifestKind): string {
  return name.replaceAll('.', ' ').replaceAll('-', ' ');
}
