import { ProblemError, quote, type Rule } from './rule.ts';

/** Longer than what browsers and servers take; keeps one report from filling the store. */
const MAX_LENGTH = 8192;
const MAX_HOSTNAME = 253;

/**
 * An absolute http or https URL, as an abuse report names them (contract/README.md "Abuse report"). User names
 * are allowed, since phishing URLs carry them.
 */
export const checkWebUrl: Rule = (value) => {
  if (value.length > MAX_LENGTH) return `must be at most ${MAX_LENGTH} characters`;
  const advice = 'write an absolute http or https URL, for example https://example.com/page';
  // WHATWG's parser repairs these silently, and would then report a URL that nobody wrote.
  if (/[\s\p{Cc}\p{Cs}\\]/u.test(value)) {
    return `${echo(value)} holds white space, a backslash or a control character; ${advice}`;
  }
  if (!/^https?:\/\/[^/?#]/i.test(value)) return `${echo(value)} is not a web address; ${advice}`;
  if (readHostname(value) === undefined) return `${echo(value)} has no valid host; ${advice}`;
  return undefined;
};

/**
 * The host of a URL that `checkWebUrl` accepts: lower case, punycode, without port, IPv6 brackets and closing
 * dot. Throws a ProblemError for anything else.
 */
export function hostnameOf(url: string): string {
  const problem = checkWebUrl(url);
  const hostname = problem === undefined ? readHostname(url) : undefined;
  if (hostname === undefined) throw new ProblemError(problem ?? 'has no valid host');
  return hostname;
}

function readHostname(value: string): string | undefined {
  if (!URL.canParse(value)) return undefined;
  const { hostname } = new URL(value);
  if (hostname.startsWith('[')) return hostname.slice(1, -1);
  const name = hostname.endsWith('.') ? hostname.slice(0, -1) : hostname;
  return name.length > MAX_HOSTNAME || name.split('.').includes('') ? undefined : name;
}

// What stands before an @ may be a password.
function echo(value: string): string {
  return value.includes('@') ? 'the URL' : quote(value);
}
