import { ProblemError } from '../../../contract/rules/rule.ts';
import { type SshCertificate, validForever } from '../../../contract/rules/ssh/certificate.ts';
import { parseDuration } from '../../../contract/rules/time.ts';

/** When a certificate is due to be renewed: so long before its end, or when so much of its validity has passed. */
export type RenewalPoint = { readonly seconds: number } | { readonly percent: number };

/** Reads `1h` or `75%`. Throws a ProblemError. */
export function parseRenewalPoint(text: string): RenewalPoint {
  const percent = /^(\d{1,3})%$/.exec(text)?.[1];
  if (percent !== undefined) {
    if (Number(percent) <= 100) return { percent: Number(percent) };
    throw new ProblemError(`${text} is more than the whole; give 0% to 100%`);
  }
  try {
    return { seconds: parseDuration(text) };
  } catch (error) {
    throw error instanceof ProblemError
      ? new ProblemError(`${error.message}, or a share such as 75%`)
      : error;
  }
}

/** How a certificate stands at a time. */
interface Renewal {
  readonly isDue: boolean;
  /** Seconds until it ends; negative afterwards, undefined for one that never ends. */
  readonly secondsLeft: number | undefined;
  /** Share of its validity that has passed, 0 to 100. */
  readonly percentPassed: number;
}

/** @param now milliseconds since 1970 */
export function judgeRenewal(
  { validAfter, validBefore }: SshCertificate,
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

/** Where it stands, as `expires in 2h, 75% of its validity has passed`. */
export function describeRenewal({ secondsLeft, percentPassed }: Renewal): string {
  if (secondsLeft === undefined) return 'never expires';
  if (secondsLeft <= 0) return `expired ${formatSpan(-secondsLeft)} ago`;
  return `expires in ${formatSpan(secondsLeft)}, ${Math.floor(percentPassed)}% of its validity has passed`;
}

const units = [
  ['d', 86_400],
  ['h', 3600],
  ['m', 60],
  ['s', 1],
] as const;

/** The two largest units: `1d12h`, `45m`. */
function formatSpan(seconds: number): string {
  const first = Math.max(
    0,
    units.findIndex(([, size]) => seconds >= size),
  );
  let rest = Math.floor(seconds);
  const parts = units.slice(first, first + 2).map(([name, size]) => {
    const count = Math.floor(rest / size);
    rest -= count * size;
    return count === 0 ? '' : `${count}${name}`;
  });
  return parts.join('') || '0s';
}
