import { protocol } from '../../../contract/http/protocol.ts';
import { quote } from '../../../contract/rules/rule.ts';
import { fieldError } from '../../errors/cli-error.ts';
import type { TextSource } from '../../input/text-source.ts';
import type { ValueType } from '../../parser/options.ts';

/** A field as it was given. */
export interface GivenField {
  readonly flag: '-f' | '-F';
  /** With dots or brackets where it is nested. */
  readonly key: string;
  readonly text: string;
}

/** `key=value`, given with one of the two flags. */
export function field(flag: GivenField['flag']): ValueType<GivenField> {
  return {
    read(given) {
      const end = given.indexOf('=');
      if (end < 1) throw fieldError(flag, `${quote(given)} is not key=value`);
      return { flag, key: given.slice(0, end), text: given.slice(end + 1) };
    },
  };
}

/** A step into a body: a member's name, or the end of a list. */
type Step = string | typeof append;

const append = Symbol('append');

/**
 * The body that fields make: `-f` gives texts, `-F` what the text means (true, false, null, a number, `@FILE`).
 * Keys nest: `target.kind` or `target[kind]`, `urls[]` for the next item of a list; a bracket takes a name with
 * dots as it is. Throws a CliError.
 */
export async function readFields(
  given: readonly GivenField[],
  source: TextSource,
): Promise<Record<string, unknown>> {
  const body: Record<string, unknown> = {};
  for (const one of given) {
    const name = `${one.flag} ${one.key}`;
    place(body, readKey(one), await readValue(one, source), name);
  }
  return body;
}

async function readValue({ flag, key, text }: GivenField, source: TextSource): Promise<unknown> {
  if (flag === '-f') return text;
  if (text.startsWith('@')) return source(`${flag} ${key}`, text);
  if (text === 'true' || text === 'false') return text === 'true';
  if (text === 'null') return null;
  // Only what JSON writes as a number, so that a version or an id with leading zeros stays a text.
  return /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text) ? Number(text) : text;
}

function readKey({ flag, key }: GivenField): Step[] {
  const steps: Step[] = [];
  const pattern = /([^.[\]]+)|\[([^\]]*)\]/y;
  let at = 0;
  while (at < key.length) {
    pattern.lastIndex = at;
    const match = pattern.exec(key);
    if (match === null) throw fieldError(flag, `${quote(key)} is not a key; write a.b, a[b] or a[]`);
    const [whole, name, inBrackets] = match;
    steps.push(name ?? (inBrackets === '' ? append : (inBrackets as string)));
    at += whole.length;
    if (key[at] === '.' && at + 1 < key.length) at += 1;
  }
  if (steps.length > protocol.maxNesting) {
    throw fieldError(flag, `${quote(key)} nests deeper than ${protocol.maxNesting} levels, as no body may`);
  }
  if (typeof steps[0] !== 'string')
    throw fieldError(flag, `${quote(key)} must start with the name of a member`);
  return steps;
}

type Holder = Record<string, unknown> | unknown[];

function place(body: Record<string, unknown>, steps: readonly Step[], value: unknown, field: string): void {
  let holder: Holder = body;
  for (const [depth, step] of steps.entries()) {
    if ((step === append) !== Array.isArray(holder)) {
      throw fieldError(field, 'is a list in one field and an object in another');
    }
    const next = steps[depth + 1];
    if (next === undefined) {
      put(holder, step, value, field);
      return;
    }
    const inner: unknown = Array.isArray(holder) ? lastOpen(holder, next) : ownMember(holder, step as string);
    if (inner === undefined) {
      const made: Holder = next === append ? [] : {};
      put(holder, step, made, field);
      holder = made;
    } else if (typeof inner === 'object' && inner !== null) {
      holder = inner as Holder;
    } else {
      throw fieldError(field, 'goes into a member that another field gives a value');
    }
  }
}

/** As gh does: `rules[][name]=a rules[][kind]=b` is one item, until a name comes again. */
function lastOpen(list: readonly unknown[], next: Step): unknown {
  const last = list.at(-1);
  if (typeof last !== 'object' || last === null || Array.isArray(last) || next === append) return undefined;
  return Object.hasOwn(last, next) ? undefined : last;
}

function ownMember(holder: object, name: string): unknown {
  return Object.hasOwn(holder, name) ? (holder as Record<string, unknown>)[name] : undefined;
}

function put(holder: Holder, step: Step, value: unknown, field: string): void {
  if (Array.isArray(holder)) {
    holder.push(value);
    return;
  }
  const name = step as string;
  if (Object.hasOwn(holder, name)) throw fieldError(field, 'is given twice');
  // A member of its own, even `__proto__`.
  Object.defineProperty(holder, name, { value, enumerable: true, configurable: true, writable: true });
}
