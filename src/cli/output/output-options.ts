import { type Command, Option } from 'commander';
import type { Operation } from '../../contract/schema/resource.ts';

/** What a command line says about its output besides the global options, as it was given. */
export interface OutputChoices {
  readonly columns?: string;
  readonly query?: string;
  readonly sortBy?: string;
  /** Tables and CSV name their columns. */
  readonly headers?: boolean;
  /** Looks again and again. */
  readonly watch?: true;
  /** Seconds between two looks. */
  readonly interval?: string;
}

const group = 'Output options:';

/** Offers what can be chosen about the output of an operation: nothing where it has none. */
export function addOutputOptions(command: Command, { method, list, returns }: Operation): void {
  if (list === undefined && returns === undefined) return;
  const add = (flags: string, description: string) =>
    command.addOption(new Option(flags, description).helpGroup(group));
  add('--columns <names>', 'show these alone, separated by commas: id,principal.id');
  add('--query <expression>', 'show what a JMESPath expression finds in the result');
  if (list) add('--sort-by <columns>', 'sort the whole list: url, or -created_at for the last first');
  add('--no-headers', 'leave out the line that names the columns');
  if (method !== 'GET') return;
  add('--watch', 'look again and again until Ctrl-C: redraws on a terminal, events with -o jsonl');
  add('--interval <seconds>', 'time between two looks of --watch, at least 0.5 (default: 2)');
}

/** Reads them. */
export function readOutputChoices(command: Command): OutputChoices {
  return command.opts();
}
