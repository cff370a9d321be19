import type { CatalogueEntry } from '../../contract/index.ts';
import { isRepeatable, pathParameters, type Resource } from '../../contract/schema/resource.ts';
import { fieldError, usageError } from '../errors/cli-error.ts';
import { longest } from '../input/longest.ts';
import { decodeText, type StdinReader } from '../input/named-file.ts';
import { type ArgumentDefinition, argument, restArguments } from '../parser/options.ts';
import { hinted } from '../parser/value-types.ts';
import { commandWords } from '../words/command-words.ts';
import { kebab } from './flags.ts';

/** Values of the members of a path, by their names there. */
export type PathValues = Readonly<Record<string, string>>;

/** What has a path to fill in. */
type Addressed = Pick<CatalogueEntry, 'resource' | 'operation'>;

/** What the arguments of a command name. */
export interface Targets {
  /** One for each object; each lacks what is missing. */
  readonly values: readonly PathValues[];
  /** Members of the path that no argument was given for. */
  readonly missing: readonly string[];
  /** Whether many were asked for, however many there are: output is a list, and a failure does not end it. */
  readonly isBatch: boolean;
}

/** The arguments of an operation as help shows them: `<edge-id> <route-id...>`. */
export function targetUsage(entry: Addressed): string {
  const usage = argumentUsage(entry);
  return isRepeatable(entry.operation) ? usage.replace(/>$/, '...>') : usage;
}

/** The members of the path as arguments, in its order; the last one many times where that makes sense. */
export function targetArgument({ resource, operation }: Addressed): Record<string, ArgumentDefinition> {
  const names = pathParameters(operation);
  return Object.fromEntries(
    names.map((parameter, position) => {
      const { description = '', refersTo } = resource.parameters?.[parameter] ?? {};
      const isMany = position === names.length - 1 && isRepeatable(operation);
      const hint = refersTo === undefined ? {} : { source: refersTo };
      const name = argumentName(resource, parameter);
      // Not required for the parser: whoever is at a terminal is asked for it.
      const taken = isMany
        ? restArguments(
            `[${name}...]`,
            `${description}; several, or - for those on stdin, one per line`,
            hinted(hint),
          )
        : argument(`[${name}]`, description, hinted(hint));
      return [parameter, { ...taken, isRequired: true }];
    }),
  );
}

/** Reads them. Repeated ids count once. Throws a CliError. */
export async function readTargets(
  { resource, operation }: CatalogueEntry,
  args: readonly string[],
  stdin: StdinReader,
): Promise<Targets> {
  const names = pathParameters(operation);
  const last = names.at(-1);
  if (last === undefined) return { values: [{}], missing: [], isBatch: false };
  const outer = names.slice(0, -1);
  const around = Object.fromEntries(outer.slice(0, args.length).map((name, i) => [name, args[i] ?? '']));
  const missing = names.slice(args.length);
  const given = args.slice(outer.length);
  if (given.length === 0) return { values: [around], missing, isBatch: false };
  const isFromStdin = isRepeatable(operation) && given.includes('-');
  const argument = argumentName(resource, last);
  if (isFromStdin && given.length > 1) {
    throw usageError(`<${argument}> - takes them from stdin; give it alone`, { field: `<${argument}>` });
  }
  const ids = isFromStdin ? await readIds(`<${argument}> -`, stdin) : given;
  return {
    values: [...new Set(ids)].map((id) => ({ ...around, [last]: id })),
    missing,
    isBatch: isFromStdin || given.length > 1,
  };
}

async function readIds(taker: string, stdin: StdinReader): Promise<string[]> {
  const text = decodeText(taker, 'stdin', await stdin.read(taker, longest.document));
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Refuses to go on without what is missing. @param command that takes it, where it is not the operation's own */
export function requireTargets(
  { missing }: Pick<Targets, 'missing'>,
  entry: CatalogueEntry,
  command = commandWords(entry),
): void {
  const [first] = missing;
  if (first === undefined) return;
  const field = `<${argumentName(entry.resource, first)}>`;
  throw fieldError(field, 'is required', { hint: `${command} --help shows what it takes` });
}

/** What the command line calls a member of a path: `edge-id`. */
export function argumentName(resource: Resource, parameter: string): string {
  return kebab(resource.parameters?.[parameter]?.name ?? parameter);
}

/** The arguments of an operation as help shows them: `<edge-id> <route-id>`. */
export function argumentUsage({ resource, operation }: Addressed): string {
  return pathParameters(operation)
    .map((name) => `<${argumentName(resource, name)}>`)
    .join(' ');
}

/** The members of the path as arguments for one object, in its order. Whoever is at a terminal is asked for them. */
export function pathArguments({ resource, operation }: Addressed): Record<string, ArgumentDefinition> {
  return Object.fromEntries(
    pathParameters(operation).map((name) => {
      const { description = '', refersTo } = resource.parameters?.[name] ?? {};
      const hint = refersTo === undefined ? {} : { source: refersTo };
      const taken = argument(`[${argumentName(resource, name)}]`, description, hinted(hint));
      return [name, { ...taken, isRequired: true }];
    }),
  );
}

/** What such arguments name. @param given by the names of the path's members */
export function pathTargets({ operation }: Addressed, given: Readonly<Record<string, unknown>>): Targets {
  const names = pathParameters(operation);
  const values = names.flatMap((name) => (given[name] === undefined ? [] : [[name, String(given[name])]]));
  return {
    values: [Object.fromEntries(values)],
    missing: names.filter((name) => given[name] === undefined),
    isBatch: false,
  };
}
