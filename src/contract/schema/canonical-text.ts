import { isPlainUrl, parseEndpointUrl } from '../rules/endpoint-url.ts';
import { ProblemError } from '../rules/rule.ts';
import { parseSshPublicKey } from '../rules/ssh/public-key.ts';

/** By `format`: one spelling for all texts that mean the same. */
const spellings: Readonly<Record<string, (text: string) => string>> = {
  // As the service writes it: lower case, without the port that its scheme has anyway.
  'endpoint-url': (text) => (isPlainUrl(text) ? text : parseEndpointUrl(text).url),
  // The key alone, whatever comment stands beside it.
  'ssh-public-key': (text) => keyOnLine(text) ?? Buffer.from(parseSshPublicKey(text).blob).toString('base64'),
};

/** The key of the line that records show: whether it is a sound one takes a hundred times as long to find out. */
function keyOnLine(text: string): string | undefined {
  const base64 = /^(?:ssh|ecdsa)-[a-z0-9-]+ (AAAA[A-Za-z0-9+/]+={0,2})(?: |$)/.exec(text)?.[1];
  return base64 !== undefined && Buffer.from(base64, 'base64').toString('base64') === base64
    ? base64
    : undefined;
}

/** The spelling of a text of this `format` that all texts have which mean the same; undefined for what is no such text. */
export function canonicalText(format: string | undefined, text: string): string | undefined {
  const spell = spellings[format ?? ''];
  if (spell === undefined) return text;
  try {
    return spell(text);
  } catch (error) {
    if (error instanceof ProblemError) return undefined;
    throw error;
  }
}
