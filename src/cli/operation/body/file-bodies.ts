import type { CatalogueEntry } from '../../../contract/index.ts';
import type { Resource } from '../../../contract/schema/resource.ts';
import { fieldError, usageError } from '../../errors/cli-error.ts';
import { formOf } from '../../id-lookup/id-form.ts';
import type { Printer } from '../../printer.ts';
import type { RunItem } from '../run.ts';
import { argumentName, type Targets } from '../targets.ts';
import type { BodyDocument, BodyFile } from './body-file.ts';
import { bodyOfRecord } from './record-body.ts';

/** A request whose body a file gives, before flags have their say. */
export interface Draft extends RunItem {
  /** What of the body no flag gave. */
  readonly document: BodyDocument;
}

/**
 * The bodies of a file and what each is about: what the arguments name, or where they name nothing the record's own
 * id. Records are taken as they were read; what of them the operation does not take is left out with a notice.
 * Throws a CliError.
 */
export async function draftsOfFile(
  file: BodyFile,
  entry: CatalogueEntry,
  targets: Targets,
  printer: Printer,
): Promise<Draft[]> {
  requireFitting(file, entry, targets);
  const left = new Set<string>();
  const drafts = file.documents.map((document) => {
    const record = bodyOfRecord(entry, document.members);
    const named = targets.values[0]?.id;
    const own = ownId(entry, document, targets, file.isMany);
    const target = { ...targets.values[0], ...(named === undefined && own) };
    // Whose id names the object has had it taken.
    for (const name of record.left.keys()) if (name !== 'id' || target.id === undefined) left.add(name);
    return {
      target,
      // What an argument means that is no id is found out later.
      ...(named !== undefined && named !== own.id && own),
      body: record.members,
      left: record.left,
      document,
      ...(file.isMany && { place: document.placeOf([]) }),
    };
  });
  if (left.size > 0)
    await printer.notice(`note: not taken by ${entry.verb}, left out: ${[...left].join(', ')}`);
  return drafts;
}

/** Refuses a number of bodies that the arguments have no place for. */
function requireFitting(
  { name, documents }: BodyFile,
  { resource, operation }: CatalogueEntry,
  targets: Targets,
) {
  const isForEach = operation.method === 'POST' || isIdMissing(resource, targets);
  if (isForEach || documents.length === 1) return;
  if (documents.length === 0)
    throw fieldError('--from-file', `${name} is empty; it must hold the members of the body`);
  const [last = ''] = Object.keys(targets.values[0] ?? {}).slice(-1);
  throw fieldError(
    '--from-file',
    `${name} holds ${documents.length} records, and <${argumentName(resource, last)}> names one`,
    {
      hint:
        operation.method === 'PATCH'
          ? 'leave the argument out to change each record by the id in it'
          : 'give one record',
    },
  );
}

/** The member of the path that the record itself names, where no argument does. */
function ownId(
  entry: CatalogueEntry,
  { members, placeOf }: BodyDocument,
  targets: Targets,
  isMany: boolean,
): { readonly id?: string } {
  const { resource } = entry;
  const { id } = members;
  const isId = resource.record.properties?.id !== undefined && typeof id === 'string' && id !== '';
  if (isIdMissing(resource, targets)) {
    if (isId) return { id };
    // Of one body alone can be asked for.
    if (!isMany) return {};
    throw usageError(`${placeOf([])}: the record has no id, and no <id> is given`, { field: '<id>' });
  }
  const given = targets.values[0]?.id;
  if (!isId || given === undefined) return {};
  if (given === id || formOf(entry, 'id', given) !== 'id') return { id };
  throw usageError(
    `${placeOf(['id'])}: the record is ${id}, and <${argumentName(resource, 'id')}> names ${given}`,
    {
      field: '--from-file',
      hint: `leave out its id to make ${given} like it`,
    },
  );
}

/** Whether the records themselves say which they are. */
function isIdMissing({ record }: Resource, { missing }: Targets): boolean {
  return missing.length === 1 && missing[0] === 'id' && record.properties?.id !== undefined;
}
