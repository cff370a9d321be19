import type { CatalogueEntry } from '../../contract/index.ts';
import type { Operation } from '../../contract/schema/resource.ts';
import type { Targets } from '../operation/batch/targets.ts';
import { argumentName } from '../operation/operation-arguments.ts';
import { type Asking, askForId } from './member-question.ts';

/** Asks for the members of the path that no argument was given for, one after the other. */
export async function askForTargets(
  targets: Targets,
  { resource, operation }: CatalogueEntry,
  asking: Asking,
): Promise<Targets> {
  const [values = {}] = targets.values;
  const known = { ...values };
  for (const name of targets.missing) {
    const { description = '', refersTo } = resource.parameters?.[name] ?? {};
    const message = `${description}\n  <${argumentName(resource, name)}>:`;
    const collection = refersTo ?? collectionAround(operation, name);
    known[name] = await askForId(collection, known, message, checkId, asking);
  }
  return { ...targets, values: [known], missing: [] };
}

/** The collection in whose path a member names one of its records: `…/sources` of `…/sources/{type}`. */
function collectionAround({ path }: Operation, name: string): string {
  return path.slice(1, path.indexOf(`/{${name}}`));
}

async function checkId(text: string): Promise<string | undefined> {
  if (text.trim() === '') return 'must not be empty';
  return text === '.' || text === '..' ? `must not be ${text}` : undefined;
}
