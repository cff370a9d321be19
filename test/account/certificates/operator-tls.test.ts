import { execFileSync, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { execa } from 'execa';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryDirectory } from '../../harness/temporary-directory.ts';
import { startService, type TestService } from '../../harness/test-service.ts';

function workshop() {
  const folder = temporaryDirectory();
  const openssl = (...words: string[]) =>
    execFileSync('openssl', words, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  const key = (kind: 'ec' | 'rsa' | 'ed25519') =>
    ({
      ec: ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'],
      rsa: ['-newkey', 'rsa:2048'],
      ed25519: ['-newkey', 'ed25519'],
    })[kind];
  return {
    folder,
    openssl,
    /** A private key `<name>.key`, and the request for its certificate. */
    request(name: string, kind: 'ec' | 'rsa' | 'ed25519' = 'ec'): string {
      openssl(
        'req',
        '-new',
        ...key(kind),
        '-nodes',
        '-subj',
        `/CN=${name}`,
        '-keyout',
        `${name}.key`,
        '-out',
        `${name}.csr`,
      );
      return readFileSync(join(folder, `${name}.csr`), 'utf8');
    },
  };
}

/** The client certificate that an operator gets for a request. */
async function certify(test: TestService, csr: string): Promise<string> {
  const operator = await test.create('/kubernetes_operators', {
    enabled_features: ['bindings'],
    binding: { csr },
  });
  return (operator.binding as { cert: { cert: string } }).cert.cert;
}

/** A real TLS server that lets in whom the authority vouches for; answers its port. */
async function startTlsServer(folder: string): Promise<number> {
  const files = ['-cert', 'server.pem', '-key', 'server.key', '-CAfile', 'authority.pem'];
  // Its own choice of a port is printed: `ACCEPT 127.0.0.1:40001`.
  const child = spawn(
    'openssl',
    ['s_server', '-accept', '127.0.0.1:0', ...files, '-Verify', '2', '-verify_return_error', '-www'],
    {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  onTestFinished(() => {
    child.kill();
  });
  for await (const line of createInterface(child.stdout)) {
    const port = /^ACCEPT .*:(\d+)$/.exec(line)?.[1];
    if (port !== undefined) return Number(port);
  }
  throw new Error('openssl s_server did not start');
}

/** What a client gets to see with the certificate and the key of these names, in this version of TLS. */
async function visit(
  folder: string,
  port: number,
  tls: string,
  identity: readonly string[],
): Promise<string> {
  const client = execa(
    'openssl',
    ['s_client', '-connect', `127.0.0.1:${port}`, tls, '-quiet', '-ign_eof', ...identity],
    {
      cwd: folder,
      input: 'GET / HTTP/1.0\r\n\r\n',
      reject: false,
      timeout: 10_000,
    },
  );
  return (await client).stdout;
}

describe('a real TLS server that asks for client certificates', () => {
  it.each(['-tls1_2', '-tls1_3'])('lets in an operator and nobody else (%s)', async (tls) => {
    const test = await startService();
    test.clock.now = Date.now();
    const { folder, openssl, request } = workshop();
    const write = (name: string, content: string) => writeFileSync(join(folder, name), content);
    write('authority.pem', (await test.call('GET', '/certificate-authority.pem')).text);
    openssl(
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-subj',
      '/CN=server',
      '-keyout',
      'server.key',
      '-out',
      'server.pem',
    );
    const port = await startTlsServer(folder);
    const identity = (name: string) => ['-cert', `${name}.pem`, '-key', `${name}.key`];

    for (const kind of ['ec', 'rsa', 'ed25519'] as const) {
      write(`${kind}.pem`, await certify(test, request(kind, kind)));
      const page = await visit(folder, port, tls, identity(kind));
      expect(page, kind).toContain('HTTP/1.0 200 ok');
      expect(page).toContain('Client certificate');
      expect(page).not.toContain('no client certificate available');
    }

    // An operator of another account, somebody who vouches for themselves by the same names, one whose time is over.
    const stranger = await startService();
    stranger.clock.now = Date.now();
    write('stranger.pem', await certify(stranger, request('stranger')));
    request('self');
    const subject = openssl('x509', '-in', 'ec.pem', '-noout', '-subject', '-nameopt', 'compat')
      .replace(/^subject=\s*/, '')
      .trim();
    openssl(
      'req',
      '-x509',
      '-key',
      'self.key',
      '-subj',
      subject.startsWith('/') ? subject : '/CN=self',
      '-out',
      'self.pem',
    );
    test.clock.now -= 91 * 86_400_000;
    write('expired.pem', await certify(test, request('expired')));
    for (const name of ['stranger', 'self', 'expired']) {
      expect(await visit(folder, port, tls, identity(name)), name).toBe('');
    }
    expect(await visit(folder, port, tls, [])).toBe('');
    expect(await visit(folder, port, tls, ['-cert', 'ec.pem', '-key', 'rsa.key'])).toBe('');
    expect(await visit(folder, port, tls, identity('ec'))).toContain('HTTP/1.0 200 ok');
  });
});
