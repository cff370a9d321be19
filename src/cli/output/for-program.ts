import type { GlobalOptions } from '../parser/global-options.ts';
import { effectiveSettings } from '../settings/effective-settings.ts';
import type { Streams } from '../streams.ts';
import { formats } from './formats.ts';

/** Whether a program reads the output: nothing is said beside it, and failures are objects. */
export function isForProgram(options: GlobalOptions, streams: Streams): boolean {
  return formats[effectiveSettings(options, streams).get('output')?.value ?? 'table'].isStructured;
}
