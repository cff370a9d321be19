import { isDestructive, type Operation } from '../../contract/schema/resource.ts';
import { usageError } from '../errors/cli-error.ts';
import { inputFile, type NamedFile } from '../input/named-file.ts';
import { type OptionDefinitions, option, toggle, type ValuesOf } from '../parser/options.ts';

/** How a command takes its input, and how far it goes with it. */
export interface InputChoices {
  /** The whole body. */
  readonly fromFile: NamedFile | undefined;
  /** Print a body to fill in, and do nothing else. */
  readonly skeleton: boolean;
  /** Do what takes something away without asking. */
  readonly yes: boolean;
  /** Show the request instead of sending it: as it is, or as a command. */
  readonly preview: 'request' | 'curl' | undefined;
}

const place = { group: 'Input options:' };

/** To go ahead with what takes something away. */
export const yesOption = toggle('-y, --yes', 'do not ask; required where nobody can be asked', place);

export const inputOptions = {
  fromFile: option(
    '--from-file <file>',
    'take the whole body from YAML or JSON (- for stdin); flags override it',
    inputFile,
    place,
  ),
  skeleton: toggle('--skeleton', 'print a body to fill in for --from-file', place),
  yes: yesOption,
} as const satisfies OptionDefinitions;

/** Show a request instead of sending it. */
export const previewOptions = {
  dryRun: toggle('--dry-run', 'print the request without sending it; needs no key', place),
  curl: toggle('--curl', 'print the request as a curl command', place),
} as const satisfies OptionDefinitions;

/** Those that mean something for an operation. */
export function inputOptionsOf(operation: Operation): OptionDefinitions {
  const hasMembers = Object.keys(operation.body?.properties ?? {}).length > 0;
  const { fromFile, skeleton, yes } = inputOptions;
  return {
    ...(hasMembers && { fromFile, skeleton }),
    ...(isDestructive(operation) && { yes }),
    ...previewOptions,
  };
}

/** What they were given. Throws a CliError. */
export function readInputChoices(
  given: Partial<ValuesOf<typeof inputOptions>> & ValuesOf<typeof previewOptions>,
): InputChoices {
  const { fromFile, skeleton = false, yes = false } = given;
  return { fromFile, skeleton, yes, preview: readPreview(given) };
}

export function readPreview({ dryRun, curl }: ValuesOf<typeof previewOptions>): InputChoices['preview'] {
  if (dryRun && curl) {
    throw usageError('--dry-run and --curl both print the request; give one', { field: '--dry-run' });
  }
  if (dryRun) return 'request';
  return curl ? 'curl' : undefined;
}
