import { utf8Length } from '../rules/bytes.ts';
import { quote, shorten } from '../rules/rule.ts';
import { formatRules } from './formats.ts';
import type { ObjectSchema, Schema } from './schema.ts';

// Why not ajv: a command checks what it sends and what it gets, and loading and compiling ajv costs more than
// the whole request (.github/CONTRIBUTING.md "What things cost"). Tests hold this walker to ajv's verdicts on
// the keywords it knows.

/** Where a value stands: member names and list positions from the outermost inwards. */
export type ValuePath = readonly (string | number)[];

export interface Problem {
  readonly kind: 'missing' | 'unknown' | 'invalid';
  readonly path: ValuePath;
  /** A problem sentence without the path: `must be at least 1`. */
  readonly message: string;
}

export interface ValidateOptions {
  /** Whether members that the schema does not name are a problem; a client lets a newer service have them. */
  readonly unknownMembers?: 'refuse' | 'allow';
  /** Whether strings are judged by their `format`; a client takes what the service shows as it is. */
  readonly formats?: 'check' | 'skip';
  /** Formats that somebody judges elsewhere, although a pure rule could: those that take long. */
  readonly judgedElsewhere?: readonly string[];
  /** Called for each string whose `format` is judged elsewhere, or by no pure rule. */
  readonly onFormat?: (format: string, value: string, path: ValuePath) => void;
  /** Whether to look no further than the first problem: a hostile value can have as many as it has bytes. */
  readonly stopsAtFirst?: boolean;
}

type Members = Record<string, unknown>;
/** Where the walk is; what outlives its step keeps a copy. */
type Place = (string | number)[];
type Report = (kind: Problem['kind'], path: Readonly<Place>, message: string) => void;
type Check = (schema: ObjectSchema, value: never, path: Place, walk: Walk) => void;

interface Walk extends ValidateOptions {
  readonly report: Report;
}

/** The keywords that `validate` enforces; `test/contract` holds every schema of the contract to them. */
export const keywords = [
  ...['type', 'enum', 'const', 'minimum', 'maximum', 'minLength', 'maxLength', 'pattern', 'format', 'items'],
  ...['minItems', 'maxItems', 'properties', 'required', 'additionalProperties', 'minProperties'],
  ...['maxProperties', 'propertyNames', 'x-max-bytes', 'x-any-case', 'x-one-of'],
];

/** Judges a value by a schema: every problem, in the order of the value's members. Empty: it fits. */
export function validate(schema: Schema, value: unknown, options: ValidateOptions = {}): Problem[] {
  const problems: Problem[] = [];
  const report: Report = (kind, path, message) => {
    problems.push({ kind, path: [...path], message });
    if (options.stopsAtFirst) throw enough;
  };
  try {
    check(schema, value, [], { ...options, report });
  } catch (error) {
    if (error !== enough) throw error;
  }
  return problems;
}

const enough = new Error('the first problem is enough');

/** `acl[0]`, `deployment.cluster_name`: a path as messages and `details.field` show it, long names cut. */
export function formatPath(path: ValuePath): string {
  return path
    .map((step, i) => (typeof step === 'number' ? `[${step}]` : `${i === 0 ? '' : '.'}${shorten(step)}`))
    .join('');
}

/** A problem as a sentence with its path: `acl[0]: "x" is not a bind rule`, `url is required`. */
export function formatProblem({ path, message }: Pick<Problem, 'path' | 'message'>): string {
  const field = formatPath(path);
  if (field === '') return message;
  return message.startsWith('"') ? `${field}: ${message}` : `${field} ${message}`;
}

function check(schema: Schema, value: unknown, path: Place, walk: Walk): void {
  if (typeof schema === 'boolean') {
    if (!schema) walk.report('invalid', path, 'is not accepted');
    return;
  }
  const type = typeOf(value);
  if (!hasType(schema, type)) {
    walk.report('invalid', path, `must be ${typeNames(schema)}, not ${articled(type)}`);
    return;
  }
  checkChoice(schema, value, path, walk);
  if (type === 'string') checkString(schema, value as never, path, walk);
  else if (type === 'object') checkObject(schema, value as never, path, walk);
  else if (type === 'array') checkArray(schema, value as never, path, walk);
  else if (typeof value === 'number') checkNumber(schema, value as never, path, walk);
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (Number.isInteger(value)) return 'integer';
  return typeof value;
}

function types(schema: ObjectSchema): readonly string[] {
  return schema.type === undefined ? [] : [schema.type].flat();
}

function hasType(schema: ObjectSchema, type: string): boolean {
  if (schema.type === type) return true;
  const allowed = types(schema);
  return allowed.length === 0 || allowed.includes(type) || (type === 'integer' && allowed.includes('number'));
}

const typeWords: Record<string, string> = {
  array: 'a list',
  integer: 'a whole number',
  null: 'null',
  object: 'an object',
  undefined: 'nothing',
};

function articled(type: string): string {
  return typeWords[type] ?? `a ${type}`;
}

