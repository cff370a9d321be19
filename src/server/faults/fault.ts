import { CodedError } from '../../contract/errors/coded-error.ts';
import type { ErrorCode } from '../../contract/errors/errors.ts';
import { catalogue } from '../../contract/index.ts';
import { ProblemError, quote } from '../../contract/rules/rule.ts';

/** Something that goes wrong on purpose: which requests it matches, and what happens to them. */
export interface Fault {
  /** Name of the catalogue, `endpoints.create`; `*` at the end stands for whatever follows. */
  readonly operation?: string;
  readonly method?: string;
  /** As it is sent or as the API writes it, `/endpoints/{id}`; `*` at the end stands for whatever follows. */
  readonly path?: string;
  /** Answered in place of the operation. */
  readonly status?: FaultStatus;
  /** Seconds. */
  readonly retryAfter?: number;
  /** Wait before anything else, from the least to the most milliseconds. */
  readonly latency?: readonly [least: number, most: number];
  /** The connection breaks before the operation is begun, or once it is done and nothing is answered. */
  readonly drop?: 'before' | 'after';
  /** The answer stops in the middle of its body. */
  readonly stall?: 'body';
  /** Share of the requests, from 0 to 1. */
  readonly rate: number;
  /** It ends after so many requests. */
  readonly count?: number;
}

/** The code of the catalogue that stands for a status; a gateway in between has none. */
export const faultCodes = {
  400: 'ERR_INVALID_FIELD',
  401: 'ERR_UNKNOWN_API_KEY',
  403: 'ERR_OWNER_NOT_PERMITTED',
  404: 'ERR_NOT_FOUND',
  429: 'ERR_RATE_LIMITED',
  500: 'ERR_INTERNAL',
  502: undefined,
  503: 'ERR_UNAVAILABLE',
  504: undefined,
} as const satisfies Record<number, ErrorCode | undefined>;

type FaultStatus = keyof typeof faultCodes;

/** A fault that cannot be read. The message repeats it and names the part, without the field's name before it. */
export class FaultError extends CodedError {
  constructor(text: string, problem: string) {
    super('INVALID_FAULT', `${quote(text)}: ${problem}`, { field: 'fault' });
  }
}

const longestLatencyMs = 600_000;

/**
 * Reads a fault: parts `name=value` between commas, such as `operation=endpoints.*,status=503,rate=0.2`.
 * @throws FaultError
 */
export function parseFault(text: string): Fault {
  const parts = new Map<string, string>();
  for (const part of text.split(',')) {
    const [, name, value] = /^\s*([a-z-]+)=(.*?)\s*$/.exec(part) ?? [];
    if (name === undefined || value === undefined) {
      throw new FaultError(text, `${quote(part)} is not NAME=VALUE`);
    }
    if (!Object.hasOwn(readers, name)) {
      throw new FaultError(text, `${quote(name)} is not one of ${Object.keys(readers).join(', ')}`);
    }
    if (parts.has(name)) throw new FaultError(text, `${name} is given twice`);
    parts.set(name, value);
  }
  const read = [...parts].map(([name, value]) => {
    try {
      return readers[name]?.(value) ?? {};
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      throw new FaultError(text, `${name}=${value} ${error.message}`);
    }
  });
  const fault: Fault = Object.assign({ rate: 1 }, ...read);
  const problem = combination(fault);
  if (problem !== undefined) throw new FaultError(text, problem);
  return fault;
}

const readers: Readonly<Record<string, (value: string) => Partial<Fault>>> = {
  operation(value) {
    if (catalogue.some(({ name }) => isMatch(value, name))) return { operation: value };
    throw new ProblemError(
      'is not an operation of the API; write one such as endpoints.create, or endpoints.* for all',
    );
  },
  method: (value) => ({ method: oneOf(value.toUpperCase(), ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) }),
  path(value) {
    if (value.startsWith('/')) return { path: value };
    throw new ProblemError('is not a path; start it with /');
  },
  status: (value) => ({ status: Number(oneOf(value, Object.keys(faultCodes))) as FaultStatus }),
  'retry-after': (value) => ({ retryAfter: whole(value, 0, 3600, 'seconds') }),
  latency(value) {
    const [least = '', most = least, ...rest] = value.split('-');
    const range = [milliseconds(least), milliseconds(most)] as const;
    if (rest.length === 0 && range[0] <= range[1]) return { latency: range };
    throw new ProblemError('is not a range; write the shorter time first, as 100ms-2s');
  },
  drop: (value) => ({ drop: oneOf(value, ['before', 'after']) }),
  stall: (value) => ({ stall: oneOf(value, ['body']) }),
  rate(value) {
    const rate = /^\d*\.?\d+$/.test(value) ? Number(value) : Number.NaN;
    if (rate <= 1) return { rate };
    throw new ProblemError('is not a share; write a number from 0 to 1');
  },
  count: (value) => ({ count: whole(value, 1, 1_000_000_000, 'requests') }),
};

/** Whether a pattern, with `*` at its end or without, matches a text. */
export function isMatch(pattern: string, text: string): boolean {
  return pattern.endsWith('*') ? text.startsWith(pattern.slice(0, -1)) : text === pattern;
}

function combination({ status, latency, drop, stall, retryAfter }: Fault): string | undefined {
  if (!(status || latency || drop || stall)) return 'nothing goes wrong; add status, latency, drop or stall';
  if (drop && status) return 'drop leaves nothing to answer; leave out drop or status';
  if (drop && stall) return 'drop leaves nothing to stall; leave out drop or stall';
  if (retryAfter !== undefined && status !== 429 && status !== 503) {
    return 'retry-after is only used with status=429 or status=503';
  }
  return undefined;
}

function oneOf<Word extends string>(value: string, words: readonly Word[]): Word {
  const word = words.find((one) => one === value);
  if (word !== undefined) return word;
  throw new ProblemError(`is not one of ${words.join(', ')}`);
}

function whole(value: string, least: number, most: number, unit: string): number {
  const number = /^\d{1,10}$/.test(value) ? Number(value) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw new ProblemError(`is not a number of ${unit} from ${least} to ${most}`);
}

function milliseconds(text: string): number {
  const [, digits, unit] = /^(\d+(?:\.\d+)?)(ms|s)$/.exec(text.trim()) ?? [];
  const value = digits === undefined ? Number.NaN : Number(digits) * (unit === 's' ? 1000 : 1);
  if (value <= longestLatencyMs) return value;
  throw new ProblemError('is not a time up to 600s; write 200ms, 2s or a range such as 100ms-2s');
}
