import { memberAt, schemaAt, setMember } from '../../contract/schema/member-path.ts';
import type { Operation } from '../../contract/schema/resource.ts';
import type { ObjectSchema } from '../../contract/schema/schema.ts';
import { type Flag, flagName } from '../operation/flags.ts';
import { isChoice, type Members } from './body-members.ts';
import { nextMissing } from './lacking-members.ts';
import { type Asking, askForMember } from './member-question.ts';

/**
 * Asks for what the body lacks and puts it there: first what is required, kinds of objects included, then what
 * else there is to set, as far as it is wanted.
 */
export async function askForMissing(
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
  const kinds = Object.entries(object.properties ?? {}).map(([name, kind]) => ({
    name: describeKind(name, kind as ObjectSchema),
    value: name,
  }));
  const message = `${object.description ?? 'one of'}\n  ${flagName(path)}:`;
  setMember(body, path, { [await asking.questions.choose(message, kinds)]: {} });
}

function describeKind(name: string, { description }: ObjectSchema): string {
  return description === undefined ? name : `${name}  ${description}`;
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
