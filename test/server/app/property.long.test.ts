import { join } from 'node:path';
import type { Ajv2020, ValidateFunction } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applySeed } from '../../../src/account/seed/apply.ts';
import { demoIds } from '../../../src/contract/examples/demo-ids.ts';
import { type CatalogueEntry, catalogue } from '../../../src/contract/index.ts';
import { openApiDocument } from '../../../src/contract/openapi.ts';
import { pathParameters } from '../../../src/contract/schema/resource.ts';
import { createAjv, rewriteEnums } from '../../contract/schema/json-schema.ts';
import { anything, spoilt, valuesOf } from '../../contract/schema/schema-values.ts';
import { temporaryDirectory } from '../../harness/temporary-directory.ts';
import { type Answer, baseUrl, openTestService, type TestService } from '../../harness/test-service.ts';

const folder = temporaryDirectory(afterAll);
const document = JSON.parse(JSON.stringify(openApiDocument(baseUrl)));
let test: TestService;
let ajv: Ajv2020;
const compiled = new Map<string, ValidateFunction>();

beforeAll(async () => {
  test = await openTestService(join(folder, 'sandbox.db'));
  await applySeed(test.service, 'demo');
  ajv = createAjv();
  ajv.addSchema(rewriteEnums(document) as object, 'openapi');
});
afterAll(async () => {
  await test.service.close();
});

/** Makes sure that the document has this answer for the operation: its status, and a body of its schema. */
function expectDocumented({ operation }: CatalogueEntry, answer: Answer): void {
  const place = ['paths', operation.path, operation.method.toLowerCase(), 'responses', String(answer.status)];
  const response = place.reduce((node, step) => node?.[step], document);
  expect(response, `${answer.status} ${answer.text}`).toBeDefined();
  expect(answer.headers['operation-id']).toMatch(/^op_\w+$/);
  if (!response.content) {
    expect(answer.text).toBe('');
    return;
  }
  const accepts = compile([...place, 'content', 'application/json', 'schema']);
  expect(accepts(JSON.parse(answer.text)), `${answer.text} ${JSON.stringify(accepts.errors)}`).toBe(true);
}

function compile(place: readonly string[]): ValidateFunction {
  const steps = place.map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1')));
  const $ref = `openapi#/${steps.join('/')}`;
  const known = compiled.get($ref) ?? ajv.compile({ $ref });
  compiled.set($ref, known);
  return known;
}

/** Ids of the account, those that records have got meanwhile among them, and things that are no id. */
const parameters = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...idsOf(demoIds)) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'api_key_created.v0',
      '.',
      '..',
      'x',
      '%',
      '%2F',
      '%00',
      '%ff',
      '__proto__',
      'a b',
    ),
  },
  {
    weight: 1,
    arbitrary: fc
      .string({ minLength: 1, maxLength: 9 })
      .map((text) => encodeURIComponent(text.replaceAll(/[\ud800-\udfff]/g, ''))),
  },
);

function idsOf(tree: object): string[] {
  return Object.values(tree).flatMap((one) => (typeof one === 'string' ? [one] : idsOf(one)));
}

/** What the operation's own examples fill its path with, mostly. */
function targetsOf({ operation }: CatalogueEntry): fc.Arbitrary<string> {
  const examples = operation.examples.flatMap(({ params }) => (params ? [params] : []));
  const names = pathParameters(operation);
  const values = fc.tuple(
    fc.constantFrom(...(examples.length > 0 ? examples : [{}])),
    fc.boolean(),
    fc.tuple(...names.map(() => parameters)),
  );
  return values.map(([example, isExample, others]) =>
    names.reduce(
      (path, name, i) =>
        path.replace(
          `{${name}}`,
          () => (isExample ? (example as Record<string, string>)[name] : others[i]) ?? '',
        ),
      operation.path,
    ),
  );
}

const queries = fc.oneof(
  { weight: 6, arbitrary: fc.constant('') },
  { weight: 2, arbitrary: fc.integer({ min: -1, max: 102 }).map((limit) => `?limit=${limit}`) },
  { weight: 1, arbitrary: parameters.map((id) => `?before_id=${id}`) },
  { weight: 1, arbitrary: fc.string({ maxLength: 12 }).map((text) => `?${text}`) },
);

function bodiesOf({ operation }: CatalogueEntry): fc.Arbitrary<unknown> {
  const junk = fc.oneof(
    fc.uint8Array({ maxLength: 40 }),
    fc.string({ maxLength: 20 }),
    anything.map((value) => JSON.stringify(value)),
    fc.constantFrom('[', '{"a":', '[['.repeat(20), '{"a":{"b":'.repeat(600), '\u0000', '{"\\ud800":1}'),
  );
  const { body } = operation;
  if (!body)
    return fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: junk });
  const whole = valuesOf(body);
  return fc.oneof(
    { weight: 5, arbitrary: whole },
    { weight: 5, arbitrary: spoilt(whole) },
    { weight: 2, arbitrary: fc.constantFrom(...operation.examples.map((example) => example.body ?? {})) },
    { weight: 1, arbitrary: junk },
    { weight: 1, arbitrary: fc.constant(undefined) },
  );
}

const headers = fc.oneof(
  { weight: 12, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc.dictionary(
      fc.constantFrom(
        'authorization',
        'service-version',
        'content-type',
        'host',
        'accept',
        'x-forwarded-host',
      ),
      fc.option(fc.string({ maxLength: 20 }), { nil: undefined }),
      { maxKeys: 2 },
    ),
  },
);

describe('whatever comes in', () => {
  it.each(catalogue)('$name answers with what its document says', async (entry) => {
    const request = fc.record({ target: targetsOf(entry), query: queries, body: bodiesOf(entry), headers });
    await fc.assert(
      fc.asyncProperty(request, fc.boolean(), async ({ target, query, ...options }, isAdmin) => {
        test.clock.now += 700;
        const as = isAdmin ? test.admin : test.member;
        const answer = await test.call(entry.operation.method, target + query, { ...options, as });
        expectDocumented(entry, answer);
        expect(answer.status).toBeLessThan(500);
      }),
      { numRuns: 100 },
    );
    expect(test.failures).toEqual([]);
  });

  it('any method and target gets an error of the contract, or an answer', async () => {
    const accepts = compile(['components', 'schemas', 'Error']);
    const pieces = fc.constantFrom(
      ...catalogue.flatMap(({ operation }) => operation.path.split('/')),
      '',
      '.',
      '..',
      '%',
      '%2F',
      '?',
      '#',
      '\\',
      '*',
    );
    const targets = fc.oneof(
      fc.array(fc.oneof(pieces, parameters), { maxLength: 6 }).map((steps) => steps.join('/')),
      fc.string({ maxLength: 20 }),
    );
    const methods = fc.oneof(
      fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'),
      fc.string({ maxLength: 6 }),
    );
    await fc.assert(
      fc.asyncProperty(methods, fc.boolean(), targets, async (method, hasSlash, target) => {
        const answer = await test.call(method, (hasSlash ? '/' : '') + target);
        expect(answer.status).toBeLessThan(500);
        if (answer.status >= 400) expect(accepts(answer.body), answer.text).toBe(true);
      }),
      { numRuns: 500 },
    );
    expect(test.failures).toEqual([]);
  });
});
