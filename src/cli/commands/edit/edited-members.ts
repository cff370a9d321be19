import { protocol } from '../../../contract/http/protocol.ts';
import { createYamlParser, type YamlLimits, YamlProblem } from '../../../contract/policy/yaml-document.ts';
import { ProblemError } from '../../../contract/rules/rule.ts';
import { isObject } from '../../../contract/schema/json-object.ts';
import { memberAt, schemaAt, setMember } from '../../../contract/schema/member-path.ts';
import type { Operation } from '../../../contract/schema/resource.ts';
import type { ObjectSchema, Schema } from '../../../contract/schema/schema.ts';
import { usageError } from '../../errors/cli-error.ts';
import { findProblems, sentenceInFile, supportedBeside } from '../../operation/body/body-check.ts';
import type { BodyDocument } from '../../operation/body/body-file.ts';
import { isChoice, type Members } from '../../operation/body/request-body.ts';
import type { Change } from '../../output/changes/format-changes.ts';

// Twice what a request may have: comments are none of it.
const limits: YamlLimits = { maxBytes: 2 * protocol.maxBodyBytes, maxLexemes: 1_000_000 };

/** Reads what somebody made of the document. Throws a CliError that names the line. */
export async function readDocument(text: string): Promise<BodyDocument> {
  const parse = createYamlParser(await import('yaml'));
  try {
    const { value, lineOf } = parse(text, limits);
    const placeOf: BodyDocument['placeOf'] = (path) => `line ${lineOf(path)}`;
    // All of it is commented out.
    if (value === null) return { members: {}, placeOf };
    if (!isObject(value)) throw usageError(`${placeOf([])}: must hold members, as name: value`);
    return { members: value, placeOf };
  } catch (error) {
    if (error instanceof YamlProblem) throw usageError(`line ${error.line}: ${error.problem}`);
    throw error instanceof ProblemError ? usageError(`the text ${error.message}`) : error;
  }
}

/** Whether nothing is left but comments. */
export function isEmptied(text: string): boolean {
  return /^(?:[ \t]*(?:#.*)?(?:\r?\n|$))*$/.test(text);
}

/** Those that requests know: a newer service may show others. */
export function knownMembers(schema: ObjectSchema, body: Members): Members {
  const known = Object.entries(body).flatMap(([name, value]) => {
    const member = schemaAt(schema, [name]);
    if (member === undefined) return [];
    const isInside = member.properties !== undefined && isObject(value);
    return [[name, isInside ? knownMembers(member, value) : value]];
  });
  return Object.fromEntries(known);
}

/** What is wanted: what was shown, with what stands in the document in its place. */
export function wantedMembers(schema: ObjectSchema, shown: Members, edited: Members): Members {
  const names = Object.keys(edited);
  // Another kind takes the place of the one that was shown.
  const isAnotherKind = isChoice(schema) && names.some((name) => edited[name] !== null);
  const kept = Object.entries(shown).filter(([name]) => !isAnotherKind || names.includes(name));
  const taken = Object.entries(edited).map(([name, value]) => {
    const member = schemaAt(schema, [name]);
    const before = shown[name];
    const isInside = member?.properties !== undefined && isObject(before) && isObject(value);
    return [name, isInside ? wantedMembers(member, before, value) : value];
  });
  return Object.fromEntries([...kept, ...taken]);
}

/** Judges what is wanted. What was there before is not judged anew. Throws a CliError with a line for each problem. */
export async function checkWanted(
  operation: Operation,
  wanted: Members,
  shown: Members,
  document: BodyDocument,
): Promise<void> {
  const found = await findProblems(operation, wanted);
  const problems = found.filter(
    ({ kind, path }) => kind !== 'invalid' || memberAt(wanted, path) !== memberAt(shown, path),
  );
  if (problems.length === 0) return;
  const hints = problems.flatMap((problem) => {
    if (problem.kind === 'unknown') return [supportedBeside(problem, operation.body ?? {})];
    return memberAt(wanted, problem.path) === null ? [nothingBehind] : [];
  });
  const hint = hints.length === 0 ? undefined : [...new Set(hints)].join('\n');
  throw usageError(problems.map((problem) => sentenceInFile(problem, document)).join('\n'), { hint });
}

const nothingBehind =
  'write "" for an empty text, [] for an empty list; remove the name to leave it as it is';

/** What a request says to have the changes made: no more than they are, or everything where it replaces all. */
export function requestBody({ method, body = {} }: Operation, wanted: Members, changes: readonly Change[]) {
  if (method === 'PUT') return wanted;
  const changed: Members = {};
  for (const { name } of changes) {
    const path = sentWhole(body, name.split('.'));
    setMember(changed, path, memberAt(wanted, path));
  }
  return changed;
}

/** The path as far as an object around it is one of several kinds: it is replaced by what a request has in its place. */
function sentWhole(schema: ObjectSchema, path: readonly string[]): readonly string[] {
  const choice = path.findIndex((_, depth) => {
    const around = schemaAt(schema, path.slice(0, depth));
    return depth > 0 && around !== undefined && isChoice(around);
  });
  return choice < 0 ? path : path.slice(0, choice);
}

/** All members that a body can have, those that are not set as undefined: compared, they are seen to have gone. */
export function everyMember(schema: ObjectSchema, body: Members): Members {
  const members = Object.entries<Schema>(schema.properties ?? {}).map(([name, member]) => {
    const value = body[name];
    const isInside = typeof member === 'object' && member.properties !== undefined && !isChoice(member);
    return [name, isInside && isObject(value) ? everyMember(member as ObjectSchema, value) : value];
  });
  return Object.fromEntries(members);
}
