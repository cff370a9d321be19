import { type YamlDocument, YamlProblem } from '../contract/policy/yaml-document.ts';
import { ProblemError } from '../contract/rules/rule.ts';
import type { ValuePath } from '../contract/schema/validate.ts';
import { DocumentError } from './problems.ts';
import { type DocumentPart, splitDocument } from './split-document.ts';
import { writtenItems, writtenLinesBefore, writtenMember } from './written-yaml.ts';
import { loadYamlParser } from './yaml-parser.ts';

const limits = { maxBytes: 16 * 1024 * 1024, maxLexemes: 16_000_000 };

/** From here on a document is read in parts, if it can be taken apart: in a fraction of the time. In UTF-16 units. */
const largeFrom = 16 * 1024;
const largest = 256 * 1024 * 1024;

/**
 * Reads a document, YAML or JSON: up to 16 MiB, and up to 256 MiB in the form that an export has.
 * @throws DocumentError naming the line
 */
export async function readDocument(name: string, text: string): Promise<YamlDocument> {
  if (text.length > largest) throw new DocumentError(`${name}:1: must be at most ${largest} bytes`);
  const parts = text.length < largeFrom ? undefined : splitDocument(text);
  const known = parts?.map(writtenPart);
  if (known?.every((part) => part !== undefined))
    return joinParts(known, (part, path) => lineInWritten(part, path));
  const parseYaml = await loadYamlParser();
  const parse = (part: string, linesBefore = 0): YamlDocument => {
    try {
      return parseYaml(part, limits);
    } catch (error) {
      if (error instanceof YamlProblem) {
        throw new DocumentError(`${name}:${linesBefore + error.line}: ${error.problem}`);
      }
      if (error instanceof ProblemError)
        throw new DocumentError(`${name}:${linesBefore + 1}: ${error.message}`);
      throw error;
    }
  };
  if (parts === undefined) return parse(text);
  const read = parts.map((part, i): ReadPart => {
    const written = known?.[i] ?? asWritten(part);
    return written ?? { part, value: parse(part.text(), linesBefore(part)).value };
  });
  // Whoever asks for many lines asks for those of one part after those of another.
  let last: { readonly part: DocumentPart; readonly document: YamlDocument } | undefined;
  return joinParts(read, ({ part }, path) => {
    if (last?.part !== part) last = { part, document: parse(part.text(), linesBefore(part)) };
    return linesBefore(part) + last.document.lineOf(path);
  });
}

/** A part of a document, and what stands in it. */
interface ReadPart {
  readonly part: DocumentPart;
  /** A list of items, or an object with the one member. */
  readonly value: unknown;
}

/** A part that stands exactly as it would be written as YAML. */
function writtenPart(part: DocumentPart): ReadPart | undefined {
  const value = part.first === undefined ? writtenMember(part.lines) : writtenItems(part.lines);
  return value === undefined ? undefined : { part, value };
}

function lineInWritten({ part, value }: ReadPart, path: ValuePath): number {
  return part.linesBefore + 1 + writtenLinesBefore(value, path);
}

/** @param lineOf the line of the document on which something of a part stands, by its path in the part */
function joinParts(
  read: readonly ReadPart[],
  lineOf: (part: ReadPart, path: ValuePath) => number,
): YamlDocument {
  const members = new Map<string, unknown>();
  for (const { part, value } of read) {
    const { member, first } = part;
    if (first === undefined) members.set(member, (value as Record<string, unknown>)[member]);
    else if (first === 0) members.set(member, value);
    else for (const item of value as unknown[]) (members.get(member) as unknown[]).push(item);
  }
  return {
    value: Object.fromEntries(members),
    lineOf(path) {
      const [member, position = 0, ...rest] = path;
      const ofMember = read.filter(({ part }) => part.member === member);
      const found = ofMember.findLast(
        ({ part: { first = 0 } }) => typeof position !== 'number' || first <= position,
      );
      if (found === undefined) return 1;
      const { first } = found.part;
      return lineOf(found, first === undefined ? path : [Number(position) - first, ...rest]);
    },
  };
}

/** How many lines of the document stand before the text of a part. */
function linesBefore(part: DocumentPart): number {
  return part.isJson ? part.linesBefore - 1 : part.linesBefore;
}

/**
 * A part that stands exactly as `JSON.stringify` writes it, for which the library takes ten times as long. Nothing is left
 * to find in it, repeated keys neither.
 */
function asWritten(part: DocumentPart): ReadPart | undefined {
  if (!part.isJson) return undefined;
  try {
    const text = part.text();
    const value: unknown = JSON.parse(text);
    const written = JSON.stringify(value, null, 2).split('\n');
    const lines = text.split('\n');
    const indent = text.startsWith('[') ? '  ' : '';
    const isSame =
      written.length === lines.length &&
      written.every((line, i) => line === lines[i] || (i > 0 && `${indent}${line}` === lines[i]));
    return isSame ? { part, value } : undefined;
  } catch {
    return undefined;
  }
}
