import { seenSetting } from '../settings/seen-settings.ts';
import type { Streams } from '../streams.ts';
import { formats } from './formats.ts';

/**
 * Whether errors are for a program: the output is json, jsonl or yaml, by option, environment or profile. It holds for
 * command lines that cannot be parsed too; a format that does not exist means text.
 */
export function wantsErrorObject(argv: readonly string[], streams: Streams): boolean {
  const format = seenSetting('output', argv, streams);
  return format !== undefined && formats[format].isStructured;
}
