import type { CommandContext } from '../context.ts';
import type { OutputFormat } from '../settings/known-settings.ts';
import { formats } from './formats.ts';

/** The format that holds for a command: option, environment, profile, settings, `table`. */
export function outputFormat({ settings }: Pick<CommandContext, 'settings'>): OutputFormat {
  return settings.get('output')?.value ?? 'table';
}

/** Whether a program reads the output: nothing is said beside it, and failures are objects. */
export function isForProgram(context: Pick<CommandContext, 'settings'>): boolean {
  return formats[outputFormat(context)].isStructured;
}
