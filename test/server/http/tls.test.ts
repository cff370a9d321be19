import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createApp } from '../../../src/server/app/app.ts';
import { answerOperations } from '../../../src/server/app/operations.ts';
import { prepareExposure } from '../../../src/server/http/exposure.ts';
import { checkTlsFiles, type NamedFile } from '../../../src/server/http/tls-files.ts';
import { temporaryDirectory } from '../../harness/temporary-directory.ts';
import { startService } from '../../harness/test-service.ts';

const folder = temporaryDirectory(afterAll);
const path = (name: string) => join(folder, name);
const file = (name: string): NamedFile => ({ name, text: readFileSync(path(name), 'utf8') });
const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
/** Later than the certificates begin. */
let now = 0;

beforeAll(() => {
  const ec = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'];
  const names = ['-subj', '/CN=sandbox', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  openssl('req', '-x509', ...ec, '-nodes', ...names, '-keyout', 'key.pem', '-out', 'cert.pem');
  openssl(
    'req',
    '-x509',
    ...ec,
    '-nodes',
    ...names,
    '-keyout',
    'other.key',
    '-out',
    'other.pem',
    '-days',
    '1',
  );
  openssl('pkey', '-in', 'key.pem', '-aes256', '-passout', 'pass:canary', '-out', 'encrypted.key');
  openssl(
    'req',
    '-x509',
    '-newkey',
    'rsa:512',
    '-nodes',
    ...names,
    '-keyout',
    'weak.key',
    '-out',
    'weak.pem',
  );
  now = Date.now();
});

describe('HTTPS', () => {
  it('is served with the certificate, under a URL that says so', async () => {
    const test = await startService();
    const tls = { cert: file('cert.pem'), key: file('key.pem') };
    const expose = await prepareExposure({ host: '127.0.0.1', port: 0, tls });
    const listener = await expose((url, guards) => createApp(url, guards, answerOperations(test.service)));
    onTestFinished(listener.close);
    expect(listener.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    expect(listener.warnings).toEqual([]);
    const headers = { authorization: `Bearer ${test.admin.token}`, 'service-version': '2' };
    const answer = await new Promise<string>((resolve, reject) => {
      request(`${listener.url}/endpoints`, { ca: tls.cert.text, headers }, (response) =>
        resolve(text(response)),
      )
        .on('error', reject)
        .end();
    });
    expect(JSON.parse(answer)).toMatchObject({ endpoints: [], uri: `${listener.url}/endpoints` });
  });

  it('is called by the name that was given, and by localhost where all addresses are listened on', async () => {
    const tls = { cert: file('cert.pem'), key: file('key.pem') };
    for (const host of ['localhost', '0.0.0.0']) {
      const expose = await prepareExposure({ host, port: 0, tls, allowRemote: true });
      const listener = await expose(() => async () => ({ status: 200, headers: {}, body: '' }));
      onTestFinished(listener.close);
      expect(listener.url).toMatch(/^https:\/\/localhost:\d+$/);
      expect(listener.warnings).toEqual([]);
    }
  });

  it.each([
    [
      'the key of another certificate',
      'cert.pem',
      'other.key',
      '--tls-key other.key is not the key of the certificate in --tls-cert cert.pem',
    ],
    ['an encrypted key', 'cert.pem', 'encrypted.key', '--tls-key encrypted.key is encrypted'],
    ['two certificates', 'cert.pem', 'other.pem', '--tls-key other.pem holds no private key in PEM'],
    ['two keys', 'key.pem', 'key.pem', '--tls-cert key.pem holds no certificate in PEM'],
    ['a key that is too weak', 'weak.pem', 'weak.key', '--tls-cert weak.pem cannot be used for TLS: '],
  ])('is not served with %s', (_what, cert, key, message) => {
    const check = () => checkTlsFiles({ cert: file(cert), key: file(key) }, now);
    expect(check).toThrow(
      expect.objectContaining({ code: 'USAGE', message: expect.stringContaining(message) }),
    );
  });

  it.each([
    ['nothing', ''],
    ['no PEM', 'hello'],
    ['half a certificate', '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n'],
    ['a certificate that breaks off', '-----BEGIN CERTIFICATE-----\nMIIB'],
  ])('is not served with %s for a certificate or a key, and tells nothing of it', (_what, content) => {
    const broken = { name: 'broken.pem', text: content };
    for (const files of [
      { cert: broken, key: file('key.pem') },
      { cert: file('cert.pem'), key: { ...broken, text: content.replaceAll('CERTIFICATE', 'PRIVATE KEY') } },
    ]) {
      expect(() => checkTlsFiles(files, now)).toThrow(
        expect.objectContaining({ code: 'USAGE', message: expect.not.stringContaining('MIIB') }),
      );
    }
  });

  it('warns of a certificate that clients will refuse', () => {
    const files = { cert: file('other.pem'), key: file('other.key') };
    expect(checkTlsFiles(files, now).warnings).toEqual([]);
    expect(checkTlsFiles(files, now + 2 * 86_400_000).warnings).toEqual([
      expect.stringMatching(/^the certificate in other\.pem expired on /),
    ]);
    expect(checkTlsFiles(files, now - 86_400_000).warnings).toEqual([
      expect.stringContaining('is not valid before'),
    ]);
  });
});
