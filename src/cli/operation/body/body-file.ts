import { protocol } from '../../../contract/http/protocol.ts';
import {
  createYamlStreamParser,
  type YamlDocument,
  type YamlLimits,
  YamlProblem,
} from '../../../contract/policy/yaml-document.ts';
import { utf8Length } from '../../../contract/rules/bytes.ts';
import { ProblemError } from '../../../contract/rules/rule.ts';
import type { ValuePath } from '../../../contract/schema/validate.ts';
import { fieldError } from '../../errors/cli-error.ts';
import { longest } from '../../input/longest.ts';
import type { NamedFile } from '../../input/named-file.ts';
import type { Members } from './request-body.ts';

/** A request body as a file gives it. */
export interface BodyDocument {
  readonly members: Members;
  /** `body.yml line 4`: where a member stands, or the nearest part around it. */
  placeOf(path: ValuePath): string;
}

/** What `--from-file` names: one body, or many of them. */
export interface BodyFile {
  /** As messages call it. */
  readonly name: string;
  readonly documents: readonly BodyDocument[];
  /** Whether it has the form of a list, however long it is: JSONL, a list, several documents, nothing at all. */
  readonly isMany: boolean;
}

// A body of 1 MiB in the densest form that says something: a list of short texts.
const oneBody: YamlLimits = { maxBytes: protocol.maxBodyBytes, maxLexemes: 1_000_000 };
// Read as a whole, unlike lines of JSON, of which there may be any number.
const manyBodies: YamlLimits = { maxBytes: 16 * protocol.maxBodyBytes, maxLexemes: 4_000_000 };

const flag = '--from-file';

/**
 * Reads bodies, YAML or JSON: one, or many as JSONL, as a list, as several YAML documents. Repeated keys and aliases
 * are refused, and so is a body that is larger than any request may be. Throws a CliError naming the line; it never
 * repeats a value.
 */
export async function readBodyFile(file: NamedFile): Promise<BodyFile> {
  const { name } = file;
  const text = await file.text(longest.document);
  // What found nothing prints nothing; it is no body of which all is left out.
  if (text.trim() === '') return { name, documents: [], isMany: true };
  // A skeleton with nothing filled in.
  if (/^(?:[ \t]*(?:#.*)?(?:\r?\n|$))*$/.test(text)) {
    return { name, documents: [{ members: {}, placeOf: () => `${name} line 1` }], isMany: false };
  }
  const read = createYamlStreamParser(await import('yaml'));
  const parse = (part: string, limits: YamlLimits, linesBefore = 0) =>
    named(name, linesBefore, () => read(part, limits));
  const lines = jsonLines(text);
  if (lines !== undefined) {
    const documents = lines.flatMap(({ line, before }) =>
      parse(line, oneBody, before).map((document) => bodyDocument(name, shift(document, before))),
    );
    return { name, documents, isMany: true };
  }
  const parsed = parse(text, manyBodies);
  const [only] = parsed;
  if (parsed.length !== 1 || Array.isArray(only?.value)) {
    return {
      name,
      documents: parsed.flatMap((document) => documentsIn(name, document)),
      isMany: true,
    };
  }
  named(name, 0, () => {
    if (utf8Length(text) > oneBody.maxBytes) {
      throw new ProblemError(`must be at most ${oneBody.maxBytes} bytes`);
    }
  });
  return { name, documents: parsed.map((document) => bodyDocument(name, document)), isMany: false };
}

/** The lines of JSONL, each with how many stand before it; undefined for what is written in another way. */
function jsonLines(text: string): { line: string; before: number }[] | undefined {
  const lines = text
    .split('\n')
    .map((line, before) => ({ line: line.trim(), before }))
    .filter(({ line }) => line !== '');
  const isJsonl = lines.length > 1 && lines.every(({ line }) => line.startsWith('{') && line.endsWith('}'));
  return isJsonl ? lines : undefined;
}

/** A list's items, or the document itself. */
function documentsIn(name: string, { value, lineOf }: YamlDocument): BodyDocument[] {
  if (!Array.isArray(value)) return [bodyDocument(name, { value, lineOf })];
  return value.map((item: unknown, position) =>
    bodyDocument(name, { value: item, lineOf: (path) => lineOf([position, ...path]) }),
  );
}

function bodyDocument(name: string, { value, lineOf }: YamlDocument): BodyDocument {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw fieldError(
      flag,
      `${name} line ${lineOf([])} must hold the members of the body: key: value, or a JSON object`,
    );
  }
  return { members: value as Members, placeOf: (path) => `${name} line ${lineOf(path)}` };
}

function shift({ value, lineOf }: YamlDocument, lines: number): YamlDocument {
  return { value, lineOf: (path) => lineOf(path) + lines };
}

function named<T>(name: string, linesBefore: number, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof YamlProblem) {
      throw fieldError(flag, `${name} line ${error.line + linesBefore}: ${error.problem}`);
    }
    if (!(error instanceof ProblemError)) throw error;
    const place = linesBefore === 0 ? name : `${name} line ${linesBefore + 1}`;
    throw fieldError(flag, `${place} ${error.message}`);
  }
}
