import { resources } from '../../contract/index.ts';
import type { BodyOf } from '../../contract/schema/resource.ts';
import type { Transaction } from '../../store/store.ts';
import { collectionOf } from '../records/collection.ts';
import { crudHandlers, newRecordHead, type RecordHead, updateWords } from '../records/crud-handlers.ts';
import { defineHandlers } from '../records/handlers.ts';
import type { Service } from '../records/operation-context.ts';
import { signCertificate } from './ssh-certificates.ts';

/** One year, in seconds (contract/README.md "Limits"). */
const defaultValidity = 365 * 24 * 60 * 60;

export const sshHostCertificateCollection = collectionOf(resources.sshHostCertificates);

/** contract/README.md "SSH certificates". */
export const sshHostCertificateHandlers = defineHandlers(resources.sshHostCertificates, {
  ...crudHandlers(sshHostCertificateCollection),
  update: updateWords(sshHostCertificateCollection),
  create: (context) =>
    context.store.write(async (transaction) => {
      const start = await newRecordHead(transaction, context, resources.sshHostCertificates);
      return addSshHostCertificate(transaction, context, start, context.body);
    }),
});

/** Signs a host certificate, stores it and answers with its record. */
export async function addSshHostCertificate(
  transaction: Transaction,
  service: Pick<Service, 'vault' | 'now'>,
  start: RecordHead,
  given: BodyOf<typeof resources.sshHostCertificates.operations.create>,
) {
  const terms = { kind: 'host', defaultValidity } as const;
  const record = await signCertificate(transaction, service, start, given, terms);
  await sshHostCertificateCollection.insert(transaction, { record, hidden: {} });
  return record;
}
