import { quote } from '../contract/rules/rule.ts';
import { InvalidRequestError } from './errors.ts';

/** Where the API is. The key goes to this origin and nowhere else. */
export interface BaseUrl {
  /** Scheme, host and port: `https://api.example.com`. */
  readonly origin: string;
  /** Path in front of every operation's path, without a trailing slash; mostly empty. */
  readonly prefix: string;
}

const EXAMPLE = 'for example https://api.example.com';

/** Reads a base URL: http or https, perhaps with a path. Throws an InvalidRequestError. */
export function parseBaseUrl(text: string): BaseUrl {
  const refuse = (problem: string) => new InvalidRequestError('base URL', problem);
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw refuse(`${quote(text)} is not a URL; write it with its scheme, ${EXAMPLE}`);
  }
  // What stands in front of the @ may be a password, so this message does not repeat the URL.
  if (url.username !== '' || url.password !== '') {
    throw refuse('must not hold a user name or password; the API takes an API key');
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw refuse(`${quote(text)} is not an http or https URL; write it with its scheme, ${EXAMPLE}`);
  }
  if (/[?#]/.test(text)) throw refuse(`${quote(text)} must not hold a query or a fragment`);
  return { origin: url.origin, prefix: url.pathname.replace(/\/+$/, '') };
}
