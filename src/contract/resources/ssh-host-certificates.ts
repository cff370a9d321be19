import { demoIds } from '../examples/demo-ids.ts';
import { exampleKeys } from '../examples/example-keys.ts';
import { create, get, list, remove, update } from '../schema/operations.ts';
import { defineResource } from '../schema/resource.ts';
import { bodySchema, type ObjectSchema, recordSchema } from '../schema/schema.ts';
import * as members from './members.ts';
import * as ssh from './ssh-members.ts';

const principals = {
  ...ssh.principals,
  description: 'hostnames and IP addresses that may serve SSH with it; none means all hosts',
  'x-empty': { means: 'any host', word: '*' },
} as const satisfies ObjectSchema;

const validUntil = {
  type: 'string',
  format: 'date-time',
  description: 'end of the validity; one year from now by default',
} as const satisfies ObjectSchema;

const sshHostCertificate = recordSchema('SshHostCertificate', {
  ...members.identity,
  ...members.words,
  public_key: ssh.publicKey,
  key_type: ssh.keyType,
  ssh_certificate_authority_id: ssh.authorityId,
  principals,
  valid_after: ssh.validAfter,
  valid_until: { ...validUntil, 'x-column': { kept: true } },
  certificate: { ...ssh.certificate, 'x-ssh-certificate': 'host' },
});

const createSshHostCertificate = bodySchema(['ssh_certificate_authority_id', 'public_key'], {
  ssh_certificate_authority_id: ssh.authorityId,
  public_key: ssh.publicKey,
  principals: {
    ...principals,
    'x-warn-empty': 'the certificate is for any host, and whoever holds its key can pass for all of them',
  },
  valid_after: ssh.validAfter,
  valid_until: { ...validUntil, 'x-span': ssh.validFor },
  ...members.words,
});

/** Certificates that prove a server's name to SSH clients (contract/README.md "SSH certificates"). */
export const sshHostCertificates = defineResource({
  name: 'ssh-host-certificates',
  idPrefix: 'shcrt',
  summary: 'SSH certificates with which servers prove their names',
  eventKind: 'ssh_host_certificate',
  record: sshHostCertificate,
  columns: ['id', 'description', 'principals', 'key_type', 'valid_after', 'valid_until'],
  parameters: { id: { description: 'id of the SSH host certificate', refersTo: 'ssh_host_certificates' } },
  operations: {
    create: create('/ssh_host_certificates', createSshHostCertificate, sshHostCertificate, {
      summary: 'Sign an SSH host certificate',
      examples: [
        {
          summary: 'Certify the host key of a server for a year',
          body: {
            ssh_certificate_authority_id: demoIds.sshCertificateAuthorities.hosts,
            public_key: exampleKeys.ecdsa,
            principals: ['bastion.example.com', '192.0.2.10'],
          },
        },
      ],
    }),
    list: list('/ssh_host_certificates', 'ssh_host_certificates', sshHostCertificate, {
      summary: 'List SSH host certificates',
      examples: [{ summary: 'List all SSH host certificates, newest first' }],
    }),
    get: get('/ssh_host_certificates/{id}', sshHostCertificate, {
      summary: 'Show an SSH host certificate',
      examples: [{ summary: 'Show one certificate', params: { id: demoIds.sshHostCertificates.bastion } }],
    }),
    update: update('/ssh_host_certificates/{id}', members.updateDescription, sshHostCertificate, {
      summary: "Change an SSH host certificate's description or metadata",
      examples: [
        {
          summary: 'Say which server a certificate is for',
          params: { id: demoIds.sshHostCertificates.bastion },
          body: { description: 'bastion in Frankfurt' },
        },
      ],
    }),
    delete: remove('/ssh_host_certificates/{id}', {
      summary: 'Delete the record of an SSH host certificate',
      description: 'This does not revoke the certificate: clients accept it until its validity ends.',
      examples: [{ summary: 'Delete one record', params: { id: demoIds.sshHostCertificates.bastion } }],
    }),
  },
});
