import type { Document, Node, ParsedNode } from 'yaml';
import { utf8Length } from '../rules/bytes.ts';
import { ProblemError, quote } from '../rules/rule.ts';
import type { ValuePath } from '../schema/validate.ts';

const MAX_DEPTH = 32;
// The parser's stack holds up to three entries for each level of the document.
const MAX_STACK = 100;

/** How large a document may be. */
export interface YamlLimits {
  readonly maxBytes: number;
  /** Words, marks and spaces together: what reading takes its time for. */
  readonly maxLexemes: number;
}

/** A document read from text: its value, and where in the text its parts stand. */
export interface YamlDocument {
  readonly value: unknown;
  /** The line, from 1, of the part that the path leads to, or of the nearest part around it. */
  readonly lineOf: (path: ValuePath) => number;
}

/** A place in a text: line and column, each from 1, columns in UTF-16 units as editors count. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/** The same of one text as a whole, which knows columns, too. */
export interface PlacedYamlDocument extends YamlDocument {
  readonly placeOf: (path: ValuePath) => TextPlace;
}

/** What is wrong with a text, and where. The message names the line. */
export class YamlProblem extends ProblemError {
  readonly line: number;
  readonly column: number;
  /** A problem sentence without the line. */
  readonly problem: string;

  constructor({ line, column }: TextPlace, problem: string) {
    super(`line ${line}: ${problem}`);
    this.line = line;
    this.column = column;
    this.problem = problem;
  }
}

/** The library, given from outside: the contract loads nothing. */
type Yaml = typeof import('yaml');

/**
 * The parser for what people write: one document of YAML 1.2 or JSON, at most 32 levels deep. Refused are
 * repeated keys, keys that are not text, aliases, tags, directives and merge keys: each lets a short text mean
 * something large or something else than it seems to. It throws a YamlProblem, or a ProblemError for a text
 * that is too long.
 * @param yaml the library; whoever calls decides when to load it
 */
export function createYamlParser(yaml: Yaml): (text: string, limits: YamlLimits) => PlacedYamlDocument {
  return (text, limits) => parseYaml(yaml, text, limits, 'one')[0] as PlacedYamlDocument;
}

/** The same for a text of several documents, in their order; those that hold nothing do not count. */
export function createYamlStreamParser(yaml: Yaml): (text: string, limits: YamlLimits) => YamlDocument[] {
  return (text, limits) => parseYaml(yaml, text, limits, 'many').filter(({ value }) => value !== null);
}

function parseYaml(
  yaml: Yaml,
  text: string,
  { maxBytes, maxLexemes }: YamlLimits,
  count: 'one' | 'many',
): PlacedYamlDocument[] {
  if (utf8Length(text) > maxBytes) throw new ProblemError(`must be at most ${maxBytes} bytes`);
  const lines = new yaml.LineCounter();
  lines.addNewLine(0);
  const placeAt = (offset: number): TextPlace => {
    const { line, col } = lines.linePos(offset);
    return { line, column: col };
  };
  const refuse = (offset: number, problem: string): never => {
    throw new YamlProblem(placeAt(offset), problem);
  };
  return compose(yaml, text, { lines, maxLexemes, count, refuse }).map(({ contents }) => {
    const placeOf = (path: ValuePath) => placeAt(findOffset(yaml, contents, path));
    return { value: toValue(yaml, contents, 0, refuse), lineOf: (path) => placeOf(path).line, placeOf };
  });
}

type Refuse = (offset: number, problem: string) => never;

interface Reading {
  readonly lines: InstanceType<Yaml['LineCounter']>;
  readonly maxLexemes: number;
  readonly count: 'one' | 'many';
  readonly refuse: Refuse;
}

/**
 * The library in its three stages, because composing calls itself for each level, and a document deep enough
 * to meet the end of the stack can end the whole process. The stage before it does not, and shows its depth.
 */
function compose(yaml: Yaml, text: string, { lines, maxLexemes, count, refuse }: Reading) {
  const parser = new yaml.Parser(lines.addNewLine);
  const tokens = [];
  let offset = 0;
  let lexemes = 0;
  for (const lexeme of new yaml.Lexer().lex(text)) {
    for (const token of parser.next(lexeme)) tokens.push(token);
    offset += lexeme.length;
    lexemes += 1;
    if (parser.stack.length > MAX_STACK) refuse(offset, `is nested more than ${MAX_DEPTH} levels deep`);
    if (lexemes > maxLexemes) refuse(offset, 'has too many parts');
  }
  for (const token of parser.end()) tokens.push(token);

  const composer = new yaml.Composer({ version: '1.2', schema: 'core', merge: false, uniqueKeys: false });
  const documents: Document.Parsed[] = [];
  for (const document of composer.compose(tokens, true, text.length)) {
    if (count === 'one' && documents.length > 0) {
      refuse(document.range[0], 'must be one document, not several');
    }
    const [problem] = [...document.errors, ...document.warnings];
    if (problem) refuse(problem.pos[0], `is neither JSON nor YAML: ${lowerFirst(problem.message)}`);
    if (document.directives.yaml.explicit === true) refuse(0, 'must not have a %YAML directive');
    documents.push(document);
  }
  return documents.length > 0 ? documents : refuse(0, 'is empty');
}

function toValue(yaml: Yaml, node: ParsedNode | null, depth: number, refuse: Refuse): unknown {
  if (node === null) return null;
  const start = node.range[0];
  if (yaml.isAlias(node)) return refuse(start, `must not have aliases such as ${quote(`*${node.source}`)}`);
  if (node.tag !== undefined) refuse(start, `must not have tags such as ${quote(node.tag)}`);
  if (yaml.isScalar(node)) return node.value;
  if (depth >= MAX_DEPTH) refuse(start, `is nested more than ${MAX_DEPTH} levels deep`);
  if (yaml.isSeq(node)) return node.items.map((item) => toValue(yaml, item as ParsedNode, depth + 1, refuse));

  const members = new Map<string, unknown>();
  for (const { key, value } of node.items as { key: ParsedNode; value: ParsedNode | null }[]) {
    const at = key?.range[0] ?? start;
    const name = yaml.isScalar(key) && key.tag === undefined ? key.value : undefined;
    if (typeof name !== 'string') return refuse(at, 'has a key that is not text; put it in quotes');
    if (name === '<<') refuse(at, 'must not have merge keys');
    if (members.has(name)) refuse(at, `has the key ${quote(name)} twice`);
    members.set(name, toValue(yaml, value, depth + 1, refuse));
  }
  // Defines what is named, even __proto__, as a member of its own.
  return Object.fromEntries(members);
}

function findOffset(yaml: Yaml, contents: Node | null, path: ValuePath): number {
  let node: unknown = contents;
  let offset = contents?.range?.[0] ?? 0;
  for (const step of path) {
    let place: unknown;
    if (yaml.isSeq(node)) {
      node = place = node.items[step as number];
    } else if (yaml.isMap(node)) {
      const pair = node.items.find(({ key }) => yaml.isScalar(key) && key.value === step);
      place = pair?.key;
      node = pair?.value;
    }
    if (!yaml.isNode(place)) return offset;
    offset = place.range?.[0] ?? offset;
  }
  return offset;
}

function lowerFirst(message: string): string {
  return message.charAt(0).toLowerCase() + message.slice(1).replace(/\.$/, '');
}
