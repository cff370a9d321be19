import { documentVersion } from '../../../contract/manifest/document-schema.ts';
import { nameOf } from '../../../contract/manifest/identity.ts';
import type { ManifestKind } from '../../../contract/manifest/kinds.ts';
import {
  type DocumentFormat,
  type DocumentHead,
  type DocumentPiece,
  documentText,
} from '../../../documents/write-document.ts';
import type { Members } from '../../operation/body/request-body.ts';
import { schemaFile } from '../files/manifest.ts';
import { itemOf, policiesOf, secretsOf, type TextPlace } from './export-item.ts';
import type { ExportedAccount, ExportedHolding, ExportedRecord } from './read-for-export.ts';
import { fileName, uniqueNames, variableName } from './unique-names.ts';

/** What stands in place of texts of records, by the dotted names of their members. */
export type References = ReadonlyMap<ExportedRecord, ReadonlyMap<string, string>>;

/** A text of a record, and the name that it goes by. */
export interface NamedText extends TextPlace {
  readonly record: ExportedRecord;
  readonly name: string;
}

/** The secrets of an account, each with the environment variable that stands for it. */
export async function namedSecrets(account: ExportedAccount): Promise<NamedText[]> {
  const found = textsOf(account, secretsOf);
  const wanted = found.map(({ record: { kind, identity, needsId, id, members }, path }) => ({
    name: variableName([kind.resource.eventKind ?? kind.name, nameOf(kind, members), path.at(-1) ?? '']),
    of: JSON.stringify([kind.name, identity, needsId ? id : '', path]),
  }));
  return withNames(found, await uniqueNames(wanted, '_'));
}

/** The traffic policies of an account, each with the name of its file. */
export async function namedPolicies(account: ExportedAccount): Promise<NamedText[]> {
  const found = textsOf(account, policiesOf);
  const wanted = found.map(({ record: { kind, identity, needsId, id, members } }) => ({
    name: fileName(String(members[kind.form.identity[0] ?? ''] ?? '')),
    of: JSON.stringify([identity, needsId ? id : '']),
  }));
  const names = await uniqueNames(wanted, '-');
  return withNames(
    found,
    names.map((name, i) => `${name}.${/^\s*\{/.test(found[i]?.text ?? '') ? 'json' : 'yml'}`),
  );
}

function textsOf(
  { lists, holdings }: ExportedAccount,
  finder: (kind: ManifestKind) => (members: Members) => TextPlace[],
): Omit<NamedText, 'name'>[] {
  return [...lists, ...holdings].flatMap(({ kind, records }) => {
    const textsIn = finder(kind);
    return records.flatMap((record) => textsIn(record.members).map((place) => ({ ...place, record })));
  });
}

function withNames(found: readonly Omit<NamedText, 'name'>[], names: readonly string[]): NamedText[] {
  return found.map((text, i) => ({ ...text, name: names[i] ?? '' }));
}

/** What a manifest has in place of named texts. @param write the reference to a name */
export function referencesTo(
  groups: readonly { readonly texts: readonly NamedText[]; readonly write: (name: string) => string }[],
): References {
  const references = new Map<ExportedRecord, Map<string, string>>();
  for (const { texts, write } of groups) {
    for (const { record, path, name } of texts) {
      const known = references.get(record) ?? new Map<string, string>();
      references.set(record, known.set(path.join('.'), write(name)));
    }
  }
  return references;
}

/** The items of a manifest, list after list. A kind of which there is none has an empty list, which says so. */
function* piecesOf({ lists, holdings }: ExportedAccount, references: References): Generator<DocumentPiece> {
  for (const { kind, records } of lists) {
    const { member } = kind.form;
    if (records.length === 0) yield { member, item: undefined };
    for (const record of records) yield { member, item: written(record, references) as object };
  }
  for (const [member, items] of holderLists(holdings, references)) {
    for (const item of items) yield { member, item };
  }
}

function written(record: ExportedRecord, references: References): unknown {
  const { kind, needsId, id, members } = record;
  const own = references.size === 0 ? undefined : references.get(record);
  return itemOf(kind, needsId ? { id, ...members } : members, own);
}

type Items = Record<string, unknown>[];

/** What is around records, list by list, with all that it holds. */
function holderLists(holdings: readonly ExportedHolding[], references: References): [string, Items][] {
  const lists: Record<string, unknown> = {};
  for (const { kind, around, records } of holdings) {
    let here = lists;
    for (const { member, parameter } of kind.form.within ?? []) {
      const id = around[parameter];
      const list = (here[member] ?? []) as Items;
      here[member] = list;
      const known = list.find((one) => one.id === id) ?? { id };
      if (!list.includes(known)) list.push(known);
      here = known;
    }
    const items = records.map((record) => written(record, references));
    // What holds no more than one, such as a module, is not there where it holds none.
    if (kind.form.plain !== undefined) here[kind.form.member] = items;
    else if (items.length > 0) here[kind.form.member] = items[0];
  }
  return Object.entries(lists) as [string, Items][];
}

/** What an export writes. */
export interface ExportContent {
  readonly account: ExportedAccount;
  readonly references: References;
  readonly format: DocumentFormat;
  /** By the variables that stand for them. */
  readonly secrets: readonly NamedText[];
}

/** The text of a manifest, in chunks. */
export function exportText({ account, references, format, secrets }: ExportContent): AsyncGenerator<string> {
  const kinds = [...account.lists, ...account.holdings].map(({ kind }) => kind);
  const variables = secrets.filter(({ record }) => kinds.includes(record.kind)).map(({ name }) => name);
  return documentText(piecesOf(account, references), format, exportHead(format, variables));
}

/** What a manifest begins with. @param variables that stand for secrets */
function exportHead(format: DocumentFormat, variables: readonly string[]): DocumentHead {
  return {
    comments: [
      `yaml-language-server: $schema=${schemaFile}`,
      'What an account holds, as tunnelctl diff and tunnelctl apply take it. Not managed: SSH certificates, which expire,',
      'and endpoints of agents and edges.',
      ...(variables.length > 0 ? [`Secrets are taken from the environment: ${variables.join(', ')}.`] : []),
    ],
    members: { ...(format === 'json' && { $schema: schemaFile }), version: documentVersion },
  };
}
