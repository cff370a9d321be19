import { resources } from '../../contract/index.ts';
import { collectionOf } from '../records/collection.ts';
import { defineRules } from '../rules/resource-rules.ts';
import { keptCertificate } from './kept-ssh-certificate.ts';
import { certificateSeed, type GivenCertificate, signCertificate } from './ssh-certificates.ts';

/** One year, in seconds (contract/README.md "Limits"). */
const defaultValidity = 365 * 24 * 60 * 60;

const sshHostCertificateCollection = collectionOf(resources.sshHostCertificates);

/** contract/README.md "SSH certificates". */
export const sshHostCertificateRules = defineRules(resources.sshHostCertificates, {
  collection: sshHostCertificateCollection,
  async insert(context, head, given: GivenCertificate) {
    const record =
      given.certificate === undefined
        ? await signCertificate(context, head, given, { kind: 'host', defaultValidity })
        : keptCertificate(head, 'host', given).record;
    await sshHostCertificateCollection.insert(context.transaction, { record, hidden: {} });
    return record;
  },
  seed: certificateSeed,
});
