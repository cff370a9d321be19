import { resources } from '../../contract/index.ts';
import type { BodyOf } from '../../contract/resource.ts';
import type { Transaction } from '../../store/store.ts';
import { defineBehaviour } from '../behaviour.ts';
import type { Service } from '../call.ts';
import { collectionOf } from '../collection.ts';
import { begin, type Start, standard, updateWords } from '../standard.ts';
import { signCertificate } from './ssh-certificates.ts';

/** One year, in seconds (api.md section 8). */
const defaultValidity = 365 * 24 * 60 * 60;

export const sshHostCertificateCollection = collectionOf(resources.sshHostCertificates);

/** api.md section 4, SSH host certificates; decisions.md "SSH certificates". */
export const sshHostCertificateBehaviour = defineBehaviour(resources.sshHostCertificates, {
  ...standard(sshHostCertificateCollection),
  update: updateWords(sshHostCertificateCollection),
  create: (call) =>
    call.store.write(async (transaction) => {
      const start = await begin(transaction, call, resources.sshHostCertificates);
      return addSshHostCertificate(transaction, call, start, call.body);
    }),
});

/** Signs a host certificate, stores it and answers with its record. */
export async function addSshHostCertificate(
  transaction: Transaction,
  service: Pick<Service, 'vault' | 'now'>,
  start: Start,
  given: BodyOf<typeof resources.sshHostCertificates.operations.create>,
) {
  const terms = { kind: 'host', defaultValidity } as const;
  const record = await signCertificate(transaction, service, start, given, terms);
  await sshHostCertificateCollection.insert(transaction, { record, hidden: {} });
  return record;
}
