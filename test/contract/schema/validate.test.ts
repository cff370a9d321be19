import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { errorBody } from '../../../src/contract/http/message.ts';
import { catalogue } from '../../../src/contract/index.ts';
import { phases } from '../../../src/contract/policy/phases.ts';
import * as policy from '../../../src/contract/policy/policy-schema.ts';
import { fits, fitsStrictly } from '../../../src/contract/schema/fits.ts';
import { formatRules, libraryFormats, policyFormats } from '../../../src/contract/schema/formats.ts';
import { responseSchema } from '../../../src/contract/schema/resource.ts';
import type { Annotations, ObjectSchema, Schema } from '../../../src/contract/schema/schema.ts';
import { formatPath, formatProblem, keywords, validate } from '../../../src/contract/schema/validate.ts';
import { compileWith, createAjv } from './json-schema.ts';
import { anything, spoilt, valuesOf } from './schema-values.ts';

/** Every schema of the contract, by what it is. */
const schemas: [string, ObjectSchema][] = [
  ...catalogue.flatMap(({ name, operation }): [string, ObjectSchema | undefined][] => [
    [`the body of ${name}`, operation.body],
    [`the answer of ${name}`, responseSchema(operation)],
  ]),
  ['an error', errorBody],
  ['a traffic policy', policy.trafficPolicyDocument],
  ['a rule of a policy', policy.policyRule],
  ...phases.map((phase): [string, ObjectSchema] => [`an action of ${phase}`, policy.policyAction(phase)]),
  ...Object.entries(policy.policyActions).map(([type, { config }]): [string, ObjectSchema] => [
    `config of ${type}`,
    config,
  ]),
].filter((entry): entry is [string, ObjectSchema] => entry[1] !== undefined);

/** Keywords that say something about a value without judging it. */
const annotations: Record<Exclude<keyof Annotations, 'x-max-bytes' | 'x-any-case' | 'x-one-of'>, true> = {
  'x-secret': true,
  'x-refers-to': true,
  'x-file': true,
  'x-column': true,
  'x-document': true,
  'x-warn-empty': true,
  'x-identifies': true,
  'x-empty': true,
  'x-shown-as': true,
  'x-span': true,
  'x-time': true,
  'x-fixed': true,
  'x-follows': true,
  'x-ssh-certificate': true,
};

/** Schemas of every keyword that `validate` knows, in combinations that the contract may come to. */
const { schema: anySchema } = fc.letrec<{ schema: ObjectSchema }>((tie) => ({
  schema: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<ObjectSchema>({ type: 'boolean' }, { type: 'null' }, {}, { const: 7 }, { const: 'a' }),
    fc.record(
      {
        type: fc.constantFrom('integer', 'number'),
        minimum: fc.integer({ min: -3, max: 3 }),
        maximum: fc.integer({ min: -3, max: 3 }),
      },
      { requiredKeys: ['type'] },
    ),
    fc.record(
      {
        type: fc.constantFrom<'string' | ['string', 'null']>('string', ['string', 'null']),
        minLength: fc.integer({ min: 0, max: 3 }),
        maxLength: fc.integer({ min: 0, max: 5 }),
        'x-max-bytes': fc.integer({ min: 0, max: 8 }),
        pattern: fc.constantFrom('^a', 'b$', '^.$', '\\p{L}'),
        format: fc.constantFrom(...Object.keys(formatRules), ...libraryFormats, ...policyFormats),
      },
      { requiredKeys: ['type'] },
    ),
    fc.record(
      {
        type: fc.constant('string' as const),
        enum: fc.constantFrom(['a'], ['a', 'b'], ['<secret>']),
        'x-any-case': fc.boolean(),
      },
      { requiredKeys: ['enum'] },
    ),
    fc.record(
      {
        type: fc.constant('array' as const),
        items: tie('schema'),
        minItems: fc.integer({ min: 0, max: 2 }),
        maxItems: fc.integer({ min: 0, max: 3 }),
      },
      { requiredKeys: ['type'] },
    ),
    fc.record(
      {
        type: fc.constantFrom<'object' | ['object', 'null']>('object', ['object', 'null']),
        properties: fc.dictionary(fc.constantFrom('a', 'b', 'constructor'), tie('schema'), {
          maxKeys: 3,
        }),
        required: fc.uniqueArray(fc.constantFrom('a', 'b'), { maxLength: 2 }),
        additionalProperties: fc.oneof(fc.boolean(), tie('schema')),
        minProperties: fc.integer({ min: 0, max: 2 }),
        maxProperties: fc.integer({ min: 0, max: 3 }),
        'x-one-of': fc.boolean(),
      },
      { requiredKeys: ['type'] },
    ),
    fc.record(
      {
        type: fc.constant('object' as const),
        additionalProperties: tie('schema'),
        propertyNames: tie('schema'),
        maxProperties: fc.integer({ min: 0, max: 3 }),
      },
      { requiredKeys: ['type'] },
    ),
  ) as fc.Arbitrary<ObjectSchema>,
}));