function typeNames(schema: ObjectSchema): string {
  return types(schema).map(articled).join(' or ');
}

/** The same for what stands one step further in. */
function checkInner(schema: Schema, value: unknown, step: string | number, path: Place, walk: Walk): void {
  path.push(step);
  check(schema, value, path, walk);
  path.pop();
}

function checkChoice(schema: ObjectSchema, value: unknown, path: Place, { report }: Walk): void {
  if (schema.const !== undefined && value !== schema.const) {
    report('invalid', path, `must be ${JSON.stringify(schema.const)}`);
  }
  if (!Array.isArray(schema.enum)) return;
  const word = schema['x-any-case'] && typeof value === 'string' ? value.toLowerCase() : value;
  if (schema.enum.includes(word)) return;
  const choices = schema.enum.map((choice) => JSON.stringify(choice)).join(', ');
  const shown = typeof value === 'string' ? `${quote(value)} is not` : 'is not';
  report('invalid', path, `${shown} one of ${choices}`);
}

const checkString: Check = (schema, value: string, path, walk) => {
  const { report, formats, judgedElsewhere, onFormat } = walk;
  const { minLength, maxLength, pattern, format } = schema;
  const maxBytes = schema['x-max-bytes'];
  if (maxBytes !== undefined && value.length > maxBytes / 3) {
    const bytes = utf8Length(value);
    if (bytes > maxBytes)
      return report('invalid', path, `is ${bytes} bytes long; at most ${maxBytes} are allowed`);
  }
  if (minLength === 1 && value === '') return report('invalid', path, 'must not be empty');
  if (minLength !== undefined && [...value].length < minLength) {
    return report('invalid', path, `must have at least ${minLength} characters`);
  }
  if (maxLength !== undefined && [...value].length > maxLength) {
    return report('invalid', path, `must have at most ${maxLength} characters`);
  }
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(value)) {
    return report('invalid', path, `must match ${pattern}`);
  }
  if (format === undefined || formats === 'skip') return;
  const rule = formatRules[format];
  if (!rule || judgedElsewhere?.includes(format)) return onFormat?.(format, value, [...path]);
  const problem = rule(value);
  if (problem !== undefined) report('invalid', path, problem);
};

const checkNumber: Check = ({ minimum, maximum }, value: number, path, { report }) => {
  if (minimum !== undefined && value < minimum) report('invalid', path, `must be at least ${minimum}`);
  if (maximum !== undefined && value > maximum) report('invalid', path, `must be at most ${maximum}`);
};

const checkArray: Check = ({ items, minItems, maxItems }, value: unknown[], path, walk) => {
  if (minItems !== undefined && value.length < minItems) {
    walk.report('invalid', path, `must have at least ${count(minItems, 'item')}`);
  }
  if (maxItems !== undefined && value.length > maxItems) {
    return walk.report('invalid', path, `has ${value.length} items; at most ${maxItems} are allowed`);
  }
  if (items === undefined) return;
  for (let i = 0; i < value.length; i++) checkInner(items as Schema, value[i], i, path, walk);
};

const checkObject: Check = (schema, value: Members, path, walk) => {
  const { properties = {}, required = [], additionalProperties, minProperties, maxProperties } = schema;
  const names = Object.keys(value);
  for (const name of required) {
    if (!Object.hasOwn(value, name)) walk.report('missing', [...path, name], 'is required');
  }
  if ((minProperties ?? 0) > names.length || (maxProperties ?? names.length) < names.length) {
    walk.report('invalid', path, `must have ${memberCount(schema)}`);
  }
  if (schema['x-one-of'] && names.filter((name) => value[name] !== null).length !== 1) {
    walk.report('invalid', path, `must have exactly one of ${Object.keys(properties).join(', ')}`);
  }
  for (const name of names) {
    if (schema.propertyNames !== undefined) {
      checkInner(schema.propertyNames as Schema, name, name, path, walk);
    }
    const member = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (member !== undefined) checkInner(member, value[name], name, path, walk);
    else if (additionalProperties === false) {
      if (walk.unknownMembers !== 'allow') reportUnknown(name, Object.keys(properties), path, walk);
    } else if (additionalProperties !== undefined)
      checkInner(additionalProperties, value[name], name, path, walk);
  }
};

function reportUnknown(name: string, known: string[], path: Place, { report }: Walk): void {
  const place = path.length === 0 ? 'the body' : formatPath(path);
  const supported = known.length === 0 ? 'it takes none' : `supported: ${known.join(', ')}`;
  report('unknown', [...path, name], `${quote(name)} is not a member of ${place}; ${supported}`);
}

function memberCount({ properties = {}, minProperties = 0, maxProperties }: ObjectSchema): string {
  const known = Object.keys(properties);
  if (minProperties === 1 && maxProperties === 1) {
    return known.length === 0 ? 'exactly one member' : `exactly one of ${known.join(', ')}`;
  }
  if (maxProperties === undefined) return `at least ${count(minProperties, 'member')}`;
  return `from ${minProperties} to ${count(maxProperties, 'member')}`;
}

function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`;
}
