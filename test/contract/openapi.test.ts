import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../../src/contract/index.ts';
import { openApiDocument } from '../../src/contract/openapi.ts';
import { pathParameters } from '../../src/contract/schema/resource.ts';
import type { ObjectSchema } from '../../src/contract/schema/schema.ts';
import { createAjv, rewriteEnums } from './schema/json-schema.ts';

interface Described {
  operationId: string;
  parameters: { name: string; in: string; required?: boolean; schema: ObjectSchema }[];
  requestBody?: {
    required: boolean;
    content: Record<string, { examples?: Record<string, { value: unknown }> }>;
  };
  responses: Record<string, { description: string; content?: object }>;
}

const document = openApiDocument('https://api.example.com');
const paths = document.paths as Record<string, Record<string, Described>>;
const describedAs = (path: string, method: string) => paths[path]?.[method.toLowerCase()];

/** All `$ref`s of the document. */
function refsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    name === '$ref' ? [String(member)] : refsIn(member),
  );
}

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1', async () => {
    const result = await new Validator().validate(structuredClone(document));
    expect(result.errors).toBeUndefined();
    expect(result.valid).toBe(true);
  });

  it('is plain JSON', () => {
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
  });

  it('has every operation once, under its name', () => {
    const ids = Object.values(paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    expect(ids.sort()).toEqual(catalogue.map(({ name }) => name).sort());
  });

  it('says where the API is and how to authenticate', () => {
    expect(document).toMatchObject({
      servers: [{ url: 'https://api.example.com' }],
      security: [{ apiKey: [] }],
      components: { securitySchemes: { apiKey: { type: 'http', scheme: 'bearer' } } },
    });
  });

  it('refers only to components that it has, and uses all that it has', () => {
    const { schemas } = document.components as { schemas: object };
    const used = new Set(refsIn(document).map((ref) => ref.replace('#/components/schemas/', '')));
    expect([...used].sort()).toEqual(Object.keys(schemas).sort());
  });

  it('has the schema of a traffic policy, which takes what the service takes', () => {
    const ajv = createAjv();
    ajv.addSchema(rewriteEnums(document) as object, 'openapi');
    const accepts = ajv.compile({ $ref: 'openapi#/components/schemas/TrafficPolicy' });
    const rule = (action: object) => ({ name: 'a', expressions: ['true'], actions: [action] });
    const deny = { type: 'deny', config: { status_code: 401 } };
    const url = 'https://a.internal';
    expect(
      accepts({ on_tcp_connect: [rule(deny)], on_http_request: [rule(deny)], on_http_response: [] }),
    ).toBe(true);
    expect(accepts({ on_http_request: [rule({ type: 'forward-internal', config: { url } })] })).toBe(true);
    for (const wrong of [
      { inbound: [] },
      { on_http_response: [rule(deny)] },
      { on_http_request: [rule({ type: 'forward-internal' })] },
      { on_http_request: [rule({ type: 'deny', config: { status_code: 42 } })] },
      { on_http_request: [{ actions: [] }] },
    ])
      expect(accepts(wrong), JSON.stringify(wrong)).toBe(false);
  });

  it.each(catalogue)('describes the parameters of $name', ({ operation }) => {
    const parameters = describedAs(operation.path, operation.method)?.parameters ?? [];
    const inPlace = (place: string) => parameters.filter((parameter) => parameter.in === place);
    expect(inPlace('path').map(({ name }) => name)).toEqual(pathParameters(operation));
    expect(inPlace('query').map(({ name }) => name)).toEqual(
      operation.list?.paged ? ['limit', 'before_id'] : [],
    );
    expect(inPlace('header')).toMatchObject([
      { name: 'Service-Version', required: true, schema: { const: '2' } },
    ]);
  });

  it.each(catalogue)('describes the body and the answers of $name', ({ operation }) => {
    const described = describedAs(operation.path, operation.method);
    expect(described?.requestBody?.required).toBe(operation.body && operation.bodyOptional !== true);
    const statuses = Object.keys(described?.responses ?? {}).map(Number);
    expect(statuses.filter((status) => status < 300)).toEqual([operation.status]);
    expect(statuses).toEqual(expect.arrayContaining([400, 401, 404, 405, 413, 415, 429, 500, 503]));
    for (const [status, { content }] of Object.entries(described?.responses ?? {})) {
      expect(content === undefined, status).toBe(status === '204');
    }
  });

  it.each(catalogue.filter(({ operation }) => operation.body))(
    'has examples that fit the body of $name',
    ({ operation }) => {
      const ajv = createAjv();
      ajv.addSchema(rewriteEnums(document) as object, 'openapi');
      const { path, method } = operation;
      const place = [
        'paths',
        path,
        method.toLowerCase(),
        'requestBody',
        'content',
        'application/json',
        'schema',
      ];
      const pointer = place
        .map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1')))
        .join('/');
      const accepts = ajv.compile({ $ref: `openapi#/${pointer}` });
      const examples = describedAs(path, method)?.requestBody?.content['application/json']?.examples ?? {};
      expect(Object.keys(examples).length).toBe(operation.examples.filter(({ body }) => body).length);
      for (const { value } of Object.values(examples))
        expect(accepts(value), JSON.stringify(accepts.errors)).toBe(true);
    },
  );
});
