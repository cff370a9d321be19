// https://www.sqlite.org/fileformat2.html#record_format

/** A column of a stored record: text keeps its bytes, since damaged ones need not be UTF-8. */
export type Column =
  | { readonly kind: 'text' | 'blob'; readonly bytes: Buffer }
  | { readonly kind: 'integer'; readonly value: bigint }
  | { readonly kind: 'real' | 'null' };

/** More columns than any table of ours has: a lying header does not make a long list. */
const mostColumns = 32;

/** A number of 1 to 9 bytes and where it ends, or undefined where the bytes do. */
export function readVarint(bytes: Buffer, start: number): { value: bigint; end: number } | undefined {
  let value = 0n;
  for (let i = 0; i < 9; i++) {
    const byte = bytes[start + i];
    if (byte === undefined) return undefined;
    if (i === 8) return { value: BigInt.asIntN(64, (value << 8n) | BigInt(byte)), end: start + 9 };
    value = (value << 7n) | BigInt(byte & 0x7f);
    if (byte < 0x80) return { value, end: start + i + 1 };
  }
  return undefined;
}

/** The same for what has to be a length or a kind: undefined where it is more than 31 bits, too. */
export function readLength(bytes: Buffer, start: number): { value: number; end: number } | undefined {
  let value = 0;
  for (let i = 0; i < 5; i++) {
    const byte = bytes[start + i];
    if (byte === undefined) return undefined;
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80) return value < 2 ** 31 ? { value, end: start + i + 1 } : undefined;
  }
  return undefined;
}

/** The columns of a record, or undefined where header and content do not agree to the byte. */
export function readRecord(payload: Buffer): Column[] | undefined {
  const head = readLength(payload, 0);
  if (head === undefined || head.value > payload.length) return undefined;
  const columns: Column[] = [];
  let at = head.end;
  let body = head.value;
  while (at < head.value) {
    const serial = readLength(payload, at);
    if (serial === undefined || columns.length === mostColumns) return undefined;
    at = serial.end;
    const length = lengthOf(serial.value);
    if (length === undefined || body + length > payload.length) return undefined;
    columns.push(readColumn(serial.value, payload.subarray(body, body + length)));
    body += length;
  }
  return at === head.value && body === payload.length ? columns : undefined;
}

const integerLengths = [0, 1, 2, 3, 4, 6, 8];

function lengthOf(serial: number): number | undefined {
  if (serial >= 12) return Math.floor((serial - 12) / 2);
  if (serial <= 6) return integerLengths[serial];
  if (serial === 7) return 8;
  return serial <= 9 ? 0 : undefined;
}

function readColumn(serial: number, bytes: Buffer): Column {
  if (serial >= 12) return { kind: serial % 2 === 1 ? 'text' : 'blob', bytes };
  if (serial === 0) return { kind: 'null' };
  if (serial === 7) return { kind: 'real' };
  if (serial >= 8) return { kind: 'integer', value: BigInt(serial - 8) };
  if (bytes.length <= 6) return { kind: 'integer', value: BigInt(bytes.readIntBE(0, bytes.length)) };
  return { kind: 'integer', value: bytes.readBigInt64BE(0) };
}
