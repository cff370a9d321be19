import { protocol } from '../../contract/http/protocol.ts';
import { isDestructive, type Operation, type PageParameters } from '../../contract/schema/resource.ts';
import type { CommandContext } from '../context.ts';
import { fieldError } from '../errors/cli-error.ts';
import { inputFile, type NamedFile } from '../input/named-file.ts';
import { type OptionDefinitions, option, toggle, type ValuesOf } from '../parser/options.ts';
import { hinted, text, wholeNumber } from '../parser/value-types.ts';

/** How a command takes its input, and how far it goes with it. */
export interface InputChoices {
  /** The whole body. */
  readonly fromFile: NamedFile | undefined;
  /** Print a body to fill in, and do nothing else. */
  readonly skeleton: boolean;
  /** Do what takes something away without asking. */
  readonly yes: boolean;
  /** Do not fail for what is not there. */
  readonly ignoreNotFound: boolean;
  /** Show what a change changes, before it is sent. */
  readonly diff: boolean;
  /** Show the request instead of sending it: as it is, or as a command. */
  readonly preview: 'request' | 'curl' | undefined;
}

const place = { group: 'Input options:' };

/** To go ahead with what takes something away. */
export const yesOption = toggle(
  '-y, --yes',
  'do not ask for confirmation; required without a terminal',
  place,
);

export const inputOptions = {
  fromFile: option(
    '--from-file <file>',
    'take the whole body from YAML or JSON (- for stdin), also as a record was read; JSONL, a list or ' +
      'several documents are several; flags override them',
    inputFile,
    place,
  ),
  skeleton: toggle('--skeleton', 'print a body to fill in for --from-file', place),
  yes: yesOption,
  ignoreNotFound: toggle('--ignore-not-found', 'do not fail for what is not there any more', place),
  diff: toggle('--diff', 'show the old and the new of what changes; with --dry-run nothing else', place),
} as const satisfies OptionDefinitions;

/** Show a request instead of sending it. */
export const previewOptions = {
  dryRun: toggle('--dry-run', 'print the request without sending it; needs no account', place),
  curl: toggle('--curl', 'print the request as a curl command; needs no account', place),
} as const satisfies OptionDefinitions;

/** Those that mean something for an operation. */
export function inputOptionsOf(operation: Operation): OptionDefinitions {
  const hasMembers = Object.keys(operation.body?.properties ?? {}).length > 0;
  const { fromFile, skeleton, yes, ignoreNotFound, diff } = inputOptions;
  const changes = operation.method === 'PATCH' || operation.method === 'PUT';
  return {
    ...(hasMembers && { fromFile, skeleton }),
    ...(hasMembers && changes && { diff }),
    ...(isDestructive(operation) && { yes }),
    ...(isDestructive(operation) && !hasMembers && { ignoreNotFound }),
    ...previewOptions,
  };
}

/** What they were given. Throws a CliError. */
export function readInputChoices(
  given: Partial<ValuesOf<typeof inputOptions>> & ValuesOf<typeof previewOptions>,
): InputChoices {
  const { fromFile, skeleton = false, yes = false, ignoreNotFound = false, diff = false } = given;
  const preview = readPreview(given);
  if (diff && preview === 'curl')
    throw fieldError('--diff', 'has no place in a command to paste; leave out --curl');
  return { fromFile, skeleton, yes, ignoreNotFound, diff, preview };
}

export function readPreview({ dryRun, curl }: ValuesOf<typeof previewOptions>): InputChoices['preview'] {
  if (dryRun && curl) throw fieldError('--dry-run', 'and --curl both print the request; give one');
  if (dryRun) return 'request';
  return curl ? 'curl' : undefined;
}

/** Which part of a list is wanted. */
export interface Paging {
  /** How many items at most, over all pages. */
  readonly limit: number;
  /** Nobody asked for that limit: it is as much as a terminal shows at once. */
  readonly isLimitImplied: boolean;
  readonly place: PageParameters;
}

const { maxPageSize } = protocol;

/** Which part of a paged list. */
export const pagingOptions = {
  limit: option('--limit <number>', 'show at most this many', wholeNumber(1), {
    fallback: `all; ${maxPageSize} on a terminal`,
  }),
  all: toggle('--all', 'show all, on a terminal too'),
  pageSize: option(
    '--page-size <number>',
    `fetch this many per request, 1 to ${maxPageSize}`,
    wholeNumber(1, maxPageSize),
  ),
  beforeId: option('--before-id <id>', 'start after the item with this id, with the next older one', text),
} as const satisfies OptionDefinitions;

/** Those of one list: a record of it can be named to go on from. */
export function pagingOptionsOf({ path }: Operation): OptionDefinitions {
  const beforeId = { ...pagingOptions.beforeId, type: hinted({ source: path.slice(1) }) };
  return { ...pagingOptions, beforeId };
}

/**
 * What they were given. No page is larger than what is wanted in all, unless that is chosen from it. Throws a CliError.
 * @param isFiltered whether only some of the list is wanted
 */
export function readPaging(
  given: ValuesOf<typeof pagingOptions>,
  isFiltered: boolean,
  context: CommandContext,
): Paging {
  const { limit: asked, all, beforeId } = given;
  if (all && asked !== undefined) throw fieldError('--limit', 'and --all contradict each other; give one');
  const isLimitImplied = asked === undefined && !all && context.streams.stdoutIsTTY;
  const limit = asked ?? (isLimitImplied ? maxPageSize : Number.POSITIVE_INFINITY);
  const pageSize = given.pageSize ?? context.settings.get('page-size')?.value;
  const size = Math.min(isFiltered ? maxPageSize : limit, pageSize ?? maxPageSize);
  return {
    limit,
    isLimitImplied,
    place: {
      ...((pageSize !== undefined || size < maxPageSize) && { limit: size }),
      ...(beforeId !== undefined && { before_id: beforeId }),
    },
  };
}
