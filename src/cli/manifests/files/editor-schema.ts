import { documentVersion } from '../../../contract/manifest/document-schema.ts';
import type { ObjectSchema, Schema } from '../../../contract/schema/schema.ts';

type Json = Record<string, unknown>;

/**
 * The schema of a document as editors take it, in plain JSON Schema (draft 2020-12): without words and formats of our own,
 * and with references wherever there may be a text.
 */
export function editorSchema(document: ObjectSchema): Json {
  const { title: _title, ...schema } = plain(document) as Json;
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: `tunnelctl document, version ${documentVersion}`,
    description:
      'What an account holds, for tunnelctl diff, apply and sandbox seed; tunnelctl help manifests.',
    ...schema,
    $defs: {
      reference: {
        type: 'string',
        pattern: '\\$\\{(env|file|var):[^{}]*\\}',
        description: 'stands for what is read from the environment, a file, or --set',
      },
    },
  };
}

/** Formats that JSON Schema itself has. */
const knownFormats = ['date-time', 'uri'];

function plain(schema: Schema): unknown {
  if (typeof schema === 'boolean') return schema;
  const shown: Json = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword.startsWith('x-') || (keyword === 'format' && !knownFormats.includes(String(value)))) continue;
    shown[keyword] = plainValue(keyword, value);
  }
  if (schema['x-any-case']) {
    const { enum: words = [] } = schema as { enum?: readonly string[] };
    delete shown.enum;
    shown.anyOf = [{ enum: words }, { pattern: `^(?:${words.map(anyCase).join('|')})$` }];
  }
  return isText(schema) && isNarrow(shown) ? orReference(shown) : shown;
}

function plainValue(keyword: string, value: unknown): unknown {
  if (keyword === 'properties') {
    const members = Object.entries(value as Record<string, Schema>);
    return Object.fromEntries(members.map(([name, member]) => [name, plain(member)]));
  }
  const isSchema = ['items', 'additionalProperties', 'propertyNames'].includes(keyword);
  return isSchema ? plain(value as Schema) : value;
}

function isText({ type, enum: words, const: only }: ObjectSchema): boolean {
  if (type !== undefined) return [type].flat().includes('string');
  return typeof only === 'string' || (Array.isArray(words) && words.some((word) => typeof word === 'string'));
}

const narrowing = ['enum', 'const', 'pattern', 'format', 'minLength', 'maxLength', 'anyOf'];

/** Whether it refuses texts: others may be references as they are. */
function isNarrow(shown: Json): boolean {
  return narrowing.some((keyword) => keyword in shown);
}

/** The same, or a reference; what editors show of it stays around both. */
function orReference({ type, title, description, default: fallback, ...narrow }: Json): Json {
  return {
    ...(type !== undefined && { type }),
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(fallback !== undefined && { default: fallback }),
    anyOf: [narrow, { $ref: '#/$defs/reference' }],
  };
}

/** A pattern of a word in any letter case. */
function anyCase(word: string): string {
  return word.replace(/[a-z]/gi, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`);
}
