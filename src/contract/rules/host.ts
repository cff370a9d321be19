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

/** Whether the text is four decimal bytes with dots, without leading zeros. */
export function isIpv4(text: string): boolean {
  const bytes = text.split('.');
  return (
    bytes.length === 4 && bytes.every((byte) => /^(?:0|[1-9]\d{0,2})$/.test(byte) && Number(byte) <= 255)
  );
}

/** The address in its canonical form (RFC 5952, without brackets), or undefined. Zones are refused. */
export function parseIpv6(text: string): string | undefined {
  if (!/^[0-9a-f:.]{2,45}$/i.test(text)) return undefined;
  try {
    return new URL(`http://[${text}]/`).hostname.slice(1, -1);
  } catch {
    return undefined;
  }
}

/** An address as a number, and how many bits addresses of its family have; undefined for what is none. */
export function parseIpAddress(text: string): { bits: 32 | 128; number: bigint } | undefined {
  if (isIpv4(text)) return { bits: 32, number: join(text.split('.').map(BigInt), 8n) };
  const canonical = parseIpv6(text);
  if (canonical === undefined) return undefined;
  // At most one run of zeros is left out, and no part is in dotted form.
  const [head = [], tail = []] = canonical
    .split('::')
    .map((half) => half.split(':').flatMap((group) => (group === '' ? [] : BigInt(`0x${group}`))));
  const zeros = Array<bigint>(8 - head.length - tail.length).fill(0n);
  return { bits: 128, number: join([...head, ...zeros, ...tail], 16n) };
}

/** Judges the mask of a network (RFC 4632 section 3.1): a number of bits, behind which the address has none set. */
export function checkMask(
  { bits, number }: { bits: 32 | 128; number: bigint },
  mask: string,
): string | undefined {
  if (!/^(0|[1-9]\d{0,2})$/.test(mask) || Number(mask) > bits) {
    return `has a network whose mask is not a number from 0 to ${bits}`;
  }
  const hostBits = BigInt(bits - Number(mask));
  if (number & ((1n << hostBits) - 1n)) {
    return `has a network with host bits set; for one address write it without a mask or with /${bits}`;
  }
  return undefined;
}

function join(parts: readonly bigint[], bits: bigint): bigint {
  return parts.reduce((number, part) => (number << bits) | part, 0n);
}
