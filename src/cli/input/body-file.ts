import { protocol } from '../../contract/http/protocol.ts';
import { createYamlParser, type YamlDocument } from '../../contract/policy/yaml-document.ts';
import { ProblemError } from '../../contract/rules/rule.ts';
import type { ValuePath } from '../../contract/schema/validate.ts';
import { UsageError } from '../errors/usage-error.ts';
import type { Streams } from '../streams.ts';
import type { Members } from './body-members.ts';
import type { StdinReader } from './stdin-reader.ts';
import { decodeText, readNamedFile } from './text-source.ts';

/** A request body as a file gives it. */
export interface BodyFile {
  readonly members: Members;
  /** `body.yml line 4`: where a member stands, or the nearest part around it. */
  placeOf(path: ValuePath): string;
}

// A body of 1 MiB in the densest form that says something: a list of short texts.
const limits = { maxBytes: protocol.maxBodyBytes, maxLexemes: 1_000_000 };

/**
 * Reads a whole body, YAML or JSON, from a file, or from stdin for `-`. Repeated keys and aliases are refused, and
 * so is what is larger than any request may be. Throws a UsageError naming the line; it never repeats a value.
 */
export async function readBodyFile(name: string, streams: Streams, stdin: StdinReader): Promise<BodyFile> {
  const flag = '--from-file';
  if (name === '') throw new UsageError(`${flag} names no file; write - for stdin`);
  const bytes = name === '-' ? await stdin.read(`${flag} -`) : readNamedFile(flag, name, streams);
  const called = name === '-' ? 'stdin' : name;
  const document = await parse(called, decodeText(flag, called, bytes));
  const { value } = document;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new UsageError(`${flag} ${called} must hold the members of the body: key: value, or a JSON object`);
  }
  return { members: value as Members, placeOf: (path) => `${called} line ${document.lineOf(path)}` };
}

async function parse(called: string, text: string): Promise<YamlDocument> {
  // A skeleton with nothing filled in.
  if (/^(?:[ \t]*(?:#.*)?(?:\r?\n|$))*$/.test(text)) return { value: {}, lineOf: () => 1 };
  const parseYaml = createYamlParser(await import('yaml'));
  try {
    return parseYaml(text, limits);
  } catch (error) {
    if (error instanceof ProblemError) throw new UsageError(`--from-file ${called} ${error.message}`);
    throw error;
  }
}
