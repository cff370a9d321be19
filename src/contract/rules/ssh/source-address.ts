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
  const parsed = parseAddress(address);
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

/** An address as a number, and how many bits addresses of its family have. */
function parseAddress(text: string): { bits: 32 | 128; number: bigint } | undefined {
  const number = text.includes(':') ? parseIpv6(text) : parseIpv4(text);
  return number === undefined ? undefined : { bits: text.includes(':') ? 128 : 32, number };
}

function parseIpv4(text: string): bigint | undefined {
  const parts = text.split('.');
  if (parts.length !== 4 || !parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255)) {
    return undefined;
  }
  return parts.reduce((number, part) => (number << 8n) | BigInt(part), 0n);
}

/** RFC 4291 section 2.2: eight groups, one run of zeros as `::`, the last 32 bits perhaps in dotted form. */
function parseIpv6(text: string): bigint | undefined {
  // 45 characters is the longest form there is.
  if (text.length > 45) return undefined;
  const halves = text.split('::').map(parseGroups);
  const [head, tail] = halves;
  if (!head || halves.length > 2) return undefined;
  if (halves.length === 1) return head.length === 8 ? joinGroups(head) : undefined;
  if (!tail || head.length + tail.length > 7 || text.slice(0, text.indexOf('::')).includes('.'))
    return undefined;
  return joinGroups([...head, ...Array(8 - head.length - tail.length).fill(0n), ...tail]);
}

function joinGroups(groups: bigint[]): bigint {
  return groups.reduce((number, group) => (number << 16n) | group, 0n);
}

/** The 16-bit groups of a text without `::`; a dotted ending counts as two. */
function parseGroups(text: string): bigint[] | undefined {
  if (text === '') return [];
  const groups: bigint[] = [];
  const words = text.split(':');
  for (const [index, word] of words.entries()) {
    const dotted = index === words.length - 1 && word.includes('.') ? parseIpv4(word) : undefined;
    if (dotted !== undefined) groups.push(dotted >> 16n, dotted & 0xffffn);
    else if (/^[0-9a-f]{1,4}$/i.test(word)) groups.push(BigInt(`0x${word}`));
    else return undefined;
  }
  return groups;
}
