import { demoIds } from '../examples/demo-ids.ts';
import { exampleKeys } from '../examples/example-keys.ts';
import { create, get, list, remove, update } from '../schema/operations.ts';
import { defineResource } from '../schema/resource.ts';
import { bodySchema, type ObjectSchema, recordSchema } from '../schema/schema.ts';
import * as members from './members.ts';
import * as ssh from './ssh-members.ts';

const acl = {
  type: 'array',
  maxItems: 256,
  items: { type: 'string', format: 'acl-rule', 'x-max-bytes': 512 },
  description:
    'what the key may bind: bind:<domain>, bind:*.<domain>, bind:<host>:<port>, bind:<label>=<value> or *; ' +
    'empty means everything',
  'x-empty': { means: 'everything', word: '*', isValue: true },
} as const satisfies ObjectSchema;

const publicKey = {
  ...ssh.publicKey,
  description: 'the public key: one line as in id_ed25519.pub, or PEM',
} as const satisfies ObjectSchema;

const sshCredential = recordSchema('SshCredential', {
  ...members.identity,
  ...members.words,
  public_key: publicKey,
  acl,
  owner_id: { type: 'string', 'x-refers-to': 'users', description: 'user or bot that owns the credential' },
});

const createSshCredential = bodySchema(['public_key'], {
  public_key: publicKey,
  acl: { ...acl, 'x-warn-empty': 'the key may bind everything' },
  ...members.words,
  owner_id: members.ownerId,
});

const updateSshCredential = bodySchema([], {
  acl,
  ...members.words,
});

/** Public keys with an ACL (contract/README.md "SSH credential"). */
export const sshCredentials = defineResource({
  name: 'ssh-credentials',
  idPrefix: 'sshcr',
  summary: 'Public keys that may start tunnels through the SSH gateway',
  eventKind: 'ssh_credential',
  record: sshCredential,
  columns: ['id', 'description', 'acl', 'created_at'],
  manifest: { member: 'ssh_credentials', identity: ['public_key'] },
  parameters: { id: { description: 'id of the SSH credential', refersTo: 'ssh_credentials' } },
  operations: {
    create: create('/ssh_credentials', createSshCredential, sshCredential, {
      summary: 'Create an SSH credential from a public key',
      errors: ['ERR_OWNER_NOT_PERMITTED', 'ERR_SSH_PUBLIC_KEY_TAKEN'],
      examples: [
        {
          summary: 'Let a key bind the subdomains of one domain',
          body: {
            public_key: exampleKeys.ed25519,
            acl: ['bind:*.example.com'],
            description: "alice's laptop",
          },
        },
      ],
    }),
    list: list('/ssh_credentials', 'ssh_credentials', sshCredential, {
      summary: 'List SSH credentials',
      examples: [{ summary: 'List all SSH credentials, newest first' }],
    }),
    get: get('/ssh_credentials/{id}', sshCredential, {
      summary: 'Show an SSH credential',
      examples: [{ summary: 'Show one SSH credential', params: { id: demoIds.sshCredentials.laptop } }],
    }),
    update: update('/ssh_credentials/{id}', updateSshCredential, sshCredential, {
      summary: "Change an SSH credential's ACL, description or metadata",
      errors: ['ERR_NOT_OWNER'],
      examples: [
        {
          summary: 'Replace the whole ACL',
          params: { id: demoIds.sshCredentials.laptop },
          body: { acl: ['bind:app.example.com', 'bind:team=*'] },
        },
        {
          summary: 'Lift every restriction',
          params: { id: demoIds.sshCredentials.laptop },
          body: { acl: [] },
        },
      ],
    }),
    delete: remove('/ssh_credentials/{id}', {
      summary: 'Delete an SSH credential',
      errors: ['ERR_NOT_OWNER'],
      examples: [{ summary: 'Delete one SSH credential', params: { id: demoIds.sshCredentials.laptop } }],
    }),
  },
});
