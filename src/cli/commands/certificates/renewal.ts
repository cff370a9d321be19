import { ProblemError } from '../../../contract/rules/rule.ts';
import { type SshCertificate, validForever } from '../../../contract/rules/ssh/certificate.ts';
import { parseDuration } from '../../../contract/rules/time.ts';
import { UsageError } from '../../errors/usage-error.ts';

/** When a certificate is due to be renewed: so long before its end, or when so much of its validity has passed. */
export type RenewalPoint = { readonly seconds: number } | { readonly percent: number };

/** Reads `1h` or `75%`. Throws a UsageError. */
export function readRenewalPoint(flag: string, text: string): RenewalPoint {
  const percent = /^(\d{1,3})%$/.exec(text)?.[1];
  if (percent !== undefined) {
    if (Number(percent) <= 100) return { percent: Number(percent) };
    throw new UsageError(`${flag} ${text} is more than the whole; give 0% to 100%`);
  }
  try {
    return { seconds: parseDuration(text) };
  } catch (error) {
    throw error instanceof ProblemError
      ? new UsageError(`${flag} ${error.message}, or a share such as 75%`)
      : error;
  }
}

/** How a certificate stands at a time. */
export interface Renewal {
  readonly isDue: boolean;
  /** Seconds until it ends; negative afterwards, undefined for one that never ends. */
  readonly secondsLeft: number | undefined;
  /** Share of its validity that has passed, 0 to 100. */
  readonly percentPassed: number;
}

/** @param now milliseconds since 1970 */
export function judgeRenewal(
  { validAfter, validBefore }: Pick<SshCertificate, 'validAfter' | 'validBefore'>,
  point: RenewalPoint,
  now: number,
): Renewal {
  if (validBefore === validForever) return { isDue: false, secondsLeft: undefined, percentPassed: 0 };
  const [start, end] = [Number(validAfter), Number(validBefore)];
  const seconds = now / 1000;
  const secondsLeft = end - seconds;
  const passed = (100 * (seconds - start)) / (end - start);
  const percentPassed = secondsLeft <= 0 ? 100 : Math.min(100, Math.max(0, passed));
  const isDue = 'percent' in point ? percentPassed >= point.percent : secondsLeft <= point.seconds;
  return { isDue: isDue || secondsLeft <= 0, secondsLeft, percentPassed };
}
