import { Option } from 'commander';
import { quote } from '../../../contract/rules/rule.ts';
import type { SocketLimits } from '../../../hosting/serve.ts';
import { UsageError } from '../../errors/usage-error.ts';

interface Limit {
  readonly flag: string;
  readonly member: keyof SocketLimits;
  readonly unit: 'bytes' | 'number' | 'seconds';
  readonly description: string;
  /** In its unit, as help says it. */
  readonly default: string;
  readonly least: number;
  readonly most: number;
}

// The defaults are the service's: a test holds these texts to them.
const limits: readonly Limit[] = [
  {
    flag: '--max-body',
    member: 'maxBodyBytes',
    unit: 'bytes',
    description: "longest request body; the API's own limit can only be lowered",
    default: '1MiB',
    least: 1024,
    most: 1_048_576,
  },
  {
    flag: '--max-header-size',
    member: 'maxHeaderBytes',
    unit: 'bytes',
    description: 'longest request line and headers together',
    default: '16KiB',
    least: 1024,
    most: 1_048_576,
  },
  {
    flag: '--max-header-count',
    member: 'maxHeaderCount',
    unit: 'number',
    description: 'most headers of a request',
    default: '100',
    least: 8,
    most: 2000,
  },
  {
    flag: '--header-timeout',
    member: 'headerMs',
    unit: 'seconds',
    description: 'time for the headers of a request to arrive',
    default: '10',
    least: 0.1,
    most: 86_400,
  },
  {
    flag: '--request-timeout',
    member: 'requestMs',
    unit: 'seconds',
    description: 'time for a whole request to arrive, and for an answer to be read',
    default: '30',
    least: 0.1,
    most: 86_400,
  },
  {
    flag: '--idle-timeout',
    member: 'idleMs',
    unit: 'seconds',
    description: 'time that a connection is kept for the next request',
    default: '5',
    least: 0.1,
    most: 86_400,
  },
  {
    flag: '--max-connections',
    member: 'maxConnections',
    unit: 'number',
    description: 'most connections; one more ends the one that is idle longest',
    default: '1000',
    least: 1,
    most: 1_000_000,
  },
];

/** The flags of the limits, for a command that serves. */
export function limitOptions(): Option[] {
  return limits.map(({ flag, unit, description, default: value }) =>
    new Option(`${flag} <${unit}>`, `${description} (default: ${value})`).helpGroup('Limits:'),
  );
}

/**
 * The limits that were given.
 * @param given by the names that commander makes of the flags
 * @throws UsageError naming the flag
 */
export function readLimits(given: object): Partial<SocketLimits> {
  const texts = given as Record<string, string | undefined>;
  return Object.fromEntries(
    limits.flatMap((limit) => {
      const text = texts[new Option(limit.flag).attributeName()];
      return text === undefined ? [] : [[limit.member, readLimit(limit, text)]];
    }),
  );
}

const factors: Readonly<Record<string, number>> = { '': 1, kib: 1024, mib: 1024 * 1024 };

function readLimit({ flag, unit, least, most }: Limit, text: string): number {
  const [, digits = '', suffix = ''] = /^(\d+(?:\.\d+)?)([a-z]*)$/i.exec(text) ?? [];
  const factor = unit === 'bytes' ? factors[suffix.toLowerCase()] : suffix === '' ? 1 : undefined;
  const value = digits === '' || factor === undefined ? Number.NaN : Number(digits) * factor;
  const isWhole = unit === 'seconds' || Number.isInteger(value);
  if (!(isWhole && value >= least && value <= most)) {
    const kind = { bytes: 'a number of bytes', number: 'a whole number', seconds: 'a number of seconds' }[
      unit
    ];
    const example = unit === 'bytes' ? '; write 65536 or 64KiB' : '';
    throw new UsageError(`${flag} ${quote(text)} is not ${kind} from ${least} to ${most}${example}`);
  }
  return unit === 'seconds' ? Math.round(value * 1000) : value;
}
