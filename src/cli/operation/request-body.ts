import { setMember } from '../../contract/schema/member-path.ts';
import { usageError } from '../errors/cli-error.ts';
import type { TextSource } from '../input/text-source.ts';
import type { Members } from './body-members.ts';
import type { Flag } from './flags.ts';

/** What was given for each flag: every text in the order of the command line, or on or off. */
export type GivenFlags = ReadonlyMap<Flag, readonly string[] | boolean>;

/** Where the texts of values come from. */
export interface ValueSources {
  readonly text: TextSource;
  /** For members that are secret. */
  readonly secret: TextSource;
}

/**
 * The body that holds the given members and, besides them, what it starts with. Throws a CliError naming the flag.
 * @param start what flags override, member by member; it becomes the body
 */
export async function readBody(
  given: GivenFlags,
  sources: ValueSources,
  start: Members = {},
): Promise<Members> {
  for (const [flag, value] of given) {
    const source = flag.schema['x-secret'] ? sources.secret : sources.text;
    setMember(start, flag.path, await readValue(flag, value, source));
  }
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
  if (given.includes('')) {
    if (given.length === 1) return flag.kind === 'list' ? [] : {};
    throw usageError(`${flag.name} '' empties the ${flag.kind}; give it alone, or leave it out`, {
      field: flag.name,
    });
  }
  return flag.kind === 'list' ? readList(flag, given, source) : readMap(flag, given, source);
}

function readNumber(flag: Flag, text: string): number {
  const number = Number(text);
  if (text.trim() === '' || !Number.isFinite(number)) {
    throw usageError(`${flag.name} ${JSON.stringify(text)} is not a number`, { field: flag.name });
  }
  return number;
}

// One after the other: stdin goes to the first that asks, and errors come in the order of the command line.
async function readList(flag: Flag, given: readonly string[], source: TextSource): Promise<string[]> {
  const items: string[] = [];
  for (const text of given) items.push(await source(flag.name, text));
  return items;
}

async function readMap(flag: Flag, given: readonly string[], source: TextSource): Promise<Members> {
  const entries = new Map<string, string>();
  for (const text of given) {
    const end = text.indexOf('=');
    if (end < 1) {
      throw usageError(`${flag.name} ${JSON.stringify(text)} is not key=value`, {
        field: flag.name,
        hint: end < 0 ? `for an empty value write ${text}=` : undefined,
      });
    }
    const key = text.slice(0, end);
    if (entries.has(key))
      throw usageError(`${flag.name} gives ${JSON.stringify(key)} more than once`, { field: flag.name });
    entries.set(key, await source(flag.name, text.slice(end + 1)));
  }
  return Object.fromEntries(entries);
}
