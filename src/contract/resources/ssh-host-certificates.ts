import { demoIds } from '../examples/demo-ids.ts';
import { exampleKeys } from '../examples/example-keys.ts';
import { defineResource } from '../schema/resource.ts';
import type { ObjectSchema } from '../schema/schema.ts';
import * as members from './members.ts';
import * as ssh from './ssh-certificate-members.ts';

const principals = {
  ...ssh.principals,
  description: 'hostnames and IP addresses that may serve SSH with it; none means all hosts',
} as const satisfies ObjectSchema;

const validAfter = {
  ...ssh.time,
  description: 'start of the validity; now by default',
} as const satisfies ObjectSchema;

const validUntil = {
  ...ssh.time,
  description: 'end of the validity; one year from now by default',
} as const satisfies ObjectSchema;

const sshHostCertificate = {
  title: 'SshHostCertificate',
  type: 'object',
  additionalProperties: false,
  required: [
    'id',
    'uri',
    'created_at',
    'description',
    'metadata',
    'public_key',
    'key_type',
    'ssh_certificate_authority_id',
    'principals',
    'valid_after',
    'valid_until',
    'certificate',
  ],
  properties: {
    id: members.id,
    uri: members.uri,
    created_at: members.createdAt,
    description: members.description,
    metadata: members.metadata,
    public_key: ssh.publicKey,
    key_type: ssh.keyType,
    ssh_certificate_authority_id: ssh.authorityId,
    principals,
    valid_after: validAfter,
    valid_until: validUntil,
    certificate: ssh.certificate,
  },
} as const satisfies ObjectSchema;

const createSshHostCertificate = {
  type: 'object',
  additionalProperties: false,
  required: ['ssh_certificate_authority_id', 'public_key'],
  properties: {
    ssh_certificate_authority_id: ssh.authorityId,
    public_key: ssh.publicKey,
    principals,
    valid_after: validAfter,
    valid_until: { ...validUntil, 'x-span': ssh.validFor },
    description: members.description,
    metadata: members.metadata,
  },
} as const satisfies ObjectSchema;

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
    create: {
      method: 'POST',
      path: '/ssh_host_certificates',
      summary: 'Sign an SSH host certificate',
      status: 201,
      body: createSshHostCertificate,
      returns: sshHostCertificate,
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
    },
    list: {
      method: 'GET',
      path: '/ssh_host_certificates',
      summary: 'List SSH host certificates',
      status: 200,
      list: { collection: 'ssh_host_certificates', item: sshHostCertificate, paged: true },
      examples: [{ summary: 'List all SSH host certificates, newest first' }],
    },
    get: {
      method: 'GET',
      path: '/ssh_host_certificates/{id}',
      summary: 'Show an SSH host certificate',
      status: 200,
      returns: sshHostCertificate,
      examples: [{ summary: 'Show one certificate', params: { id: demoIds.sshHostCertificates.bastion } }],
    },
    update: {
      method: 'PATCH',
      path: '/ssh_host_certificates/{id}',
      summary: "Change an SSH host certificate's description or metadata",
      status: 200,
      body: members.updateDescription,
      returns: sshHostCertificate,
      examples: [
        {
          summary: 'Say which server a certificate is for',
          params: { id: demoIds.sshHostCertificates.bastion },
          body: { description: 'bastion in Frankfurt' },
        },
      ],
    },
    delete: {
      method: 'DELETE',
      path: '/ssh_host_certificates/{id}',
      summary: 'Delete the record of an SSH host certificate',
      description: 'This does not revoke the certificate: clients accept it until its validity ends.',
      status: 204,
      examples: [{ summary: 'Delete one record', params: { id: demoIds.sshHostCertificates.bastion } }],
    },
  },
});