describe('validate', () => {
  it.each(schemas)('judges %s as ajv does', (_what, schema) => {
    const accepts = compileWith(createAjv(), schema);
    const values = fc.oneof(
      { weight: 1, arbitrary: valuesOf(schema) },
      { weight: 4, arbitrary: spoilt(valuesOf(schema)) },
    );
    fc.assert(
      fc.property(values, (value) => {
        expect(validate(schema, value).length === 0).toBe(accepts(value));
      }),
      { numRuns: 60 },
    );
  });

  it('judges any schema of its keywords as ajv does', () => {
    const ajv = createAjv();
    fc.assert(
      fc.property(anySchema, fc.context(), (schema, context) => {
        const accepts = compileWith(ajv, schema);
        for (const value of fc.sample(fc.oneof(spoilt(valuesOf(schema)), anything), 5)) {
          context.log(JSON.stringify(value));
          expect(validate(schema, value).length === 0).toBe(accepts(value));
        }
      }),
      { numRuns: 400 },
    );
  });

  it('has quick forms that answer whether something is wrong, with an answer and with a document', () => {
    const isOfFormat = (format: string, text: string) => formatRules[format]?.(text) === undefined;
    const agree = (schema: ObjectSchema, value: unknown) => {
      const lenient = validate(schema, value, { unknownMembers: 'allow', formats: 'skip' });
      expect(fits(schema, value)).toBe(lenient.length === 0);
      expect(fitsStrictly(schema, value, isOfFormat)).toBe(validate(schema, value).length === 0);
    };
    const any = anySchema.chain((schema) =>
      fc.tuple(fc.constant(schema), fc.oneof(spoilt(valuesOf(schema)), valuesOf(schema), anything)),
    );
    fc.assert(
      fc.property(any, ([schema, value]) => agree(schema, value)),
      { numRuns: 2000 },
    );
    for (const [, schema] of schemas) {
      fc.assert(
        fc.property(fc.oneof(spoilt(valuesOf(schema)), valuesOf(schema)), (value) => agree(schema, value)),
        { numRuns: 50 },
      );
    }
  });

  it('takes every example of the contract', () => {
    for (const { operation } of catalogue) {
      for (const { body } of operation.examples) {
        if (body !== undefined) expect(validate(operation.body ?? false, body)).toEqual([]);
      }
    }
  });

  it('lets unknown members be where it is told to', () => {
    const schema = {
      type: 'object',
      additionalProperties: false,
      properties: { a: { type: 'string' } },
    } as const;
    expect(validate(schema, { a: '', b: 1 }, { unknownMembers: 'allow' })).toEqual([]);
    expect(validate(schema, { a: 1, b: 1 }, { unknownMembers: 'allow' })).toHaveLength(1);
  });

  it('hands over the strings whose format needs a library, with their places', () => {
    const schema = {
      type: 'object',
      properties: {
        deny: { type: 'array', items: { type: 'string', format: 're2' } },
        policy: { type: 'string', format: 'traffic-policy' },
      },
    } as const;
    const seen: unknown[] = [];
    validate(schema, { deny: ['a', 'b'], policy: '' }, { onFormat: (...call) => seen.push(call) });
    expect(seen).toEqual([
      ['re2', 'a', ['deny', 0]],
      ['re2', 'b', ['deny', 1]],
      ['traffic-policy', '', ['policy']],
    ]);
  });
});

