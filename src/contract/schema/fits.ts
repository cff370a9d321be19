import { utf8Length } from '../rules/bytes.ts';
import type { ObjectSchema, Schema } from './schema.ts';

// Most answers and most manifests fit, and a list has hundreds of thousands of values: the question whether one does is
// compiled once a schema, keeps no paths and makes no messages. `validate` says what is wrong; a test holds the two together.

/** Whether a text is one of its format. */
export type FormatTest = (format: string, text: string) => boolean;

type Test = (value: unknown, isOfFormat?: FormatTest) => boolean;

type Mode = 'lenient' | 'strict';

const compiled = { lenient: new WeakMap<ObjectSchema, Test>(), strict: new WeakMap<ObjectSchema, Test>() };

/** Whether `validate` finds nothing wrong with a value, members unknown to the schema allowed and formats skipped. */
export function fits(schema: ObjectSchema, value: unknown): boolean {
  return testOf(schema, 'lenient')(value);
}

/** Whether `validate` finds nothing wrong with a value, unknown members refused and each format judged by the test given. */
export function fitsStrictly(schema: ObjectSchema, value: unknown, isOfFormat: FormatTest): boolean {
  return testOf(schema, 'strict')(value, isOfFormat);
}

const anything: Test = () => true;

function testOf(schema: Schema, mode: Mode): Test {
  if (typeof schema === 'boolean') return () => schema;
  const known = compiled[mode].get(schema);
  if (known !== undefined) return known;
  const test = compile(schema, mode);
  compiled[mode].set(schema, test);
  return test;
}

function compile(schema: ObjectSchema, mode: Mode): Test {
  const isChosen = choiceTest(schema);
  const byType: Readonly<Record<string, Test>> = {
    string: stringTest(schema, mode),
    number: numberTest(schema),
    array: arrayTest(schema, mode),
    object: objectTest(schema, mode),
    boolean: anything,
    null: anything,
  };
  const allowed = schema.type === undefined ? undefined : [schema.type].flat();
  const isInteger = allowed?.includes('integer') === true && !allowed.includes('number');
  // By the names that `typeof` has for them, an integer being a number.
  const tests = Object.fromEntries(
    Object.entries(byType).filter(
      ([type]) =>
        allowed === undefined || allowed.includes(type as never) || (type === 'number' && isInteger),
    ),
  );
  // One type and no choice: almost every member of a record.
  const [only, ...more] = Object.entries(tests);
  if (only !== undefined && more.length === 0 && isChosen === anything && !isInteger) {
    return testOfType(...only);
  }
  return (value, isOfFormat) => {
    const type = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
    const test = tests[type];
    if (test === undefined || (isInteger && type === 'number' && !Number.isInteger(value))) return false;
    return (isChosen === anything || isChosen(value)) && (test === anything || test(value, isOfFormat));
  };
}

function testOfType(type: string, test: Test): Test {
  switch (type) {
    case 'null':
      return (value) => value === null;
    case 'array':
      return (value, isOfFormat) => Array.isArray(value) && test(value, isOfFormat);
    case 'object':
      return (value, isOfFormat) =>
        typeof value === 'object' && value !== null && !Array.isArray(value) && test(value, isOfFormat);
    default:
      return test === anything
        ? (value) => typeof value === type
        : (value, isOfFormat) => typeof value === type && test(value, isOfFormat);
  }
}

function choiceTest({ const: only, enum: words, ...schema }: ObjectSchema): Test {
  if (only === undefined && !Array.isArray(words)) return anything;
  const isAnyCase = schema['x-any-case'] === true;
  return (value) => {
    if (only !== undefined && value !== only) return false;
    if (!Array.isArray(words)) return true;
    return words.includes(isAnyCase && typeof value === 'string' ? value.toLowerCase() : value);
  };
}

function stringTest(schema: ObjectSchema, mode: Mode): Test {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern } = schema;
  const maxBytes = schema['x-max-bytes'] ?? Number.POSITIVE_INFINITY;
  const isUnlimited = minLength === 0 && Math.min(maxLength, maxBytes) === Number.POSITIVE_INFINITY;
  const format = mode === 'strict' ? schema.format : undefined;
  if (isUnlimited && pattern === undefined && format === undefined) return anything;
  const expression = pattern === undefined ? undefined : new RegExp(pattern, 'u');
  const hasLength = minLength > 1 || maxLength !== Number.POSITIVE_INFINITY;
  return (value, isOfFormat) => {
    const text = value as string;
    // A UTF-16 unit takes three bytes at most.
    if (text.length > maxBytes / 3 && utf8Length(text) > maxBytes) return false;
    if (minLength > 0 && text === '') return false;
    if (hasLength) {
      const { length } = [...text];
      if (length < minLength || length > maxLength) return false;
    }
    if (expression !== undefined && !expression.test(text)) return false;
    return format === undefined || isOfFormat === undefined || isOfFormat(format, text);
  };
}

function numberTest({ minimum, maximum }: ObjectSchema): Test {
  if (minimum === undefined && maximum === undefined) return anything;
  return (value) =>
    (minimum === undefined || (value as number) >= minimum) &&
    (maximum === undefined || (value as number) <= maximum);
}

function arrayTest(
  { items = true, minItems = 0, maxItems = Number.POSITIVE_INFINITY }: ObjectSchema,
  mode: Mode,
): Test {
  const test = lazily(items as Schema, mode);
  return (value, isOfFormat) => {
    const list = value as unknown[];
    if (list.length < minItems || list.length > maxItems) return false;
    for (const item of list) if (!test(item, isOfFormat)) return false;
    return true;
  };
}

interface Member {
  readonly test: Test;
  readonly isRequired: boolean;
}

function objectTest(schema: ObjectSchema, mode: Mode): Test {
  const { properties = {}, required = [], additionalProperties: others = true } = schema;
  const { minProperties = 0, maxProperties = Number.POSITIVE_INFINITY } = schema;
  const members = new Map<string, Member>(
    [...new Set([...Object.keys(properties), ...required])].map((name) => [
      name,
      { test: lazily(properties[name] ?? true, mode), isRequired: required.includes(name) },
    ]),
  );
  // What a newer service adds is nothing to us, unless the schema says what it must be.
  const isOpen = others === true || (others === false && mode === 'lenient');
  const otherTest = isOpen ? anything : lazily(others, mode);
  const needed = new Set(required).size;
  const nameTest =
    schema.propertyNames === undefined ? anything : lazily(schema.propertyNames as Schema, mode);
  const isOneOf = schema['x-one-of'] === true;
  return (value, isOfFormat) => {
    const object = value as Record<string, unknown>;
    let found = 0;
    let count = 0;
    let used = 0;
    for (const name in object) {
      if (nameTest !== anything && !nameTest(name, isOfFormat)) return false;
      const member = members.get(name);
      if (!(member?.test ?? otherTest)(object[name], isOfFormat)) return false;
      if (member?.isRequired) found += 1;
      count += 1;
      if (object[name] !== null) used += 1;
    }
    if (isOneOf && used !== 1) return false;
    return found === needed && count >= minProperties && count <= maxProperties;
  };
}

/** Compiled when the first value comes: most schemas of a command are never asked. */
function lazily(schema: Schema, mode: Mode): Test {
  let test: Test | undefined;
  return (value, isOfFormat) => {
    test ??= testOf(schema, mode);
    return test(value, isOfFormat);
  };
}
