import type { CatalogueEntry } from '../../../contract/index.ts';
import { memberAt, schemaAt, setMember } from '../../../contract/schema/member-path.ts';
import type { Operation } from '../../../contract/schema/resource.ts';
import type { ObjectSchema } from '../../../contract/schema/schema.ts';
import type { LazyConnection } from '../../connect/connection.ts';
import type { CommandContext } from '../../context.ts';
import { canPrompt, openQuestions } from '../../input/questions.ts';
import type { PresentRecords } from '../changes/present-record.ts';
import { type Flag, flagName } from '../flags.ts';
import type { OperationRun } from '../run.ts';
import { argumentName, type Targets } from '../targets.ts';
import { type Asking, askForId, askForMember } from './member-question.ts';
import { isChoice, lacksMembers, type Members, nextMissing } from './request-body.ts';

/**
 * Asks for what is missing, where somebody is there to ask: arguments first, then members of the body, which are put
 * into it.
 */
export async function askForInput(
  { entry, flags, input }: OperationRun,
  targets: Targets,
  body: Members,
  service: LazyConnection,
  context: CommandContext,
  present?: PresentRecords,
): Promise<Targets> {
  if (!canPrompt(context)) return targets;
  // Whoever has no account to talk to should know before answering; who only looks sends nothing at all.
  const client = input.preview === undefined ? (await service.open()).client : undefined;
  const asking: Asking = { questions: await openQuestions(context.streams), context, client };
  const named = targets.missing.length === 0 ? targets : await askForTargets(targets, entry, asking);
  if (lacksMembers(entry.operation, body)) {
    const record = client && (await whatIsThere(entry, named, present));
    await askForMissing(entry.operation, flags, body, { ...asking, record });
  }
  return named;
}

/** The record that an update starts from; undefined where there is none, or it cannot be read. */
async function whatIsThere(
  { operation }: CatalogueEntry,
  { values: [target = {}] }: Targets,
  present: PresentRecords | undefined,
): Promise<Members | undefined> {
  if (operation.method !== 'PATCH' || !present?.canRead) return undefined;
  // What is wrong shows when the request itself is sent.
  return present.read(target).catch(() => undefined);
}

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

/**
 * Asks for what the body lacks and puts it there: first what is required, kinds of objects included, then what
 * else there is to set, as far as it is wanted.
 */
async function askForMissing(
  { body: schema = {} }: Operation,
  flags: readonly Flag[],
  body: Members,
  asking: Asking,
): Promise<void> {
  for (let path = nextMissing(schema, body); path !== undefined; path = nextMissing(schema, body)) {
    await askForOne(schema, path, flags, body, asking);
  }
  const optional = flags.filter((flag) => isOpen(schema, flag, body));
  if (optional.length === 0) return;
  const message = Object.keys(body).length === 0 ? 'what to change' : 'anything else to set?';
  const wanted = await asking.questions.chooseSome(
    message,
    optional.map((flag) => ({ name: flag.name, value: flag, description: flag.schema.description ?? '' })),
    { min: Object.keys(body).length === 0 ? 1 : 0 },
  );
  for (const flag of wanted) setMember(body, flag.path, await askForMember(flag, asking));
}

async function askForOne(
  schema: ObjectSchema,
  path: string[],
  flags: readonly Flag[],
  body: Members,
  asking: Asking,
): Promise<void> {
  const flag = flags.find(({ name }) => name === flagName(path));
  if (flag !== undefined) {
    setMember(body, path, await askForMember(flag, asking));
    return;
  }
  const object = schemaAt(schema, path) ?? {};
  if (!isChoice(object)) {
    setMember(body, path, {});
    return;
  }
  const kinds = Object.entries(object.properties ?? {}).map(([value, kind]) => {
    const { description } = kind as ObjectSchema;
    return { name: description === undefined ? value : `${value}  ${description}`, value };
  });
  const message = `${object.description ?? 'one of'}\n  ${flagName(path)}:`;
  setMember(body, path, { [await asking.questions.choose(message, kinds)]: {} });
}

/** Whether a member can be added: not there yet, and not of a kind that another one excludes. */
function isOpen(schema: ObjectSchema, { path, schema: own }: Flag, body: Members): boolean {
  if (memberAt(body, path) !== undefined) return false;
  // Nothing to choose.
  if ((own.enum as readonly unknown[] | undefined)?.length === 1) return false;
  return path.every((_, depth) => {
    const around = schemaAt(schema, path.slice(0, depth));
    return (
      around === undefined || !isChoice(around) || memberAt(body, path.slice(0, depth + 1)) !== undefined
    );
  });
}
