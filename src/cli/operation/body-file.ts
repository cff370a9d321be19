import { protocol } from '../../contract/http/protocol.ts';
import { createYamlParser, type YamlDocument } from '../../contract/policy/yaml-document.ts';
import { ProblemError } from '../../contract/rules/rule.ts';
import type { ValuePath } from '../../contract/schema/validate.ts';
import { fieldError } from '../errors/cli-error.ts';
import type { NamedFile } from '../input/named-file.ts';
import type { Members } from './request-body.ts';

/** A request body as a file gives it. */
export interface BodyFile {
  readonly members: Members;
  /** `body.yml line 4`: where a member stands, or the nearest part around it. */
  placeOf(path: ValuePath): string;
}

// A body of 1 MiB in the densest form that says something: a list of short texts.
const limits = { maxBytes: protocol.maxBodyBytes, maxLexemes: 1_000_000 };

const flag = '--from-file';

/**
 * Reads a whole body, YAML or JSON. Repeated keys and aliases are refused, and so is what is larger than any request
 * may be. Throws a CliError naming the line; it never repeats a value.
 */
export async function readBodyFile(file: NamedFile): Promise<BodyFile> {
  const { name } = file;
  const document = await parse(name, await file.text());
  const { value } = document;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw fieldError(flag, `${name} must hold the members of the body: key: value, or a JSON object`);
  }
  return { members: value as Members, placeOf: (path) => `${name} line ${document.lineOf(path)}` };
}

async function parse(name: string, text: string): Promise<YamlDocument> {
  // A skeleton with nothing filled in.
  if (/^(?:[ \t]*(?:#.*)?(?:\r?\n|$))*$/.test(text)) return { value: {}, lineOf: () => 1 };
  const parseYaml = createYamlParser(await import('yaml'));
  try {
    return parseYaml(text, limits);
  } catch (error) {
    if (error instanceof ProblemError) throw fieldError(flag, `${name} ${error.message}`);
    throw error;
  }
}
