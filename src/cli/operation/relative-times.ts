import { ProblemError } from '../../contract/rules/rule.ts';
import { formatTimestamp, parseDuration } from '../../contract/rules/time.ts';
import { memberAt, setMember } from '../../contract/schema/member-path.ts';
import type { Flag } from './flags.ts';

/**
 * Writes RFC 3339 times where a body has durations from now, in every member that holds a time: `8h` and `+8h` lie
 * ahead, `-5m` behind. What is neither stays as it is, for the check of the body to refuse.
 * @param now milliseconds since 1970
 */
export function resolveTimes(flags: readonly Flag[], body: Record<string, unknown>, now: number): void {
  for (const { path, schema } of flags) {
    const text = schema.format === 'date-time' ? memberAt(body, path) : undefined;
    if (typeof text === 'string') setMember(body, path, resolveTime(text, now));
  }
}

function resolveTime(text: string, now: number): string {
  const [, sign, duration = ''] = /^([+-]?)((?:\d+[wdhms])+)$/.exec(text) ?? [];
  if (duration === '') return text;
  try {
    return formatTimestamp(now + parseDuration(duration) * (sign === '-' ? -1000 : 1000));
  } catch (error) {
    if (error instanceof ProblemError) return text;
    throw error;
  }
}
