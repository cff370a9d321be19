import { demoIds } from '../examples/demo-ids.ts';
import { create, get, list, remove, update } from '../schema/operations.ts';
import { defineResource } from '../schema/resource.ts';
import { bodySchema, recordSchema } from '../schema/schema.ts';
import * as members from './members.ts';

const apiKey = recordSchema('ApiKey', {
  id: members.id,
  uri: members.uri,
  ...members.words,
  created_at: members.createdAt,
  token: {
    type: ['string', 'null'],
    'x-secret': true,
    description: 'the bearer token; only in the answer to the creation, null ever after',
  },
  owner_id: { type: 'string', 'x-refers-to': 'users', description: 'user or bot that owns the key' },
});

const createApiKey = bodySchema([], {
  ...members.words,
  owner_id: members.ownerId,
});

/** Keys that authenticate calls to the API (contract/README.md "API key"). */
export const apiKeys = defineResource({
  name: 'api-keys',
  idPrefix: 'ak',
  summary: 'Keys that authenticate calls to this API',
  eventKind: 'api_key',
  record: apiKey,
  columns: ['id', 'description', 'owner_id', 'created_at'],
  manifest: { member: 'api_keys', identity: ['description'] },
  parameters: { id: { description: 'id of the API key', refersTo: 'api_keys' } },
  operations: {
    create: create('/api_keys', createApiKey, apiKey, {
      summary: 'Create an API key',
      description: 'The answer shows the token. No later answer does: keep it now.',
      errors: ['ERR_OWNER_NOT_PERMITTED'],
      examples: [
        { summary: 'Create a key for a pipeline', body: { description: 'nightly deployment' } },
        {
          summary: 'Create a key that a bot owns',
          body: { description: 'deploy bot', owner_id: demoIds.bots.deploy },
        },
      ],
    }),
    list: list('/api_keys', 'keys', apiKey, {
      summary: 'List API keys',
      examples: [{ summary: 'List all keys, newest first' }],
    }),
    get: get('/api_keys/{id}', apiKey, {
      summary: 'Show an API key',
      examples: [{ summary: 'Show one key', params: { id: demoIds.apiKeys.ci } }],
    }),
    update: update('/api_keys/{id}', members.updateDescription, apiKey, {
      summary: "Change an API key's description or metadata",
      errors: ['ERR_NOT_OWNER'],
      examples: [
        {
          summary: 'Say what a key is for',
          params: { id: demoIds.apiKeys.ci },
          body: { description: 'pull request checks' },
        },
      ],
    }),
    delete: remove('/api_keys/{id}', {
      summary: 'Delete an API key',
      description: 'Requests that carry its token are refused from then on.',
      errors: ['ERR_NOT_OWNER'],
      examples: [{ summary: 'Delete one key', params: { id: demoIds.apiKeys.ci } }],
    }),
  },
});
