import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import { isEncryptedPem, readPem } from '../../contract/rules/pem.ts';
import type { TlsPair } from './http-server.ts';
import { ServeOptionError } from './listen-address.ts';

/** A file as the user called it, and what it holds. */
export interface NamedFile {
  readonly name: string;
  readonly text: string;
}

/** What `--tls-cert` and `--tls-key` name. */
export interface TlsFiles {
  readonly cert: NamedFile;
  readonly key: NamedFile;
}

/**
 * Judges a certificate and its key before anything listens.
 * @returns what is wrong without being in the way: a certificate that clients will refuse
 * @throws ServeOptionError when they cannot be used together; never with any of the key in its message
 */
export function checkTlsFiles({ cert, key }: TlsFiles, now: number): { pair: TlsPair; warnings: string[] } {
  const certificate = readTlsCertificate(cert);
  if (!certificate.checkPrivateKey(readKey(key))) {
    throw new ServeOptionError(
      '--tls-key',
      `${key.name} is not the key of the certificate in --tls-cert ${cert.name}`,
      'give the two files that belong together; the certificate comes first in a file that holds a chain',
    );
  }
  const pair = { cert: cert.text, key: key.text };
  try {
    createSecureContext(pair);
  } catch (error) {
    const { reason = 'it is damaged' } = error as { reason?: string };
    throw new ServeOptionError('--tls-cert', `${cert.name} cannot be used for TLS: ${reason}`);
  }
  return { pair, warnings: datesProblem(certificate, cert.name, now) };
}

function readTlsCertificate({ name, text }: NamedFile): X509Certificate {
  try {
    if (readPem(text).some(({ label }) => label === 'CERTIFICATE')) return new X509Certificate(text);
  } catch {
    throw new ServeOptionError('--tls-cert', `${name} holds a certificate that is damaged`);
  }
  throw new ServeOptionError(
    '--tls-cert',
    `${name} holds no certificate in PEM (-----BEGIN CERTIFICATE-----)`,
  );
}

function readKey({ name, text }: NamedFile): KeyObject {
  if (isEncryptedPem(text)) {
    throw new ServeOptionError(
      '--tls-key',
      `${name} is encrypted`,
      'write it without its passphrase first: openssl pkey -in FILE -out KEY',
    );
  }
  try {
    return createPrivateKey(text);
  } catch {
    throw new ServeOptionError(
      '--tls-key',
      `${name} holds no private key in PEM (-----BEGIN PRIVATE KEY-----)`,
    );
  }
}

function datesProblem({ validFrom, validTo }: X509Certificate, name: string, now: number): string[] {
  if (now > Date.parse(validTo))
    return [`the certificate in ${name} expired on ${validTo}; clients will refuse it`];
  if (now < Date.parse(validFrom)) return [`the certificate in ${name} is not valid before ${validFrom}`];
  return [];
}
