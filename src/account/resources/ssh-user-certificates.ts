import { resources } from '../../contract/index.ts';
import { checkCriticalOption, checkExtensionName } from '../../contract/rules/ssh/certificate-options.ts';
import type { BodyOf } from '../../contract/schema/resource.ts';
import type { Transaction } from '../../store/store.ts';
import { collectionOf } from '../records/collection.ts';
import {
  crudHandlers,
  newRecordHead,
  type RecordHead,
  updateWords,
  withDefaults,
} from '../records/crud-handlers.ts';
import { defineHandlers } from '../records/handlers.ts';
import type { Service } from '../records/operation-context.ts';
import { invalidField } from '../records/request-error.ts';
import { signCertificate } from './ssh-certificates.ts';

/** 24 hours, in seconds (contract/README.md "Limits"). */
const defaultValidity = 24 * 60 * 60;

export const sshUserCertificateCollection = collectionOf(resources.sshUserCertificates);

/** contract/README.md "SSH certificates". */
export const sshUserCertificateHandlers = defineHandlers(resources.sshUserCertificates, {
  ...crudHandlers(sshUserCertificateCollection),
  update: updateWords(sshUserCertificateCollection),
  create: (context) =>
    context.store.write(async (transaction) => {
      const start = await newRecordHead(transaction, context, resources.sshUserCertificates);
      return addSshUserCertificate(transaction, context, start, context.body);
    }),
});

const { create } = resources.sshUserCertificates.operations;

/**
 * Signs a user certificate, stores it and answers with its record.
 * @throws RequestError 400 for an option that is not taken
 */
export async function addSshUserCertificate(
  transaction: Transaction,
  service: Pick<Service, 'vault' | 'now'>,
  start: RecordHead,
  given: BodyOf<typeof create>,
) {
  const body = withDefaults(create.body, given);
  const { critical_options: criticalOptions = {}, extensions = {} } = body;
  checkOptions(criticalOptions, extensions);
  const terms = { kind: 'user', defaultValidity, criticalOptions, extensions } as const;
  const signed = await signCertificate(transaction, service, start, body, terms);
  const record = { ...signed, critical_options: criticalOptions, extensions };
  await sshUserCertificateCollection.insert(transaction, { record, hidden: {} });
  return record;
}

type Options = Readonly<Record<string, string>>;

function checkOptions(criticalOptions: Options, extensions: Options): void {
  for (const [name, value] of Object.entries(criticalOptions)) {
    const problem = checkCriticalOption(name, value);
    if (problem !== undefined) throw invalidField(['critical_options', name], problem);
  }
  for (const name of Object.keys(extensions)) {
    const problem = checkExtensionName(name);
    if (problem !== undefined) throw invalidField(['extensions', name], problem);
  }
}
