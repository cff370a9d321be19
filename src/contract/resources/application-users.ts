import { demoIds } from '../examples/demo-ids.ts';
import { get, list, remove } from '../schema/operations.ts';
import { defineResource } from '../schema/resource.ts';
import { type ObjectSchema, recordSchema, wholeObject } from '../schema/schema.ts';
import * as members from './members.ts';

const text = { type: 'string' } as const satisfies ObjectSchema;

const applicationUser = recordSchema('ApplicationUser', {
  id: members.id,
  uri: members.uri,
  identity_provider: {
    ...wholeObject({
      name: { ...text, description: 'name of the provider' },
      url: { ...text, description: 'URL of the provider' },
    }),
    description: 'who vouched for the user',
  },
  provider_user_id: { ...text, description: "the provider's id of the user" },
  username: { ...text, 'x-identifies': true, description: "the user's handle" },
  email: { ...text, 'x-identifies': true, description: "the user's mail address" },
  name: { ...text, description: "the user's name" },
  created_at: members.createdAt,
  last_active: { ...text, format: 'date-time', description: 'last request of the user' },
  last_login: { ...text, format: 'date-time', description: 'last login of the user' },
});

/** Users who logged in to an application behind an endpoint (contract/README.md "Application user"). */
export const applicationUsers = defineResource({
  name: 'app.users',
  idPrefix: 'usr',
  summary: 'Users who logged in to your applications',
  eventKind: 'application_user',
  record: applicationUser,
  columns: ['id', 'username', 'email', 'identity_provider.name', 'last_active'],
  parameters: { id: { description: 'id of the application user', refersTo: 'app/users' } },
  operations: {
    list: list('/app/users', 'application_users', applicationUser, {
      summary: 'List application users',
      examples: [{ summary: 'List all application users, newest first' }],
    }),
    get: get('/app/users/{id}', applicationUser, {
      summary: 'Show an application user',
      examples: [{ summary: 'Show one user', params: { id: demoIds.applicationUsers.alice } }],
    }),
    delete: remove('/app/users/{id}', {
      summary: 'Delete an application user',
      examples: [{ summary: 'Delete one user', params: { id: demoIds.applicationUsers.bob } }],
    }),
  },
});
