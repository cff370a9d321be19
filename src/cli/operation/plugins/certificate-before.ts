import {
  parseSshCertificate,
  type SshCertificate,
  type SshCertificateKind,
} from '../../../contract/rules/ssh/certificate.ts';
import { parseSshPublicKey } from '../../../contract/rules/ssh/public-key.ts';
import { readBounded } from '../../../files/read-file.ts';
import { fieldError } from '../../errors/cli-error.ts';
import { longest } from '../../input/longest.ts';

/** The certificate that a text is; undefined for any other text. */
export function certificateIn(text: string): SshCertificate | undefined {
  try {
    return parseSshCertificate(text);
  } catch {
    return undefined;
  }
}

/** The certificate at a path; undefined where there is none. */
export function certificateAt(path: string): SshCertificate | undefined {
  try {
    return certificateIn(readBounded(path, longest.file).toString('latin1'));
  } catch {
    return undefined;
  }
}

/** Where a certificate is about to go, as messages have it. */
interface CertificatePlace {
  readonly file: string;
  /** The option that names it. */
  readonly option: string;
  readonly advice: string;
}

/**
 * Refuses to replace a certificate that does something else: of the other kind, or for another key. Throws a CliError.
 * @param before what is there
 */
export function requireSame(
  before: SshCertificate | undefined,
  kind: SshCertificateKind,
  publicKey: string,
  { file, option, advice }: CertificatePlace,
): void {
  if (before === undefined) return;
  if (before.kind !== kind) {
    throw fieldError(
      option,
      `${file} holds a ${before.kind} certificate, not a ${kind} certificate; ${advice}`,
    );
  }
  if (before.publicKey.identity !== parseSshPublicKey(publicKey).identity) {
    throw fieldError(option, `${file} holds a certificate for another key (${before.keyId}); ${advice}`);
  }
}
