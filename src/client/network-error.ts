export type NetworkErrorKind =
  | 'refused'
  | 'dns'
  | 'unreachable'
  | 'tls'
  | 'timeout'
  | 'reset'
  | 'protocol'
  | 'size';

/** No answer came, or no whole one. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
  readonly kind: NetworkErrorKind;
  /** What the caller can do about it. */
  readonly remedy: string;

  constructor(kind: NetworkErrorKind, message: string, remedy: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
    this.remedy = remedy;
  }
}

interface Diagnosis {
  readonly what: string;
  readonly remedy: string;
}

const diagnoses: Record<Exclude<NetworkErrorKind, 'timeout' | 'size'>, Diagnosis> = {
  refused: {
    what: 'connection refused',
    remedy: 'check the port of the base URL, and that the service runs there',
  },
  dns: {
    what: 'the host name is not known',
    remedy: 'check the host of the base URL, and that this machine can resolve names',
  },
  unreachable: {
    what: 'no way leads to the host',
    remedy: 'check the network of this machine (VPN, firewall, IPv6) and the host of the base URL',
  },
  tls: {
    what: 'TLS failed',
    remedy:
      'check the host and scheme of the base URL; where the certificate is of an authority of your own, ' +
      'name its file in NODE_EXTRA_CA_CERTS',
  },
  reset: {
    what: 'the connection broke before the whole answer was there',
    remedy:
      'see whether the change was made before you repeat it; a proxy or a restart of the service can do this',
  },
  protocol: {
    what: 'what answers there does not speak HTTP',
    remedy: 'check the scheme (http or https) and the port of the base URL',
  },
};

/** Says what an error of node:http(s) means. */
export function diagnose(error: unknown, origin: string): NetworkError {
  if (error instanceof NetworkError) return error;
  const { code = '', message } = error as NodeJS.ErrnoException;
  const kind = kindOf(code, origin);
  if (kind === 'timeout') return timedOut(origin, undefined, error);
  const { what, remedy } = diagnoses[kind];
  const detail = kind === 'tls' || kind === 'protocol' ? ` (${code === '' ? message : code})` : '';
  return new NetworkError(kind, `cannot reach ${origin}: ${what}${detail}`, remedy, error);
}

/** @param seconds the limit that passed; undefined when the system gave up first */
export function timedOut(origin: string, seconds: number | undefined, cause?: unknown): NetworkError {
  const after = seconds === undefined ? '' : ` within ${seconds} s`;
  return new NetworkError(
    'timeout',
    `cannot reach ${origin}: no whole answer${after}`,
    'check that the service is well and the network lets you through, or allow more time',
    cause,
  );
}

const kinds: Record<string, Exclude<NetworkErrorKind, 'size'>> = {
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

function kindOf(code: string, origin: string): Exclude<NetworkErrorKind, 'size'> {
  const known = kinds[code];
  if (known !== undefined) return known;
  if (code.startsWith('HPE_')) return 'protocol';
  return origin.startsWith('https:') && /CERT|SSL|TLS|SIGNED|ISSUER|VERIFY|CRL/.test(code) ? 'tls' : 'reset';
}
