import { demoIds } from '../examples/demo-ids.ts';
import { exampleKeys } from '../examples/example-keys.ts';
import { create, get, list, remove, update } from '../schema/operations.ts';
import { defineResource } from '../schema/resource.ts';
import { bodySchema, type ObjectSchema, recordSchema } from '../schema/schema.ts';
import * as members from './members.ts';
import * as ssh from './ssh-members.ts';

const principals = {
  ...ssh.principals,
  description:
    'usernames that the holder may log in as; none means any, which current OpenSSH servers refuse',
  'x-empty': { means: 'any user', word: '*' },
} as const satisfies ObjectSchema;

const options = {
  type: 'object',
  // With 256 principals this stays below the 256 KiB that OpenSSH takes as one packet.
  maxProperties: 32,
  additionalProperties: { type: 'string', 'x-max-bytes': 4096 },
} as const satisfies ObjectSchema;

const criticalOptions = {
  ...options,
  description: 'force-command=<command> and source-address=<CIDR,...>, which the server must enforce',
} as const satisfies ObjectSchema;

const extensions = {
  ...options,
  default: { 'permit-pty': '', 'permit-user-rc': '' },
  description: 'what the server may allow, mostly with an empty value: permit-pty=, permit-port-forwarding=',
} as const satisfies ObjectSchema;

const validUntil = {
  type: 'string',
  format: 'date-time',
  description: 'end of the validity; 24 hours from now by default',
} as const satisfies ObjectSchema;

const sshUserCertificate = recordSchema('SshUserCertificate', {
  ...members.identity,
  ...members.words,
  public_key: ssh.publicKey,
  key_type: ssh.keyType,
  ssh_certificate_authority_id: ssh.authorityId,
  principals,
  critical_options: criticalOptions,
  extensions,
  valid_after: ssh.validAfter,
  valid_until: { ...validUntil, 'x-column': { kept: true } },
  certificate: { ...ssh.certificate, 'x-ssh-certificate': 'user' },
});

const createSshUserCertificate = bodySchema(['ssh_certificate_authority_id', 'public_key'], {
  ssh_certificate_authority_id: ssh.authorityId,
  public_key: ssh.publicKey,
  principals: {
    ...principals,
    'x-warn-empty':
      'the certificate is for any user, and current OpenSSH servers refuse a certificate without principals',
  },
  critical_options: criticalOptions,
  extensions,
  valid_after: ssh.validAfter,
  valid_until: { ...validUntil, 'x-span': ssh.validFor },
  ...members.words,
});

/** Certificates that let a key log in (contract/README.md "SSH certificates"). */
export const sshUserCertificates = defineResource({
  name: 'ssh-user-certificates',
  idPrefix: 'sucrt',
  summary: 'SSH certificates with which users log in to servers',
  eventKind: 'ssh_user_certificate',
  record: sshUserCertificate,
  columns: ['id', 'description', 'principals', 'key_type', 'valid_after', 'valid_until'],
  parameters: { id: { description: 'id of the SSH user certificate', refersTo: 'ssh_user_certificates' } },
  operations: {
    create: create('/ssh_user_certificates', createSshUserCertificate, sshUserCertificate, {
      summary: 'Sign an SSH user certificate',
      examples: [
        {
          summary: 'Let a key log in as one user for a day',
          body: {
            ssh_certificate_authority_id: demoIds.sshCertificateAuthorities.users,
            public_key: exampleKeys.ed25519,
            principals: ['alice'],
          },
        },
        {
          summary: 'Let a key run one command from one network',
          body: {
            ssh_certificate_authority_id: demoIds.sshCertificateAuthorities.users,
            public_key: exampleKeys.ed25519,
            principals: ['deploy'],
            critical_options: { 'force-command': '/usr/local/bin/deploy', 'source-address': '192.0.2.0/24' },
            extensions: {},
          },
        },
      ],
    }),
    list: list('/ssh_user_certificates', 'ssh_user_certificates', sshUserCertificate, {
      summary: 'List SSH user certificates',
      examples: [{ summary: 'List all SSH user certificates, newest first' }],
    }),
    get: get('/ssh_user_certificates/{id}', sshUserCertificate, {
      summary: 'Show an SSH user certificate',
      examples: [{ summary: 'Show one certificate', params: { id: demoIds.sshUserCertificates.alice } }],
    }),
    update: update('/ssh_user_certificates/{id}', members.updateDescription, sshUserCertificate, {
      summary: "Change an SSH user certificate's description or metadata",
      examples: [
        {
          summary: 'Say what a certificate is for',
          params: { id: demoIds.sshUserCertificates.alice },
          body: { description: 'on call this week' },
        },
      ],
    }),
    delete: remove('/ssh_user_certificates/{id}', {
      summary: 'Delete the record of an SSH user certificate',
      description: 'This does not revoke the certificate: servers accept it until its validity ends.',
      examples: [{ summary: 'Delete one record', params: { id: demoIds.sshUserCertificates.alice } }],
    }),
  },
});
