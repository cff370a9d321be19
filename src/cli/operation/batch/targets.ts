import type { Command } from 'commander';
import type { CatalogueEntry } from '../../../contract/index.ts';
import { isRepeatable, pathParameters } from '../../../contract/schema/resource.ts';
import { UsageError } from '../../errors/usage-error.ts';
import type { StdinReader } from '../../input/stdin-reader.ts';
import { decodeText } from '../../input/text-source.ts';
import { argumentName, argumentUsage } from '../operation-arguments.ts';

/** Values of the members of a path, by their names there. */
export type PathValues = Readonly<Record<string, string>>;

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
export function targetUsage(entry: Pick<CatalogueEntry, 'resource' | 'operation'>): string {
  const usage = argumentUsage(entry);
  return isRepeatable(entry.operation) ? usage.replace(/>$/, '...>') : usage;
}

/** Takes the members of the path as arguments, in its order; the last one many times where that makes sense. */
export function addTargets(command: Command, entry: CatalogueEntry): void {
  const { resource, operation } = entry;
  const names = pathParameters(operation);
  for (const [position, parameter] of names.entries()) {
    const isMany = position === names.length - 1 && isRepeatable(operation);
    const description = resource.parameters?.[parameter]?.description ?? '';
    // Not required for the parser: whoever is at a terminal is asked for it.
    command.argument(
      `[${argumentName(resource, parameter)}${isMany ? '...' : ''}]`,
      isMany ? `${description}; several, or - for those on stdin, one a line` : description,
    );
  }
  command.usage(['[options]', targetUsage(entry)].join(' ').trimEnd());
}

/** Reads them. Repeated ids count once. Throws a UsageError. */
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
    throw new UsageError(`<${argument}> - takes them from stdin; give it alone`);
  }
  const ids = isFromStdin ? await readIds(`<${argument}> -`, stdin) : given;
  return {
    values: [...new Set(ids)].map((id) => ({ ...around, [last]: id })),
    missing,
    isBatch: isFromStdin || given.length > 1,
  };
}

async function readIds(taker: string, stdin: StdinReader): Promise<string[]> {
  const text = decodeText(taker, 'stdin', await stdin.read(taker));
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Refuses to go on without what is missing. @param command the words that run the operation */
export function requireTargets({ missing }: Targets, { resource }: CatalogueEntry, command: string): void {
  const [first] = missing;
  if (first === undefined) return;
  throw new UsageError(
    `<${argumentName(resource, first)}> is required`,
    `${command} --help shows what it takes`,
  );
}
