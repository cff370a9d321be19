import type { Client } from '../../../client/client.ts';
import { eventTypes } from '../../../contract/events/event-types.ts';
import { type CatalogueEntry, listOf } from '../../../contract/index.ts';
import { itemSchema, memberAt } from '../../../contract/schema/member-path.ts';
import type { ObjectSchema, Schema } from '../../../contract/schema/schema.ts';
import { validate } from '../../../contract/schema/validate.ts';
import { knownIds } from '../../connect/known-ids.ts';
import type { CommandContext } from '../../context.ts';
import type { Choice, Questions } from '../../input/questions.ts';
import { createTextSource } from '../../input/text-source.ts';
import { describeRecord } from '../../output/describe-record.ts';
import type { Flag } from '../flags.ts';
import type { PathValues } from '../targets.ts';
import { checkPolicy } from './body-check.ts';

/** What asking takes: somebody to ask, and a service that knows what there is to choose from. */
export interface Asking {
  readonly questions: Questions;
  readonly context: CommandContext;
  /** Absent where nothing may be sent. */
  readonly client?: Client | undefined;
  /** What an update starts from: answers begin with what is there. */
  readonly record?: Readonly<Record<string, unknown>> | undefined;
}

/** Asks for the value of a member; each answer is judged by the contract's rules as it is given. */
export async function askForMember(flag: Flag, asking: Asking): Promise<unknown> {
  const { schema, kind } = flag;
  const { questions } = asking;
  const message = questionOf(flag);
  const present = memberAt(asking.record, flag.path);
  if (kind === 'boolean') return questions.confirm(message, (present ?? schema.default) === true);
  if (kind === 'list') return askForList(schema, message, asking);
  if (kind === 'map') return askForMap(schema, message, asking);
  if (kind === 'number') return Number(await questions.text(message, (text) => judge(schema, Number(text))));
  if (schema.enum !== undefined)
    return questions.choose(message, choicesOf(schema.enum as readonly unknown[]));
  return askForText(schema, message, typeof present === 'string' ? present : '', asking);
}

function questionOf({ name, schema }: Flag): string {
  return schema.description === undefined ? `${name}:` : `${schema.description}\n  ${name}:`;
}

/** @param present the text that is there now */
async function askForText(
  schema: ObjectSchema,
  message: string,
  present: string,
  asking: Asking,
): Promise<string> {
  const { questions } = asking;
  const check = (text: string) => judge(schema, text);
  if (schema['x-secret']) return questions.secret(message, check);
  const file = schema['x-file'] ?? (schema['x-document'] ? 'notes.txt' : undefined);
  if (file !== undefined) return askForContent({ file, message, check, present }, asking);
  const collection = schema['x-refers-to'];
  if (collection !== undefined) return askForId(collection, {}, message, check, asking);
  const byDefault = typeof schema.default === 'string' ? schema.default : undefined;
  const suggestion = present === '' ? byDefault : present;
  return questions.text(message, check, suggestion);
}

type Check = (text: string) => Promise<string | undefined>;

const content: readonly Choice<'file' | 'editor' | 'line'>[] = [
  { name: 'take it from a file', value: 'file' },
  { name: 'write it in an editor ($VISUAL, $EDITOR)', value: 'editor' },
  { name: 'type or paste it on one line', value: 'line' },
];

interface ContentQuestion {
  /** A name that such a file has. */
  readonly file: string;
  readonly message: string;
  readonly check: Check;
  readonly present: string;
}

async function askForContent(
  { file, message, check, present }: ContentQuestion,
  { questions, context: { streams } }: Asking,
): Promise<string> {
  const how = await questions.choose(message, content);
  if (how === 'editor') {
    const dot = file.lastIndexOf('.');
    const judgeText = (text: string) => check(text.trimEnd());
    const text = await questions.edit(message, dot < 0 ? '.txt' : file.slice(dot), judgeText, present);
    // Editors end the last line of a file; what they were given may have ended without.
    return present === '' || present.endsWith('\n') ? text : text.replace(/\r?\n$/, '');
  }
  if (how === 'line') return questions.text(message, check);
  const read = (name: string) => createTextSource(streams)('the file', `@${name}`);
  const name = await questions.text(`file, such as ${file}`, async (given) => {
    try {
      return given === '-' ? 'stdin is your keyboard here; name a file' : await check(await read(given));
    } catch (error) {
      return (error as Error).message;
    }
  });
  return read(name);
}

/**
 * Asks for an id, or an event type: one of those that are known, found by name, or another one, which is typed.
 * @param values of the collection's own path
 */
export async function askForId(
  collection: string,
  values: PathValues,
  message: string,
  check: (text: string) => Promise<string | undefined>,
  asking: Asking,
): Promise<string> {
  const { questions } = asking;
  const known = await knownChoices(collection, values, asking);
  if (known.length === 0) return questions.text(message, check);
  const chosen = await questions.find(message, [...known, otherOne]);
  return chosen === otherOne.value ? questions.text(message, check) : chosen;
}

