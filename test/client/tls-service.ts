import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { temporaryDirectory } from '../harness/temporary-directory.ts';

/** The name in the certificate; only a proxy of the tests knows where it is. */
export const tlsHost = 'api.tunnel.test';

/** A certificate authority that nobody trusts yet, made by openssl, and an HTTPS server that it vouches for. */
export async function tlsService(answer: (target: string) => unknown) {
  const folder = temporaryDirectory();
  const path = (name: string) => join(folder, name);
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'pipe' });
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  openssl(
    'req',
    '-x509',
    ...key,
    '-subj',
    '/CN=Test authority',
    '-keyout',
    path('ca.key'),
    '-out',
    path('ca.pem'),
  );
  openssl('req', ...key, '-subj', `/CN=${tlsHost}`, '-keyout', path('key.pem'), '-out', path('request.pem'));
  writeFileSync(path('names'), `subjectAltName=DNS:${tlsHost},DNS:localhost,IP:127.0.0.1\n`);
  const authority = ['-CA', path('ca.pem'), '-CAkey', path('ca.key'), '-CAcreateserial'];
  const request = ['-in', path('request.pem'), '-extfile', path('names'), '-out', path('cert.pem')];
  openssl('x509', '-req', ...request, ...authority);

  const seen: { target: string; headers: Record<string, unknown> }[] = [];
  const server = createServer(
    { key: readFileSync(path('key.pem')), cert: readFileSync(path('cert.pem')) },
    (message, response) => {
      seen.push({ target: message.url ?? '', headers: message.headers });
      response.setHeader('content-type', 'application/json').end(JSON.stringify(answer(message.url ?? '')));
    },
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  const authorityFile = path('ca.pem');
  return { port, seen, authorityFile, authorityPem: readFileSync(authorityFile, 'utf8') };
}
