/**
 * The `ca` of a TLS connection that trusts PEM certificates besides those of Node and of NODE_EXTRA_CA_CERTS; empty
 * where there are none, so that Node's own store is used, which costs nothing.
 */
export async function trustedCertificates(extraAuthorities: string | undefined): Promise<{ ca?: string[] }> {
  if (extraAuthorities === undefined) return {};
  const tls: typeof import('node:tls') & { getCACertificates?: (type: 'default') => string[] } = await import(
    'node:tls'
  );
  const known = tls.getCACertificates?.('default') ?? [...tls.rootCertificates, ...(await extraOfNode())];
  return { ca: [...known, extraAuthorities] };
}

/** What Node 20 does not tell: giving `ca` switches NODE_EXTRA_CA_CERTS off. */
async function extraOfNode(): Promise<string[]> {
  const file = process.env.NODE_EXTRA_CA_CERTS;
  if (!file) return [];
  const { readFile } = await import('node:fs/promises');
  // Node itself warns of a file that it cannot read, and goes on.
  return await readFile(file, 'utf8').then(
    (text) => [text],
    () => [],
  );
}