const otherOne: Choice<string> = { name: 'another one …', value: '' };

/** What is known of a collection, or of the event types; nothing where the service does not let us see it. */
async function knownChoices(
  collection: string,
  values: PathValues,
  { client, context }: Asking,
): Promise<readonly Choice<string>[]> {
  if (collection === 'event_types') return choicesOf(eventTypes);
  return (client && (await knownRecords(collection, values, client, context))) ?? [];
}

async function askForList(schema: ObjectSchema, message: string, asking: Asking): Promise<unknown[]> {
  const items = itemSchema(schema);
  const { minItems: min, maxItems } = schema;
  const { 'x-refers-to': collection } = items;
  const known = collection === undefined ? [] : await knownChoices(collection, {}, asking);
  if (known.length > 0) {
    const chosen = await asking.questions.chooseSome(message, [...known, otherOne], { max: maxItems });
    if (!chosen.includes(otherOne.value) && chosen.length >= (min ?? 0)) return chosen;
    return [...chosen.filter((id) => id !== otherOne.value), ...(await askForItems(schema, message, asking))];
  }
  if (items.enum !== undefined) {
    const choices = choicesOf(items.enum as readonly unknown[]);
    return asking.questions.chooseSome(message, choices, {
      min,
      max: Math.min(maxItems ?? 99, choices.length),
    });
  }
  return askForItems(schema, message, asking);
}

/** One value after the other, until nothing is typed. */
async function askForItems(schema: ObjectSchema, message: string, asking: Asking): Promise<string[]> {
  const items = itemSchema(schema);
  const { minItems: min, maxItems } = schema;
  const values: string[] = [];
  while (values.length < (maxItems ?? Number.POSITIVE_INFINITY)) {
    const isEnough = values.length >= (min ?? 0);
    const number = `${message} (${values.length + 1}${isEnough ? '; nothing ends the list' : ''})`;
    const text = await asking.questions.text(number, (given) =>
      given === '' && isEnough ? undefined : given === '' ? 'must not be empty' : judge(items, given),
    );
    if (text === '') break;
    values.push(text);
  }
  return values;
}

async function askForMap(
  { additionalProperties }: ObjectSchema,
  message: string,
  { questions }: Asking,
): Promise<Record<string, string>> {
  const values = new Map<string, string>();
  for (;;) {
    const text = await questions.text(`${message} (key=value; nothing ends it)`, async (given) => {
      if (given === '') return undefined;
      const end = given.indexOf('=');
      if (end < 1) return 'write key=value';
      return judge(additionalProperties ?? true, given.slice(end + 1));
    });
    if (text === '') return Object.fromEntries(values);
    values.set(text.slice(0, text.indexOf('=')), text.slice(text.indexOf('=') + 1));
  }
}

function choicesOf<T>(values: readonly T[]): Choice<T>[] {
  return values.map((value) => ({ name: String(value), value }));
}

/** What is wrong with a value of one member, policies included; undefined when nothing is. */
async function judge(schema: Schema, value: unknown): Promise<string | undefined> {
  if (typeof value === 'string' && value === '') {
    // To leave a member out is not to answer with nothing.
    return 'must not be empty';
  }
  const [problem] = validate(schema, value);
  if (problem !== undefined) return problem.message;
  const isPolicy = typeof schema === 'object' && schema.format === 'traffic-policy';
  return isPolicy ? checkPolicy(String(value)) : undefined;
}

/** Nobody looks through more; ids beyond can be typed. */
const MOST_RECORDS = 500;

/**
 * The records that a member or parameter can name, newest first, as choices: id and what the columns say, or what is
 * known of those that no operation lists. Undefined where the service does not let us see them.
 * @param path of the collection, without a leading slash: `ssh_credentials`
 * @param values of the path's own members
 */
async function knownRecords(
  path: string,
  values: PathValues,
  client: Client,
  context: CommandContext,
): Promise<Choice<string>[] | undefined> {
  try {
    const listing = listOf(path);
    if (listing !== undefined) return await listedRecords(listing, values, client);
    const isEnough = (count: number) => count >= MOST_RECORDS;
    const known = await knownIds(path, Object.values(values), client, isEnough, context);
    return known.map(([value, description]) => ({ value, name: `${value}  ${description}`.trimEnd() }));
  } catch {
    // What is wrong shows when the request itself is sent; until then an id can be typed.
    return undefined;
  }
}

async function listedRecords(
  { operation, resource }: CatalogueEntry,
  values: PathValues,
  client: Client,
): Promise<Choice<string>[]> {
  const [id = 'id'] = resource.columns;
  const choices: Choice<string>[] = [];
  for await (const record of client.listAll(operation, values)) {
    const value = String(memberAt(record, id.split('.')));
    choices.push({ value, name: describeRecord(record, resource) });
    if (choices.length === MOST_RECORDS) break;
  }
  return choices;
}
