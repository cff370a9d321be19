import { type Command, Option } from 'commander';
import { isDestructive, type Operation } from '../../contract/schema/resource.ts';
import { UsageError } from '../errors/usage-error.ts';

/** How a command takes its input, and how far it goes with it. */
export interface InputOptions {
  /** File with the whole body; `-` for stdin. */
  readonly fromFile: string | undefined;
  /** Print a body to fill in, and do nothing else. */
  readonly skeleton: boolean;
  /** Do what takes something away without asking. */
  readonly yes: boolean;
  /** Show the request instead of sending it: as it is, or as a command. */
  readonly preview: 'request' | 'curl' | undefined;
}

const group = 'Input options:';

/** Offers them, as far as they mean something for the operation. */
export function addInputOptions(command: Command, operation: Operation): void {
  const hasMembers = Object.keys(operation.body?.properties ?? {}).length > 0;
  const offer = (flags: string, description: string) =>
    command.addOption(new Option(flags, description).helpGroup(group));
  if (hasMembers) {
    offer('--from-file <file>', 'take the whole body from YAML or JSON (- for stdin); flags override it');
    offer('--skeleton', 'print a body to fill in for --from-file');
  }
  if (isDestructive(operation)) offer('-y, --yes', 'do not ask; required where nobody can be asked');
  addPreviewOptions(command);
}

/** Offers to show a request instead of sending it. */
export function addPreviewOptions(command: Command): void {
  command
    .addOption(new Option('--dry-run', 'print the request without sending it; needs no key').helpGroup(group))
    .addOption(new Option('--curl', 'print the request as a curl command').helpGroup(group));
}

export function readInputOptions(command: Command): InputOptions {
  const { fromFile, skeleton, yes }: Given = command.opts();
  return {
    fromFile,
    skeleton: skeleton === true,
    yes: yes === true,
    preview: readPreview(command),
  };
}

export function readPreview(command: Command): InputOptions['preview'] {
  const { dryRun, curl }: Given = command.opts();
  if (dryRun && curl) throw new UsageError('--dry-run and --curl both print the request; give one');
  if (dryRun) return 'request';
  return curl ? 'curl' : undefined;
}

interface Given {
  readonly fromFile?: string;
  readonly skeleton?: true;
  readonly yes?: true;
  readonly dryRun?: true;
  readonly curl?: true;
}
