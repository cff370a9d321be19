import { commonErrors, type ErrorCode, errors } from './errors/errors.ts';
import { errorBody } from './http/message.ts';
import { protocol } from './http/protocol.ts';
import { type CatalogueEntry, catalogue as operations } from './index.ts';
import { wholePolicySchema } from './policy/policy-schema.ts';
import { type Operation, pathParameters, responseSchema } from './schema/resource.ts';
import type { ObjectSchema, Schema } from './schema/schema.ts';

type Json = Record<string, unknown>;

/**
 * The contract as an OpenAPI 3.1 document. Schemas with a title become components.
 * @param baseUrl where the API is, as `servers` shows it
 */
export function openApiDocument(baseUrl: string, catalogue = operations): Json {
  const schemas: Json = {};
  const paths: Record<string, Json> = {};
  for (const entry of catalogue) {
    const path = paths[entry.operation.path] ?? {};
    path[entry.operation.method.toLowerCase()] = describeOperation(entry, schemas);
    paths[entry.operation.path] = path;
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tunnel, Endpoint, Credential and Event Management API',
      version: protocol.version,
      description: 'JSON over HTTP. Every request carries Authorization and Service-Version.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: baseUrl }],
    security: [{ apiKey: [] }],
    tags: [...new Set(catalogue.map(({ resource }) => resource))].map(({ name, summary }) => ({
      name,
      description: summary,
    })),
    paths,
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'the token of an API key' },
      },
      schemas,
    },
  };
}

function describeOperation({ name, resource, operation }: CatalogueEntry, schemas: Json): Json {
  const { summary, description = summary, body } = operation;
  return {
    operationId: name,
    tags: [resource.name],
    summary,
    description,
    parameters: [
      ...pathParameters(operation).map((parameter) => ({
        name: parameter,
        in: 'path',
        required: true,
        description: resource.parameters?.[parameter]?.description ?? parameter,
        schema: { type: 'string' },
      })),
      ...(operation.list?.paged ? pageParameters : []),
      {
        name: 'Service-Version',
        in: 'header',
        required: true,
        description: 'version of the API',
        schema: { type: 'string', const: protocol.version },
      },
    ],
    ...(body && {
      requestBody: {
        required: operation.bodyOptional !== true,
        content: {
          [protocol.jsonType]: { schema: refer(body, schemas), ...describeExamples(operation) },
        },
      },
    }),
    responses: describeResponses(operation, schemas),
  };
}

const pageParameters = [
  {
    name: 'limit',
    in: 'query',
    description: 'size of the page',
    schema: { type: 'integer', minimum: 1, maximum: protocol.maxPageSize, default: protocol.maxPageSize },
  },
  {
    name: 'before_id',
    in: 'query',
    description: 'where the page starts: with the next older record than this one',
    schema: { type: 'string' },
  },
];

function describeExamples({ examples }: Operation): Json {
  const withBody = examples.filter(({ body }) => body !== undefined);
  if (withBody.length === 0) return {};
  return {
    examples: Object.fromEntries(
      withBody.map(({ summary, body }) => [slug(summary), { summary, value: body }]),
    ),
  };
}

function slug(words: string): string {
  return words.toLowerCase().replace(/[^a-z0-9]+/g, '-');
}

function describeResponses(operation: Operation, schemas: Json): Json {
  const schema = responseSchema(operation);
  const codes = [...Object.keys(commonErrors), ...(operation.errors ?? [])] as ErrorCode[];
  const failures: Record<string, Json> = {};
  for (const status of [...new Set(codes.map((code) => errors[code].status))].sort()) {
    const meanings = codes.filter((code) => errors[code].status === status);
    failures[status] = {
      description: meanings.map((code) => `${code}: ${errors[code].meaning}`).join('\n\n'),
      content: { [protocol.jsonType]: { schema: refer(errorBody, schemas) } },
    };
  }
  return {
    [operation.status]: {
      description: operation.status === 204 ? 'done, no body' : 'done',
      headers: { 'Operation-Id': { description: 'names this request', schema: { type: 'string' } } },
      ...(schema && { content: { [protocol.jsonType]: { schema: refer(schema, schemas) } } }),
    },
    ...failures,
  };
}

/** The schema with every titled schema in it replaced by a reference to a component. */
function refer(schema: Schema, components: Json): unknown {
  if (typeof schema === 'boolean') return schema;
  const { title, ...untitled } = schema;
  if (title === undefined) return referMembers(schema, components);
  components[title] ??= referMembers(untitled, components);
  const own = componentDescription(components[title] as ObjectSchema, schema);
  return { $ref: `#/components/schemas/${title}`, ...own };
}

// In OpenAPI 3.1 a description beside $ref stands for this use of the component.
function componentDescription(component: ObjectSchema, use: ObjectSchema): Json {
  return use.description === undefined || use.description === component.description
    ? {}
    : { description: use.description };
}

function referMembers(schema: ObjectSchema, components: Json): Json {
  const { items, properties, additionalProperties, ...rest } = schema;
  return {
    ...rest,
    // A text of YAML, of which JSON is a part, that holds what the schema says.
    ...(schema.format === 'traffic-policy' && {
      contentMediaType: 'application/yaml',
      contentSchema: refer(wholePolicySchema(), components),
    }),
    ...(items !== undefined && { items: refer(items as Schema, components) }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, member]) => [name, refer(member, components)]),
      ),
    }),
    ...(additionalProperties !== undefined && {
      additionalProperties: refer(additionalProperties, components),
    }),
  };
}
