import { decodeBase64, readPem } from '../pem.ts';
import { ProblemError, type Rule, ruleOf } from '../rule.ts';
import { sshBlobOfPkcs1, sshBlobOfSpki } from './der-public-key.ts';
import {
  checkSshKeyBlob,
  isSshKeyAlgorithm,
  type SshKeyAlgorithm,
  type SshKeyType,
  sshKeyType,
} from './key-blob.ts';

export interface SshPublicKey {
  readonly keyType: SshKeyType;
  readonly algorithm: SshKeyAlgorithm;
  /** The key in SSH's binary form, algorithm included (RFC 4253 section 6.6). */
  readonly blob: Uint8Array;
  /** What follows the key on its line; may be empty. */
  readonly comment: string;
  /** The normalised line: `<algorithm> <base64>[ <comment>]`. */
  readonly line: string;
  /** What makes two texts the same key: `<algorithm> <base64>`. */
  readonly identity: string;
}

/** Longest text that is looked at: the largest key allowed takes about 2.8 kB, so this leaves room to spare. */
const maxLength = 16 * 1024;

const advice = 'give the one line of a file such as id_ed25519.pub';

/**
 * The rule form of `parseSshPublicKey`: what is wrong with the text, as the end of a sentence that starts with
 * the field's name, or undefined. Never quotes the text, which may be a secret pasted by mistake.
 */
export const checkSshPublicKey: Rule = ruleOf(parseSshPublicKey);

/**
 * Reads a public key: one line as in authorized_keys without options (sshd(8)), PEM (`PUBLIC KEY` of RFC 7468,
 * `RSA PUBLIC KEY` of RFC 8017), or RFC 4716. Throws a ProblemError with the message of `checkSshPublicKey`.
 */
export function parseSshPublicKey(text: string): SshPublicKey {
  if (isPrivateKey(text)) {
    throw new ProblemError(
      'is a private key; give the public key, the file ending in .pub, and keep this one secret',
    );
  }
  if (text.length > maxLength) throw new ProblemError(`is longer than any public key; ${advice}`);
  const trimmed = text.trim();
  if (trimmed === '') throw new ProblemError(`is empty; ${advice}`);
  if (trimmed.startsWith('-----BEGIN')) return readPemKey(trimmed);
  if (trimmed.startsWith('---- BEGIN')) {
    const { base64, comment } = readSsh2PublicKey(trimmed);
    return keyOf(base64, comment);
  }
  return readLine(trimmed);
}

/** The public key of a blob, which is checked as in `parseSshPublicKey`. */
export function sshPublicKeyOfBlob(blob: Uint8Array, comment = ''): SshPublicKey {
  return keyOf(Buffer.from(blob).toString('base64'), comment);
}

function isPrivateKey(text: string): boolean {
  const start = text.slice(0, maxLength);
  // With its header, or the base64 that every OpenSSH private key starts with, or PuTTY's format.
  return /BEGIN [A-Z0-9 ]{0,32}PRIVATE KEY|b3BlbnNzaC1rZXktdjE|PuTTY-User-Key-File-\d/.test(start);
}

function readPemKey(text: string): SshPublicKey {
  const [block, another] = readPem(text);
  if (another) throw new ProblemError(`holds more than one PEM block; ${advice}`);
  const label = block?.label;
  if (label === 'CERTIFICATE') throw new ProblemError(`is an X.509 certificate, not a public key; ${advice}`);
  if (label !== 'PUBLIC KEY' && label !== 'RSA PUBLIC KEY')
    throw new ProblemError(`is not a public key; ${advice}`);
  if (!block?.bytes || block.after !== '')
    throw new ProblemError('is PEM that cannot be read; give it whole, with its line breaks');
  const { bytes } = block;
  return sshPublicKeyOfBlob(label === 'PUBLIC KEY' ? sshBlobOfSpki(bytes) : sshBlobOfPkcs1(bytes));
}

function readLine(line: string): SshPublicKey {
  if (/[\r\n]/.test(line)) throw new ProblemError(`has several lines; ${advice}`);
  const [first = '', base64 = '', ...rest] = line.split(/[ \t]+/);
  if (!isSshKeyAlgorithm(first)) throw new ProblemError(problemOfFirstWord(first, line));
  // The comment is kept as written, with its own spaces.
  const comment =
    rest.length === 0 ? '' : line.slice(line.indexOf(base64, first.length) + base64.length).trim();
  const key = keyOf(base64, comment);
  if (key.algorithm !== first) throw new ProblemError('holds a key of another type than its label says');
  return key;
}

function problemOfFirstWord(word: string, line: string): string {
  const supported = 'use an Ed25519, ECDSA or RSA key';
  if (word.includes('-cert-v0')) return 'is a certificate; give the public key it was made for';
  if (/^(webauthn-)?sk-/.test(word))
    return `is a key of a hardware token, which is not supported; ${supported}`;
  if (word === 'ssh-dss') return `is a DSA key, which OpenSSH no longer accepts; ${supported}`;
  if (/^(ssh|ecdsa|rsa)-[a-z0-9-]+$/.test(word)) return `is not a supported type of key; ${supported}`;
  if (/[ \t](ssh|sk-ssh|ecdsa|sk-ecdsa)-[a-z0-9@.-]+[ \t]+AAAA/.test(line)) {
    return 'has options or a name before the key; start with the type of the key, for example ssh-ed25519';
  }
  if (word.startsWith('AAAA')) return 'lacks the type of the key; start with it, for example ssh-ed25519';
  return `is not a public key; ${advice}`;
}

function keyOf(base64: string, comment: string): SshPublicKey {
  const blob = decodeBase64(base64);
  if (!blob?.length)
    throw new ProblemError('is damaged: its middle part is not base64; copy the whole line again');
  const algorithm = blob.subarray(4, 4 + (blob.length >= 4 ? blob.readUInt32BE() : 0)).toString('latin1');
  const keyType = sshKeyType(algorithm);
  if (!isSshKeyAlgorithm(algorithm) || !keyType) throw new ProblemError(problemOfFirstWord(algorithm, ''));
  checkSshKeyBlob(algorithm, blob);
  if (/\p{Cc}/u.test(comment))
    throw new ProblemError('has a control character in its comment; leave the comment out');
  const identity = `${algorithm} ${base64}`;
  return { keyType, algorithm, blob, comment, line: comment ? `${identity} ${comment}` : identity, identity };
}

/**
 * Takes the block `---- BEGIN SSH2 PUBLIC KEY ----` apart (RFC 4716), which `ssh-keygen -e` and PuTTY write:
 * the base64 of the key's blob on one line, and the comment. Throws a ProblemError on any other text.
 */
function readSsh2PublicKey(text: string): { base64: string; comment: string } {
  const lines = text.split(/\r\n|\r|\n/).map((line) => line.trimEnd());
  if (
    lines.shift() !== '---- BEGIN SSH2 PUBLIC KEY ----' ||
    lines.pop() !== '---- END SSH2 PUBLIC KEY ----'
  ) {
    throw new ProblemError('is not one whole SSH2 public key; give the lines from BEGIN to END');
  }
  let comment = '';
  while (lines[0]?.includes(':')) {
    let header = lines.shift() ?? '';
    // A backslash at the end carries the header on to the next line.
    while (header.endsWith('\\') && lines.length > 0) header = header.slice(0, -1) + lines.shift();
    const [, value] = /^comment:(.*)$/i.exec(header) ?? [];
    if (value !== undefined) comment = value.trim().replace(/^"(.*)"$/, '$1');
  }
  return { base64: lines.join(''), comment };
}
