import { resources } from '../../../contract/index.ts';
import { checkCriticalOption, checkExtensionName } from '../../../contract/rules/ssh/certificate-options.ts';
import type { BodyOf } from '../../../contract/schema/resource.ts';
import { collectionOf } from '../../records/collection.ts';
import { invalidField } from '../../records/request-error.ts';
import type { RecordContext, RecordHead } from '../../rules/new-record.ts';
import { defineRules } from '../../rules/resource-rules.ts';
import { keptCertificate, keptOptions } from './kept-ssh-certificate.ts';
import { certificateSeed, type GivenCertificate, signCertificate } from './signed-ssh-certificate.ts';

/** How long they are valid, in seconds (contract/README.md "Limits"): 24 hours, and one year. */
const defaultValidity = { user: 24 * 60 * 60, host: 365 * 24 * 60 * 60 };

const sshUserCertificateCollection = collectionOf(resources.sshUserCertificates);

const { create } = resources.sshUserCertificates.operations;

type GivenUserCertificate = BodyOf<typeof create> & GivenCertificate;
type Options = Record<string, string>;

/** contract/README.md "SSH certificates". */
export const sshUserCertificateRules = defineRules(resources.sshUserCertificates, {
  collection: sshUserCertificateCollection,
  async insert(context, head, given: GivenUserCertificate) {
    const record = given.certificate === undefined ? await sign(context, head, given) : keep(head, given);
    await sshUserCertificateCollection.insert(context.transaction, { record, hidden: {} });
    return record;
  },
  seed: certificateSeed,
});

/** @throws RequestError 400 for an option that is not taken */
async function sign(context: RecordContext, head: RecordHead, given: GivenUserCertificate) {
  const criticalOptions: Options = given.critical_options ?? {};
  const extensions: Options = given.extensions ?? create.body.properties.extensions.default;
  for (const [name, value] of Object.entries(criticalOptions)) {
    const problem = checkCriticalOption(name, value);
    if (problem !== undefined) throw invalidField(['critical_options', name], problem);
  }
  for (const name of Object.keys(extensions)) {
    const problem = checkExtensionName(name);
    if (problem !== undefined) throw invalidField(['extensions', name], problem);
  }
  const terms = { kind: 'user', defaultValidity: defaultValidity.user, criticalOptions, extensions } as const;
  const signed = await signCertificate(context, head, given, terms);
  return { ...signed, critical_options: criticalOptions, extensions };
}

/** @throws RequestError 400 for what the certificate contradicts */
function keep(head: RecordHead, given: GivenUserCertificate) {
  const { held, record } = keptCertificate(head, 'user', given);
  const critical_options = keptOptions('critical_options', given.critical_options, held.criticalOptions);
  const extensions = keptOptions('extensions', given.extensions, held.extensions);
  return { ...record, critical_options, extensions };
}

const sshHostCertificateCollection = collectionOf(resources.sshHostCertificates);

/** contract/README.md "SSH certificates". */
export const sshHostCertificateRules = defineRules(resources.sshHostCertificates, {
  collection: sshHostCertificateCollection,
  async insert(context, head, given: GivenCertificate) {
    const record =
      given.certificate === undefined
        ? await signCertificate(context, head, given, { kind: 'host', defaultValidity: defaultValidity.host })
        : keptCertificate(head, 'host', given).record;
    await sshHostCertificateCollection.insert(context.transaction, { record, hidden: {} });
    return record;
  },
  seed: certificateSeed,
});
