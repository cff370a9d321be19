import { ProblemError } from '../../../contract/rules/rule.ts';
import { formatTimestamp, parseOffset } from '../../../contract/rules/time.ts';
import { memberAt, schemaAt, setMember } from '../../../contract/schema/member-path.ts';
import type { Operation } from '../../../contract/schema/resource.ts';
import type { ObjectSchema } from '../../../contract/schema/schema.ts';
import { validate } from '../../../contract/schema/validate.ts';
import type { CommandContext } from '../../context.ts';
import { fieldError } from '../../errors/cli-error.ts';
import type { TextSource } from '../../input/text-source.ts';
import { readAll } from '../../parser/given-options.ts';
import { emptyWords, type Flag } from '../flags.ts';

/** A request body or an object in it. */
export type Members = Record<string, unknown>;

/** Whether an object holds exactly one of its members, which says what kind of thing it is. */
export function isChoice(schema: ObjectSchema): boolean {
  return schema['x-one-of'] === true;
}

/** What was given for each flag: every text in the order of the command line, or on or off. */
export type GivenFlags = ReadonlyMap<Flag, readonly string[] | boolean>;

/** The value that a flag gives to its member. */
export type GivenMember = readonly [flag: Flag, value: unknown];

/** Reads what flags give, once for however many bodies it goes into. Throws a CliError naming the flag. */
export async function readMembers(
  given: GivenFlags,
  { secret, text }: Pick<CommandContext, 'secret' | 'text'>,
): Promise<GivenMember[]> {
  const members: GivenMember[] = [];
  for (const [flag, value] of given) {
    members.push([flag, await readValue(flag, value, flag.schema['x-secret'] ? secret : text)]);
  }
  return members;
}

/**
 * The body that holds the given members and, besides them, what it starts with.
 * @param start what flags override, member by member; it becomes the body
 */
export function bodyOf(given: readonly GivenMember[], start: Members = {}): Members {
  for (const [{ path }, value] of given) setMember(start, path, structuredClone(value));
  return start;
}

async function readValue(
  flag: Flag,
  given: readonly string[] | boolean,
  source: TextSource,
): Promise<unknown> {
  if (typeof given === 'boolean') return given;
  const last = given.at(-1) ?? '';
  if (flag.kind === 'number') return readNumber(flag, last);
  if (flag.kind === 'text') return source(flag.name, last);
  const word = emptyWords(flag).find((one) => given.includes(one));
  if (word !== undefined) {
    if (given.length === 1) return flag.kind === 'list' ? [] : {};
    throw fieldError(
      flag.name,
      `'${word}' stands for the whole ${flag.kind}; give it alone, or leave it out`,
    );
  }
  if (flag.kind === 'map') return readMap(flag, given, source);
  // One after the other: stdin goes to the first that asks, and errors come in the order of the command line.
  return readAll(given, async (text) => requireItem(flag, text, await source(flag.name, text)));
}

/** An empty text is no value: a variable that is not set, a file with nothing in it. */
function requireItem(flag: Flag, given: string, item: string): string {
  if (item !== '') return item;
  const from = given === '' ? '' : ` (from ${given === '@-' ? 'stdin' : given.slice(1)})`;
  throw fieldError(flag.name, `is empty${from}`, { hint: instead(flag) });
}

/** What to write in place of an empty value. */
function instead({ name, kind, schema }: Flag): string {
  const { minItems = 0, 'x-empty': empty } = schema;
  if (kind === 'map') return `write ${name} key=value, or ${name} '{}' for an empty map`;
  if (empty !== undefined) return `write ${name} '${empty.word}' if ${empty.means} is meant`;
  return minItems > 0 ? 'give at least one value, or leave it out' : `write ${name} '[]' for an empty list`;
}

function readNumber(flag: Flag, text: string): number {
  const number = Number(text);
  if (text.trim() === '' || !Number.isFinite(number)) {
    throw fieldError(flag.name, `${JSON.stringify(text)} is not a number`);
  }
  return number;
}

async function readMap(flag: Flag, given: readonly string[], source: TextSource): Promise<Members> {
  const entries = new Map<string, string>();
  for (const text of given) {
    if (text === '') requireItem(flag, '', '');
    const end = text.indexOf('=');
    if (end < 1) {
      throw fieldError(flag.name, `${JSON.stringify(text)} is not key=value`, {
        hint: end < 0 ? `for an empty value write ${text}=` : undefined,
      });
    }
    const key = text.slice(0, end);
    if (entries.has(key)) throw fieldError(flag.name, `gives ${JSON.stringify(key)} more than once`);
    entries.set(key, await source(flag.name, text.slice(end + 1)));
  }
  return Object.fromEntries(entries);
}

/**
 * Whether a body lacks something that whoever is at the terminal can be asked for: a required member, or, where
 * the operation changes what it is given, anything at all.
 */
export function lacksMembers({ body: schema, method }: Operation, body: Members): boolean {
  if (schema === undefined) return false;
  const hasMembers = Object.keys(schema.properties ?? {}).length > 0;
  const isEmptyChange = method === 'PATCH' && hasMembers && Object.keys(body).length === 0;
  return isEmptyChange || nextMissing(schema, body) !== undefined;
}

/** The first required member that is not there, or the first object whose kind is not chosen. */
export function nextMissing(schema: ObjectSchema, body: Members): string[] | undefined {
  const problem = validate(schema, body).find(({ kind, path }) => {
    if (kind === 'missing') return true;
    const place = schemaAt(schema, path);
    const value = memberAt(body, path);
    return place !== undefined && isChoice(place) && Object.keys(value ?? {}).length === 0;
  });
  // Members of list items have no flags; the check before sending names them.
  if (problem === undefined || problem.path.some((step) => typeof step === 'number')) return undefined;
  return problem.path.map(String);
}

/**
 * Writes RFC 3339 times where a body has durations from now, in every member that holds a time: `8h` and `+8h` lie
 * ahead, `-5m` behind. What is neither stays as it is, for the check of the body to refuse.
 * @param now milliseconds since 1970, asked for only where a duration stands
 */
export function resolveTimes(flags: readonly Flag[], body: Record<string, unknown>, now: () => number): void {
  for (const { path, schema } of flags) {
    const text = schema.format === 'date-time' ? memberAt(body, path) : undefined;
    if (typeof text === 'string') setMember(body, path, resolveTime(text, now));
  }
}

function resolveTime(text: string, now: () => number): string {
  try {
    const seconds = parseOffset(text);
    return seconds === undefined ? text : formatTimestamp(now() + seconds * 1000);
  } catch (error) {
    if (error instanceof ProblemError) return text;
    throw error;
  }
}
