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

function join(parts: readonly bigint[], bits: bigint): bigint {
  return parts.reduce((number, part) => (number << bits) | part, 0n);
}
