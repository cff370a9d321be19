import {
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { promisify } from 'node:util';
import { isEncryptedPem, readPem } from '../../../contract/rules/pem.ts';
import { ProblemError } from '../../../contract/rules/rule.ts';
import { sshBlobOfSpki } from '../../../contract/rules/ssh/der-public-key.ts';
import { sshPublicKeyOfBlob } from '../../../contract/rules/ssh/public-key.ts';
import { sshConcat, sshMpint, sshString } from '../../../contract/rules/ssh/wire-format.ts';
import { readOpensshPrivateKey } from './openssh-private-key.ts';

export type AuthorityKind = 'ed25519' | 'ecdsa' | 'rsa';
type AuthorityCurve = 'P-256' | 'P-384' | 'P-521';

/** A certificate authority ready to sign. It holds the private key and shows none of it. */
export interface SshAuthority {
  /** Its public key as one line without comment. */
  readonly publicKey: string;
  /** Its public key in SSH's binary form, as a certificate's `signature key` carries it. */
  readonly publicKeyBlob: Uint8Array;
  /** Signs, and answers SSH's form of a signature: its algorithm and its bytes, each a string. */
  sign(data: Uint8Array): Uint8Array;
}

const generate = promisify(generateKeyPair);

/**
 * Makes a new authority. `curve` (P-256 unless given) is for ECDSA, `bits` (3072 unless given, as ssh-keygen
 * does) for RSA. Off the main thread: RSA takes from a tenth of a second to several.
 */
export async function generateAuthority(
  kind: AuthorityKind,
  { curve = 'P-256', bits = 3072 }: { curve?: AuthorityCurve; bits?: number } = {},
): Promise<{ privateKeyPem: string; publicKey: string }> {
  const { privateKey } = await generatePair(kind, curve, bits);
  const privateKeyPem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  return { privateKeyPem, publicKey: loadAuthority(privateKeyPem).publicKey };
}

function generatePair(kind: AuthorityKind, curve: AuthorityCurve, bits: number) {
  if (kind === 'rsa') return generate('rsa', { modulusLength: bits });
  return kind === 'ecdsa' ? generate('ec', { namedCurve: curve }) : generate('ed25519');
}

/**
 * Reads an authority's private key: PEM as OpenSSL writes it (PKCS#8, PKCS#1, SEC 1) or as ssh-keygen does. It
 * must not be encrypted. Throws a ProblemError whose message completes a sentence starting with the field's name, and
 * never holds any of the key.
 */
export function loadAuthority(privateKeyPem: string): SshAuthority {
  const key = readPrivateKey(privateKeyPem);
  const publicKey = createPublicKey(key);
  const { algorithm, blob, line } = sshPublicKeyOfBlob(
    sshBlobOfSpki(publicKey.export({ type: 'spki', format: 'der' })),
  );
  if (!isPair(key, publicKey))
    throw new ProblemError('holds a private and a public key that do not belong together');
  return {
    publicKey: line,
    publicKeyBlob: blob,
    sign: signers[algorithm](key),
  };
}

function readPrivateKey(pem: string): KeyObject {
  const [block] = readPem(pem);
  if (block?.label === 'OPENSSH PRIVATE KEY') return readOpensshPrivateKey(block);
  if (isEncryptedPem(pem)) {
    throw new ProblemError('is encrypted; remove its passphrase with ssh-keygen -p first');
  }
  try {
    return createPrivateKey(pem);
  } catch {
    throw new ProblemError(
      'is not a private key in PEM; give the whole file that ssh-keygen or openssl wrote',
    );
  }
}

/** A file can hold halves that do not belong together: its certificates would be accepted by nobody. */
function isPair(privateKey: KeyObject, publicKey: KeyObject): boolean {
  const probe = Buffer.from('probe');
  const hash = publicKey.asymmetricKeyType === 'ed25519' ? null : 'sha512';
  try {
    return verify(hash, probe, publicKey, sign(hash, probe, privateKey));
  } catch {
    return false;
  }
}

type Signer = (key: KeyObject) => SshAuthority['sign'];

/** RFC 5656 3.1.2: the two numbers of the signature, each an mpint, in a string. */
function ecdsa(algorithm: string, hash: string): Signer {
  return (key) => (data) => {
    const pair = sign(hash, data, { key, dsaEncoding: 'ieee-p1363' });
    const r = sshMpint(pair.subarray(0, pair.length / 2));
    const s = sshMpint(pair.subarray(pair.length / 2));
    return sshConcat(sshString(algorithm), sshString(sshConcat(r, s)));
  };
}

const signers = {
  'ssh-ed25519': (key) => (data) => sshConcat(sshString('ssh-ed25519'), sshString(sign(null, data, key))),
  'ecdsa-sha2-nistp256': ecdsa('ecdsa-sha2-nistp256', 'sha256'),
  'ecdsa-sha2-nistp384': ecdsa('ecdsa-sha2-nistp384', 'sha384'),
  'ecdsa-sha2-nistp521': ecdsa('ecdsa-sha2-nistp521', 'sha512'),
  // RFC 8332. Plain `ssh-rsa` means SHA-1, which sshd refuses since OpenSSH 8.2.
  'ssh-rsa': (key) => (data) => sshConcat(sshString('rsa-sha2-512'), sshString(sign('sha512', data, key))),
} satisfies Record<string, Signer>;
