import { ProblemError } from '../../../contract/rules/rule.ts';
import { parseDuration } from '../../../contract/rules/time.ts';
import { UsageError } from '../../errors/usage-error.ts';

/** Milliseconds of how long to wait: a duration such as `90s` or `5m`, or plain seconds. Throws a UsageError. */
export function readWaitTime(flag: string, text: string): number {
  try {
    return parseDuration(/^\d+$/.test(text) ? `${text}s` : text) * 1000;
  } catch (error) {
    throw error instanceof ProblemError ? new UsageError(`${flag} ${error.message}`) : error;
  }
}
