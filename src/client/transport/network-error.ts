import { CodedError } from '../../contract/errors/coded-error.ts';

export type NetworkErrorKind =
  | 'refused'
  | 'dns'
  | 'unreachable'
  | 'tls'
  | 'proxy'
  | 'timeout'
  | 'reset'
  | 'protocol'
  | 'size';

/** What is known of a failure besides its kind. */
export interface NetworkProblem {
  readonly message: string;
  /** What went wrong, as the end of a sentence: `connection refused`. */
  readonly reason: string;
  /** What the caller can do about it. */
  readonly remedy: string;
  /** Whether the request may have reached the service; false only where it surely did not. */
  readonly wasSent: boolean;
  /** Whether it may also have changed something there, without being safe to repeat. */
  readonly mayHaveChanged?: boolean;
}

/** No answer came, or no whole one. */
export class NetworkError extends CodedError {
  readonly kind: NetworkErrorKind;
  readonly reason: string;
  readonly wasSent: boolean;
  readonly mayHaveChanged: boolean;

  constructor(kind: NetworkErrorKind, problem: NetworkProblem, cause?: unknown) {
    super(`NETWORK_${kind.toUpperCase()}`, problem.message, { hint: problem.remedy }, { cause });
    this.kind = kind;
    this.reason = problem.reason;
    this.wasSent = problem.wasSent;
    this.mayHaveChanged = problem.mayHaveChanged ?? false;
  }

  /** The same failure with other words or facts. */
  with(changes: Partial<NetworkProblem>): NetworkError {
    const { message, reason, hint: remedy = '', wasSent, mayHaveChanged } = this;
    return new NetworkError(
      this.kind,
      { message, reason, remedy, wasSent, mayHaveChanged, ...changes },
      this.cause,
    );
  }
}

/** Kinds that a code of the system tells. */
type PlainKind = Exclude<NetworkErrorKind, 'timeout' | 'size' | 'proxy'>;

interface Diagnosis {
  readonly what: string;
  readonly remedy: string;
}

const diagnoses: Record<PlainKind, Diagnosis> = {
  refused: {
    what: 'connection refused',
    remedy: 'check the port of the base URL, and that the service runs there',
  },
  dns: {
    what: 'the host name is not known',
    remedy: 'check the host of the base URL, and that this machine can resolve names',
  },
  unreachable: {
    what: 'there is no route to the host',
    remedy: 'check the network of this machine (VPN, firewall, IPv6) and the host of the base URL',
  },
  tls: {
    what: 'TLS failed',
    remedy:
      'check the host and scheme of the base URL; where the certificate is of an authority of your own, ' +
      'name its file with --ca-cert or in TUNNELCTL_CA_CERT',
  },
  reset: {
    what: 'the connection closed before the whole answer had arrived',
    remedy: 'try again; a proxy or a restart of the service can do this',
  },
  protocol: {
    what: 'what answers there does not speak HTTP',
    remedy: 'check the scheme (http or https) and the port of the base URL',
  },
};

/**
 * Says what an error of the system, of node:http(s) or of undici means.
 * @param wasSent whether the request may have reached the service before
 */
export function diagnose(error: unknown, origin: string, wasSent: boolean): NetworkError {
  if (error instanceof NetworkError) return error;
  const { code = '', message } = error as NodeJS.ErrnoException;
  const kind = kindOf(code, origin);
  if (kind === 'timeout') return timedOut(origin, undefined, wasSent, error);
  const { what, remedy } = diagnoses[kind];
  const detail = kind === 'tls' || kind === 'protocol' ? ` (${code === '' ? message : code})` : '';
  return new NetworkError(
    kind,
    { message: `cannot reach ${origin}: ${what}${detail}`, reason: what, remedy, wasSent },
    error,
  );
}

/** @param seconds the limit that passed; undefined when the system gave up first */
export function timedOut(
  origin: string,
  seconds: number | undefined,
  wasSent: boolean,
  cause?: unknown,
): NetworkError {
  const reason = `no complete answer${seconds === undefined ? '' : ` within ${seconds} s`}`;
  return new NetworkError(
    'timeout',
    {
      message: `cannot reach ${origin}: ${reason}`,
      reason,
      remedy: 'check that the service is well and the network lets you through, or allow more time',
      wasSent,
    },
    cause,
  );
}

/** @param limit in bytes */
export function tooLong(origin: string, limit: number): NetworkError {
  return new NetworkError('size', {
    message: `the answer of ${origin} is longer than ${limit} bytes`,
    reason: `the answer is longer than ${limit} bytes`,
    remedy: 'check the base URL; for a list, take smaller pages',
    wasSent: true,
  });
}

const kinds: Record<string, PlainKind | 'timeout'> = {
  ECONNREFUSED: 'refused',
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  ETIMEDOUT: 'timeout',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
  EPROTO: 'tls',
};

function kindOf(code: string, origin: string): PlainKind | 'timeout' {
  const known = kinds[code];
  if (known !== undefined) return known;
  if (code.startsWith('HPE_')) return 'protocol';
  return origin.startsWith('https:') && /CERT|SSL|TLS|SIGNED|ISSUER|VERIFY|CRL/.test(code) ? 'tls' : 'reset';
}
