import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { utf8Length } from '../../../src/contract/rules/bytes.ts';
import { formatRules, libraryFormats, policyFormats } from '../../../src/contract/schema/formats.ts';
import type { Schema } from '../../../src/contract/schema/schema.ts';

/** The standard validator, with our formats and keywords: what `validate` is held to. */
export function createAjv(): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, ownProperties: true });
  for (const [format, rule] of Object.entries(formatRules)) {
    ajv.addFormat(format, (value) => rule(value) === undefined);
  }
  for (const format of [...libraryFormats, ...policyFormats, 'uri']) ajv.addFormat(format, true);
  ajv.addKeyword({
    keyword: 'x-max-bytes',
    type: 'string',
    validate: (most: number, value: string) => utf8Length(value) <= most,
  });
  ajv.addKeyword({
    keyword: 'x-one-of',
    type: 'object',
    validate: (isChoice: boolean, value: object) =>
      !isChoice || Object.values(value).filter((member) => member !== null).length === 1,
  });
  ajv.addKeyword({
    keyword: 'x-any-case-enum',
    validate: (words: unknown[], value: unknown) =>
      words.includes(typeof value === 'string' ? value.toLowerCase() : value),
  });
  return ajv;
}

/** A validator of the schema by `ajv`, which knows no way to make `enum` lenient. */
export function compileWith(ajv: Ajv2020, schema: Schema): ValidateFunction {
  return ajv.compile(rewriteEnums(schema) as object);
}

export function rewriteEnums(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(rewriteEnums);
  if (typeof schema !== 'object' || schema === null) return schema;
  const members = Object.entries(schema).map(([name, value]) => [name, rewriteEnums(value)]);
  const { enum: words, ...rest } = Object.fromEntries(members);
  return rest['x-any-case'] === true ? { ...rest, 'x-any-case-enum': words } : Object.fromEntries(members);
}
