import { isDeepStrictEqual } from 'node:util';
import { ProblemError } from '../../../contract/rules/rule.ts';
import { parseSshCertificate, type SshCertificate } from '../../../contract/rules/ssh/certificate.ts';
import { parseSshPublicKey } from '../../../contract/rules/ssh/public-key.ts';
import { formatTimestamp, parseTimestamp } from '../../../contract/rules/time.ts';
import { invalidField } from '../../records/request-error.ts';
import type { RecordHead } from '../../rules/new-record.ts';
import type { GivenCertificate } from './signed-ssh-certificate.ts';

/**
 * The record of a certificate that was signed before: the members that user and host certificates share. What the
 * seed says of it must be what stands in it. Whether its authority is one of the account's is left open: an account
 * exported without secrets comes back with new authorities.
 * @throws RequestError naming the member that the certificate contradicts
 */
export function keptCertificate(head: RecordHead, kind: SshCertificate['kind'], item: GivenCertificate) {
  const { certificate = '' } = item;
  const held = parse(certificate);
  const publicKey = parseSshPublicKey(item.public_key);
  const { principals = [] } = item;
  const valid_after = atSecond(held.validAfter);
  const valid_until = atSecond(held.validBefore);
  const same = (given: string | undefined, time: string) =>
    given === undefined || formatTimestamp(parseTimestamp(given)) === time;
  expect(held.kind === kind, 'certificate', `is a ${held.kind} certificate`);
  expect(held.keyId === head.id, 'certificate', `was signed as ${held.keyId}, not as ${head.id}`);
  expect(held.publicKey.identity === publicKey.identity, 'public_key', 'is not the key in the certificate');
  expect(isDeepStrictEqual(held.principals, principals), 'principals', 'are not those in the certificate');
  expect(same(item.valid_after, valid_after), 'valid_after', `is ${valid_after} in the certificate`);
  expect(same(item.valid_until, valid_until), 'valid_until', `is ${valid_until} in the certificate`);
  return {
    held,
    record: {
      ...head,
      description: item.description ?? '',
      metadata: item.metadata ?? '',
      public_key: publicKey.line,
      key_type: publicKey.keyType,
      ssh_certificate_authority_id: item.ssh_certificate_authority_id,
      principals,
      valid_after,
      valid_until,
      certificate,
    },
  };
}

/** Options that a seed gives, which must be those of the certificate; those of the certificate where it gives none. */
export function keptOptions(
  member: 'critical_options' | 'extensions',
  given: Readonly<Record<string, string>> | undefined,
  held: Readonly<Record<string, string>>,
): Record<string, string> {
  expect(
    given === undefined || isDeepStrictEqual({ ...given }, { ...held }),
    member,
    'are not those in the certificate',
  );
  return { ...(given ?? held) };
}

function parse(certificate: string): SshCertificate {
  try {
    return parseSshCertificate(certificate);
  } catch (error) {
    if (error instanceof ProblemError) throw invalidField(['certificate'], error.message);
    throw error;
  }
}

/** @throws RequestError for a time that no record can show, such as that of a certificate which never ends */
function atSecond(seconds: bigint): string {
  const last = 253_402_300_799n;
  expect(seconds <= last, 'certificate', 'is valid beyond the year 9999');
  return formatTimestamp(Number(seconds) * 1000);
}

function expect(isFine: boolean, member: string, problem: string): void {
  if (!isFine) throw invalidField([member], problem);
}
