import { ProblemError } from '../../contract/rules/rule.ts';
import { formatTimestamp, parseDuration } from '../../contract/rules/time.ts';
import type { Flag } from './flags.ts';

/**
 * Writes RFC 3339 times where a body has durations from now, in every member that holds a time: `8h` and `+8h` lie
 * ahead, `-5m` behind. What is neither stays as it is, for the check of the body to refuse.
 * @param now milliseconds since 1970
 */
export function resolveTimes(flags: readonly Flag[], body: Record<string, unknown>, now: number): void {
  for (const { path, schema } of flags) {
    if (schema.format !== 'date-time') continue;
    const place = path
      .slice(0, -1)
      .reduce<unknown>((value, step) => (value as Members | undefined)?.[step], body);
    const name = path.at(-1) ?? '';
    const text = (place as Members | undefined)?.[name];
    if (typeof text === 'string') (place as Members)[name] = resolveTime(text, now);
  }
}

type Members = Record<string, unknown>;

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
