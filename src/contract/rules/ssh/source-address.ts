import { parseIpAddress } from '../ip-address.ts';

/**
 * The value of the critical option `source-address`: addresses and networks with commas between them. The rule
 * is OpenSSH's `addr_match_cidr_list` (addrmatch.c), which refuses the whole certificate at log-in when one
 * element is wrong, so this says so beforehand. Stricter in one thing: addresses must be written in full, where
 * `getaddrinfo` would read `010.1` as 8.0.0.1. Answers a problem sentence or undefined.
 */
export function checkSourceAddress(value: string): string | undefined {
  for (const element of value.split(',')) {
    const problem = checkElement(element);
    if (problem) return problem;
  }
  return undefined;
}

function checkElement(element: string): string | undefined {
  if (element === '') return 'has an empty element; separate addresses with single commas';
  if (/\s/.test(element)) return 'has a space; separate addresses with commas alone';
  if (/[*?!]/.test(element)) return 'has a wildcard; write a network such as 10.0.0.0/8';
  if (element.includes('%')) return 'has a zone id, which OpenSSH refuses';
  const [address = '', mask, ...more] = element.split('/');
  const parsed = parseIpAddress(address);
  if (!parsed || more.length > 0)
    return 'is not a list of addresses or networks such as 192.0.2.7,2001:db8::/32';
  if (mask === undefined) return undefined;
  const { bits, number } = parsed;
  if (!/^(0|[1-9]\d{0,2})$/.test(mask) || Number(mask) > bits) {
    return `has a network whose mask is not a number from 0 to ${bits}`;
  }
  const hostBits = BigInt(bits - Number(mask));
  if (number & ((1n << hostBits) - 1n)) {
    return `has a network with host bits set; for one address write it without a mask or with /${bits}`;
  }
  return undefined;
}
