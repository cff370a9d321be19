import { resources } from '../../contract/index.ts';
import type { BodyOf } from '../../contract/resource.ts';
import { checkCriticalOption, checkExtensionName } from '../../contract/rules/ssh-certificate-options.ts';
import type { Transaction } from '../../store/store.ts';
import { defineBehaviour } from '../behaviour.ts';
import type { Service } from '../call.ts';
import { collectionOf } from '../collection.ts';
import { invalidField } from '../request-error.ts';
import { begin, type Start, standard, updateWords, withDefaults } from '../standard.ts';
import { signCertificate } from './ssh-certificates.ts';

/** 24 hours, in seconds (api.md section 8). */
const defaultValidity = 24 * 60 * 60;

export const sshUserCertificateCollection = collectionOf(resources.sshUserCertificates);

/** api.md section 4, SSH user certificates; decisions.md "SSH certificates". */
export const sshUserCertificateBehaviour = defineBehaviour(resources.sshUserCertificates, {
  ...standard(sshUserCertificateCollection),
  update: updateWords(sshUserCertificateCollection),
  create: (call) =>
    call.store.write(async (transaction) => {
      const start = await begin(transaction, call, resources.sshUserCertificates);
      return addSshUserCertificate(transaction, call, start, call.body);
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
  start: Start,
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
