import { type YamlDocument, YamlProblem } from '../contract/policy/yaml-document.ts';
import { ProblemError } from '../contract/rules/rule.ts';
import type { ValuePath } from '../contract/schema/validate.ts';
import { DocumentError } from './problems.ts';
import { type DocumentPart, splitDocument } from './split-document.ts';
import { writtenItems } from './written-yaml.ts';
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
  if (text.length > largest) throw new DocumentError(`${name}:1: must be at most ${largest} bytes`);
  const parts = text.length < largeFrom ? undefined : splitDocument(text);
  return parts === undefined ? parse(text) : readParts(parts, parse);
}

type Parse = (text: string, linesBefore: number) => YamlDocument;

function readParts(parts: readonly DocumentPart[], parse: Parse): YamlDocument {
  const members = new Map<string, unknown>();
  for (const part of parts) {
    const { member, first, text } = part;
    const value = asWritten(text) ?? writtenItems(text) ?? parse(text, linesBeforeText(part)).value;
    if (first === undefined) members.set(member, (value as Record<string, unknown>)[member]);
    else if (first === 0) members.set(member, value);
    else (members.get(member) as unknown[]).push(...(value as unknown[]));
  }
  // Whoever asks for many lines asks for those of one part after those of another.
  let last: { readonly part: DocumentPart; readonly document: YamlDocument } | undefined;
  const parsePart = (part: DocumentPart): YamlDocument => {
    if (last?.part !== part) last = { part, document: parse(part.text, linesBeforeText(part)) };
    return last.document;
  };
  return { value: Object.fromEntries(members), lineOf: (path) => lineOf(parts, parsePart, path) };
}

/** In JSON, a list of one part begins a line before its first item. */
function linesBeforeText({ text, linesBefore }: DocumentPart): number {
  return text.startsWith('[') || text.startsWith('{') ? linesBefore - 1 : linesBefore;
}

/**
 * The value of a text that is exactly how `JSON.stringify` writes it, for which the library takes ten times as long.
 * Nothing is left to find in it, repeated keys neither.
 */
function asWritten(text: string): unknown {
  if (!text.startsWith('[') && !text.startsWith('{')) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    const written = JSON.stringify(value, null, 2).split('\n');
    const lines = text.split('\n');
    const indent = text.startsWith('[') ? '  ' : '';
    const isSame =
      written.length === lines.length &&
      written.every((line, i) => line === lines[i] || (i > 0 && `${indent}${line}` === lines[i]));
    return isSame ? value : undefined;
  } catch {
    return undefined;
  }
}

function lineOf(
  parts: readonly DocumentPart[],
  parsePart: (part: DocumentPart) => YamlDocument,
  path: ValuePath,
): number {
  const [member, position = 0, ...rest] = path;
  const ofMember = parts.filter((part) => part.member === member);
  const part = ofMember.findLast(({ first = 0 }) => typeof position !== 'number' || first <= position);
  if (part === undefined) return 1;
  const inside = part.first === undefined ? path : [Number(position) - part.first, ...rest];
  return linesBeforeText(part) + parsePart(part).lineOf(inside);
}