describe('a problem', () => {
  const person = {
    type: 'object',
    additionalProperties: false,
    required: ['name'],
    properties: {
      name: { type: 'string', minLength: 1, 'x-max-bytes': 6 },
      nick: { type: 'string', minLength: 2, maxLength: 3 },
      age: { type: 'integer', minimum: 1, maximum: 9 },
      size: { type: 'number' },
      kind: { type: 'string', enum: ['cat', 'dog'], 'x-any-case': true },
      version: { const: 2 },
      code: { type: 'string', pattern: '^[a-z]$' },
      acl: { type: 'array', minItems: 1, maxItems: 2, items: { type: 'string', format: 'acl-rule' } },
      home: {
        type: 'object',
        additionalProperties: false,
        minProperties: 1,
        maxProperties: 1,
        properties: { cave: { type: 'string' }, tree: { type: ['string', 'null'] } },
      },
      tags: { type: 'object', maxProperties: 2, additionalProperties: { type: 'string' } },
      nothing: { type: 'object', additionalProperties: false, properties: {} },
    },
  } as const satisfies Schema;

  it.each([
    [{}, 'missing', 'name', 'name is required'],
    [[], 'invalid', '', 'must be an object, not a list'],
    [null, 'invalid', '', 'must be an object, not null'],
    [{ name: '' }, 'invalid', 'name', 'name must not be empty'],
    [{ name: 7 }, 'invalid', 'name', 'name must be a string, not a whole number'],
    [{ name: null }, 'invalid', 'name', 'name must be a string, not null'],
    [{ name: 'éééé' }, 'invalid', 'name', 'name is 8 bytes long; at most 6 are allowed'],
    [{ name: 'a', nick: 'a' }, 'invalid', 'nick', 'nick must have at least 2 characters'],
    [{ name: 'a', nick: '😀😀😀😀' }, 'invalid', 'nick', 'nick must have at most 3 characters'],
    [{ name: 'a', age: 0 }, 'invalid', 'age', 'age must be at least 1'],
    [{ name: 'a', age: 10 }, 'invalid', 'age', 'age must be at most 9'],
    [{ name: 'a', age: 1.5 }, 'invalid', 'age', 'age must be a whole number, not a number'],
    [{ name: 'a', size: 'a' }, 'invalid', 'size', 'size must be a number, not a string'],
    [{ name: 'a', kind: 'cow' }, 'invalid', 'kind', 'kind: "cow" is not one of "cat", "dog"'],
    [{ name: 'a', version: 1 }, 'invalid', 'version', 'version must be 2'],
    [{ name: 'a', code: 'A' }, 'invalid', 'code', 'code must match ^[a-z]$'],
    [{ name: 'a', acl: [] }, 'invalid', 'acl', 'acl must have at least 1 item'],
    [{ name: 'a', acl: ['*', '*', '*'] }, 'invalid', 'acl', 'acl has 3 items; at most 2 are allowed'],
    [{ name: 'a', acl: ['*', 7] }, 'invalid', 'acl[1]', 'acl[1] must be a string, not a whole number'],
    [
      { name: 'a', acl: ['allow:x'] },
      'invalid',
      'acl[0]',
      'acl[0]: "allow:x" is not a bind rule; write bind:<target>, for example bind:*.example.com',
    ],
    [{ name: 'a', home: {} }, 'invalid', 'home', 'home must have exactly one of cave, tree'],
    [
      { name: 'a', home: { cave: 1 } },
      'invalid',
      'home.cave',
      'home.cave must be a string, not a whole number',
    ],
    [
      { name: 'a', home: { tree: 1 } },
      'invalid',
      'home.tree',
      'home.tree must be a string or null, not a whole number',
    ],
    [
      { name: 'a', home: { hole: '' } },
      'unknown',
      'home.hole',
      'home.hole: "hole" is not a member of home; supported: cave, tree',
    ],
    [{ name: 'a', tags: { a: '', b: '', c: '' } }, 'invalid', 'tags', 'tags must have from 0 to 2 members'],
    [{ name: 'a', tags: { a: true } }, 'invalid', 'tags.a', 'tags.a must be a string, not a boolean'],
    [
      { name: 'a', nothing: { a: 1 } },
      'unknown',
      'nothing.a',
      'nothing.a: "a" is not a member of nothing; it takes none',
    ],
    [
      { name: 'a', first: 1 },
      'unknown',
      'first',
      /^first: "first" is not a member of the body; supported: name, nick, /,
    ],
  ])('of %j says what is wrong and where', (value, kind, path, sentence) => {
    const [problem] = validate(person, value);
    expect(problem?.kind).toBe(kind);
    expect(formatPath(problem?.path ?? [])).toBe(path);
    expect(formatProblem(problem ?? { path: [], message: '' })).toMatch(sentence);
  });

  it('has a place that is cut when its names are long', () => {
    expect(formatPath(['tags', '😀'.repeat(5000), 3]).length).toBeLessThan(80);
  });
});

describe('the schemas of the contract', () => {
  it('use only keywords that validate enforces, and annotations', () => {
    const known = new Set([...keywords, ...Object.keys(annotations), 'title', 'description', 'default']);
    const unknown = new Set<string>();
    const visit = (schema: Schema) => {
      if (typeof schema === 'boolean') return;
      for (const keyword of Object.keys(schema)) if (!known.has(keyword)) unknown.add(keyword);
      for (const member of Object.values(schema.properties ?? {})) visit(member);
      if (schema.items !== undefined) visit(schema.items as Schema);
      if (schema.additionalProperties !== undefined) visit(schema.additionalProperties);
    };
    for (const [, schema] of schemas) visit(schema);
    expect([...unknown]).toEqual([]);
  });

  it('use only formats that somebody judges', () => {
    const known = new Set([...Object.keys(formatRules), ...libraryFormats]);
    const visit = (schema: Schema): string[] => {
      if (typeof schema === 'boolean') return [];
      const inner = [
        ...Object.values(schema.properties ?? {}),
        schema.items ?? true,
        schema.additionalProperties ?? true,
      ];
      return [
        ...(schema.format === undefined ? [] : [schema.format]),
        ...inner.flatMap((one) => visit(one as Schema)),
      ];
    };
    for (const { operation } of catalogue) {
      for (const format of visit(operation.body ?? true)) expect(known).toContain(format);
    }
    // Absolute URIs are made by the service alone.
    for (const [, schema] of schemas)
      for (const format of visit(schema)) expect([...known, ...policyFormats, 'uri']).toContain(format);
  });

  it('are valid JSON Schemas of draft 2020-12', () => {
    const ajv = createAjv();
    for (const [what, schema] of schemas) expect(ajv.validateSchema(schema as object), what).toBe(true);
  });
});
