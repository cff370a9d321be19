import { hasControlCharacters, sanitizeJson } from '../../contract/rules/sanitize.ts';
import type { ObjectSchema, Schema } from '../../contract/schema/schema.ts';
import type { StructuredFormat } from './formats.ts';
import type { Column } from './table/column.ts';

type Members = Readonly<Record<string, unknown>>;

/** A record as the structured formats print it. */
type Shape = (record: unknown) => unknown;

/** All members in the schema's order, or the chosen columns alone, in their order, nested as they are. */
export function shapeOf(schema: ObjectSchema, columns: readonly Column[] | undefined): Shape {
  if (columns === undefined) return (record) => inOrder(record, schema);
  const tree = treeOf(columns);
  return (record) => narrow(inOrder(record, schema), tree);
}

/**
 * A value with the members of every object in the schema's order; members that it does not know come last. Most
 * services answer in that order already: the value is then the same one.
 */
function inOrder(value: unknown, schema: Schema | undefined): unknown {
  if (typeof value !== 'object' || value === null || typeof schema !== 'object') return value;
  if (isInOrder(value, schema)) return value;
  if (Array.isArray(value)) {
    const items = schema.items as Schema | undefined;
    return typeof items === 'object' && items.properties ? value.map((item) => inOrder(item, items)) : value;
  }
  const { properties } = schema;
  if (properties === undefined) return value;
  const ordered: Record<string, unknown> = {};
  for (const name in properties) {
    const member = (value as Members)[name];
    if (member !== undefined) ordered[name] = inOrder(member, properties[name]);
  }
  for (const name in value) if (!Object.hasOwn(ordered, name)) ordered[name] = (value as Members)[name];
  return ordered;
}

const places = new WeakMap<object, ReadonlyMap<string, number>>();

/** Whether the members of every object stand in the schema's order. */
function isInOrder(value: object, schema: ObjectSchema): boolean {
  if (Array.isArray(value)) {
    const items = schema.items as Schema | undefined;
    if (typeof items !== 'object' || items.properties === undefined) return true;
    return value.every((item) => typeof item !== 'object' || item === null || isInOrder(item, items));
  }
  const { properties } = schema;
  if (properties === undefined) return true;
  const known = places.get(properties) ?? new Map(Object.keys(properties).map((name, i) => [name, i]));
  places.set(properties, known);
  let last = 0;
  for (const name in value) {
    const place = known.get(name) ?? known.size;
    if (place < last) return false;
    last = place;
    const member = (value as Members)[name];
    // `null` and texts, by far the most, are told before the schema is looked at.
    if (typeof member !== 'object' || member === null) continue;
    const inner = properties[name];
    if (typeof inner === 'object' && !isInOrder(member, inner)) return false;
  }
  return true;
}

interface Tree extends Map<string, Tree> {}

function treeOf(columns: readonly Column[]): Tree {
  const root: Tree = new Map();
  for (const { path } of columns) {
    let node = root;
    for (const [depth, step] of path.entries()) {
      let below = node.get(step);
      // A member that was chosen whole stays whole.
      if (below?.size === 0) break;
      if (below === undefined || depth === path.length - 1) {
        below = new Map();
        node.set(step, below);
      }
      node = below;
    }
  }
  return root;
}

function narrow(value: unknown, tree: Tree): unknown {
  if (Array.isArray(value)) return value.map((item) => narrow(item, tree));
  if (typeof value !== 'object' || value === null) return value;
  const narrowed: Record<string, unknown> = {};
  for (const [name, below] of tree) {
    if (!Object.hasOwn(value, name)) continue;
    const member = (value as Members)[name];
    narrowed[name] = below.size === 0 ? member : narrow(member, below);
  }
  return narrowed;
}

/** JSON as people and pipelines read it: indented, with nothing in it that a terminal would obey. */
export function formatJson(value: unknown): string {
  return `${sanitizeJson(JSON.stringify(value, null, 2))}\n`;
}

/** The same on one line, as `jsonl` has it. */
export function formatJsonLine(value: unknown): string {
  return `${sanitizeJson(JSON.stringify(value))}\n`;
}

/** Each of them on a line. */
export function formatJsonLines(values: readonly unknown[]): string {
  let text = '';
  for (const value of values) text += `${JSON.stringify(value)}\n`;
  return sanitizeJson(text);
}

/** YAML with long texts whole and multi-line texts as blocks, and nothing in it that a terminal would obey. */
export async function formatYaml(value: unknown): Promise<string> {
  const { stringify, Document, visit } = await import('yaml');
  const options = { lineWidth: 0 };
  const text = stringify(value, options);
  if (!hasControlCharacters(text)) return text;
  // Between double quotes a character may be spelled out; YAML itself does so for some of them only.
  const document = new Document(value);
  visit(document, {
    Scalar(_, node) {
      if (typeof node.value === 'string' && hasControlCharacters(node.value)) node.type = 'QUOTE_DOUBLE';
    },
  });
  return sanitizeJson(document.toString(options));
}

/** A value in one of the formats for programs: JSON, on one line or indented, or YAML. */
export function formatStructured(value: unknown, format: StructuredFormat): Promise<string> | string {
  if (format === 'yaml') return formatYaml(value);
  return format === 'jsonl' ? formatJsonLine(value) : formatJson(value);
}
