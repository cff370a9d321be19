import { quote } from './rule.ts';

/** RFC 1035 section 2.3.4: 255 octets on the wire are 253 characters without the closing dot. */
const MAX_NAME = 253;
const MAX_LABEL = 63;
const LABEL = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i;

/**
 * Judges a host name as RFC 952, 1035 and 1123 have it: labels of letters, digits and inner hyphens, either
 * letter case, at least `minLabels` of them, the last one not a number (it would read as an IPv4 address).
 * Without the closing dot. International names must be in punycode. Returns a problem sentence.
 */
export function checkDomainName(name: string, minLabels = 1): string | undefined {
  if (name === '') return 'the domain is empty';
  if (name.length > MAX_NAME) return `the domain is longer than ${MAX_NAME} characters`;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the ASCII range is what is asked for
  if (/[^\x00-\x7f]/.test(name)) return internationalName(name);
  if (name.endsWith('.')) return `the domain ${quote(name)} must not end with a dot`;

  const labels = name.split('.');
  for (const label of labels) {
    const problem = checkLabel(label, name);
    if (problem !== undefined) return problem;
  }
  if (/^\d+$/.test(labels.at(-1) ?? '')) return `${quote(name)} is not a domain: its last label is a number`;
  if (labels.length < minLabels) {
    return `the domain ${quote(name)} needs at least ${minLabels} labels, for example ${name}.example`;
  }
  return undefined;
}

/** The number of a port written in decimal without leading zeros, 1 to 65535, or undefined. */
export function parsePort(text: string): number | undefined {
  if (!/^[1-9]\d{0,4}$/.test(text)) return undefined;
  const port = Number(text);
  return port <= 65_535 ? port : undefined;
}

function checkLabel(label: string, name: string): string | undefined {
  if (label === '') return `the domain ${quote(name)} has an empty label`;
  if (label.length > MAX_LABEL) {
    return `the label ${quote(label)} of the domain is longer than ${MAX_LABEL} characters`;
  }
  if (label.includes('*')) return `the domain ${quote(name)} may have "*" only as its whole first label`;
  if (!LABEL.test(label)) {
    return `the label ${quote(label)} of the domain may hold only letters, digits and inner hyphens`;
  }
  if (/^xn--/i.test(label) && toAscii(label) === undefined) {
    return `the label ${quote(label)} of the domain is not valid punycode`;
  }
  return undefined;
}

function internationalName(name: string): string {
  const ascii = toAscii(name);
  const advice = ascii === undefined ? '' : `: ${ascii}`;
  return `the domain ${quote(name)} must be written in punycode${advice}`;
}

// WHATWG's URL is the one IDNA implementation in the platform that needs no import.
function toAscii(name: string): string | undefined {
  if (/[\s/?#@:\\%[\]]/.test(name)) return undefined;
  try {
    return new URL(`http://${name}/`).hostname;
  } catch {
    return undefined;
  }
}
