import { dirname } from 'node:path';
import { quote } from '../../../contract/rules/rule.ts';
import { isObject } from '../../../contract/schema/json-object.ts';
import { schemaAt } from '../../../contract/schema/member-path.ts';
import type { ObjectSchema, Schema } from '../../../contract/schema/schema.ts';
import type { ValuePath } from '../../../contract/schema/validate.ts';
import { readBounded } from '../../../files/read-file.ts';
import { systemProblem } from '../../errors/system-problem.ts';
import { longest } from '../../input/longest.ts';
import { filePath } from '../../input/named-file.ts';
import type { Streams } from '../../streams.ts';

/**
 * `${env:NAME}`, `${file:PATH}`, `${var:name}`; with two dollar signs it stands for itself. And what was meant as one:
 * in other letters, without an end, as GitHub Actions write it. No CEL of a policy looks like any of them.
 */
const reference =
  /\$(\$?)\{(?:(env|file|var):([^{}]*)\}|\{?\s*(?:envs?|files?|vars?)\s*:|\{\s*(?:env|secrets|vars)\s*\.)/gi;

/** Whether a text holds something that stands for something else. */
export function hasReference(text: string): boolean {
  return [...text.matchAll(reference)].some(([, escaped]) => escaped === '');
}

/** A text that stands for itself in a manifest, whatever is in it. */
export function escapeReferences(text: string): string {
  return text.replace(reference, (whole) => `$${whole}`);
}

/** What references of one file are read with. */
export interface ReferenceSources {
  readonly streams: Pick<Streams, 'env' | 'cwd'>;
  /** Of `--set`. */
  readonly variables: ReadonlyMap<string, string>;
  /** The file that they stand in, absolute; undefined for stdin. */
  readonly file: string | undefined;
  /** Whether there can be any; where not, the document is what it stands for. */
  readonly isNeeded?: boolean;
}

/** What comes of the references of a document. */
export interface Resolution {
  readonly value: unknown;
  /**
   * The same as it may be kept in a file: what the environment gave, and secrets, as references that are read again; all
   * else as it was found, and escaped.
   */
  readonly kept: unknown;
  readonly problems: readonly { readonly path: ValuePath; readonly message: string }[];
  /** Each value that the environment gave, by the reference to it, so that no output repeats it. */
  readonly hidden: ReadonlyMap<string, string>;
}

/**
 * Puts in place what the references of a document stand for. One that leads to nothing, or to nothing but an empty text,
 * is a problem: an unset variable must not make a right wider. Of a file one final line break is dropped, unless the
 * member holds a whole document.
 */
export function resolveReferences(value: unknown, schema: Schema, sources: ReferenceSources): Resolution {
  const problems: { path: ValuePath; message: string }[] = [];
  const hidden = new Map<string, string>();
  if (sources.isNeeded === false) return { value, kept: value, problems, hidden };
  const resolved = (text: string, path: ValuePath) => {
    let kept = '';
    let end = 0;
    const member = schemaAt(schema, path);
    const put = text.replace(
      reference,
      (whole, escaped: string, kind: Kind | undefined, name: string, at: number) => {
        kept += text.slice(end, at);
        end = at + whole.length;
        if (escaped !== '') {
          kept += whole;
          return whole.slice(1);
        }
        if (kind === undefined || kind !== kind.toLowerCase()) {
          const advice = 'write ${env:NAME}, ${file:PATH} or ${var:name}, or $${ for the text itself';
          problems.push({ path, message: `has ${quote(whole)}, which stands for nothing; ${advice}` });
          return whole;
        }
        const found = find(kind, name, { member, sources });
        if (typeof found !== 'string') {
          problems.push({ path, message: `refers to ${quote(whole)}: ${found.problem}` });
          return whole;
        }
        if (kind === 'env') hidden.set(found, whole);
        const isReadAgain = kind === 'env' || (kind === 'file' && member?.['x-secret'] === true);
        if (!isReadAgain) kept += escapeReferences(found);
        else kept += kind === 'file' ? `\${file:${filePath(name, placeOf(sources))}}` : whole;
        return found;
      },
    );
    return { put, kept: kept + text.slice(end) };
  };
  const walk = (here: unknown, path: ValuePath, form: 'put' | 'kept'): unknown => {
    if (typeof here === 'string') return here.includes('${') ? resolved(here, path)[form] : here;
    if (Array.isArray(here)) return here.map((item, i) => walk(item, [...path, i], form));
    if (!isObject(here)) return here;
    const entries = Object.entries(here);
    return Object.fromEntries(entries.map(([name, member]) => [name, walk(member, [...path, name], form)]));
  };
  const put = walk(value, [], 'put');
  const kept = problems.length > 0 ? undefined : walk(value, [], 'kept');
  return { value: put, kept, problems, hidden };
}

type Kind = 'env' | 'file' | 'var';

function find(
  kind: Kind,
  name: string,
  { member, sources }: { member: ObjectSchema | undefined; sources: ReferenceSources },
): string | { problem: string } {
  if (kind === 'file') return readFile(name, member, sources);
  const [text, what] =
    kind === 'env'
      ? [sources.streams.env[name], 'the environment has no such variable, or an empty one']
      : [sources.variables.get(name), `give it with --set ${name}=VALUE`];
  if (text === undefined || text === '') return { problem: what };
  return text.includes('\ufffd') ? { problem: 'it is not UTF-8 text' } : text;
}

/** Where relative names of files start from. */
function placeOf({ streams, file }: ReferenceSources): ReferenceSources['streams'] {
  return file === undefined ? streams : { ...streams, cwd: dirname(file) };
}

function readFile(
  name: string,
  member: ObjectSchema | undefined,
  sources: ReferenceSources,
): string | { problem: string } {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(
      readBounded(filePath(name, placeOf(sources)), longest.text),
    );
  } catch (error) {
    if (error instanceof TypeError) return { problem: 'it is not UTF-8 text' };
    return { problem: systemProblem(error) };
  }
  const isDocument = member?.['x-file'] !== undefined || member?.['x-document'] === true;
  const content = isDocument ? text : text.replace(/\r?\n$/, '');
  return content === '' ? { problem: 'the file is empty' } : content;
}
