import { demoIds } from '../examples/demo-ids.ts';
import { defineResource } from '../schema/resource.ts';
import type { ObjectSchema } from '../schema/schema.ts';
import * as members from './members.ts';

const apiKey = {
  title: 'ApiKey',
  type: 'object',
  additionalProperties: false,
  required: ['id', 'uri', 'description', 'metadata', 'created_at', 'token', 'owner_id'],
  properties: {
    id: members.id,
    uri: members.uri,
    description: members.description,
    metadata: members.metadata,
    created_at: members.createdAt,
    token: {
      type: ['string', 'null'],
      'x-secret': true,
      description: 'the bearer token; only in the answer to the creation, null ever after',
    },
    owner_id: { type: 'string', description: 'user or bot that owns the key' },
  },
} as const satisfies ObjectSchema;

const createApiKey = {
  type: 'object',
  additionalProperties: false,
  properties: { description: members.description, metadata: members.metadata, owner_id: members.ownerId },
} as const satisfies ObjectSchema;

/** Keys that authenticate calls to the API (contract/README.md "API key"). */
export const apiKeys = defineResource({
  name: 'api-keys',
  idPrefix: 'ak',
  summary: 'Keys that authenticate calls to this API',
  eventKind: 'api_key',
  record: apiKey,
  columns: ['id', 'description', 'owner_id', 'created_at'],
  parameters: { id: { description: 'id of the API key', refersTo: 'api_keys' } },
  operations: {
    create: {
      method: 'POST',
      path: '/api_keys',
      summary: 'Create an API key',
      description: 'The answer shows the token. No later answer does: keep it now.',
      status: 201,
      body: createApiKey,
      returns: apiKey,
      errors: ['ERR_OWNER_NOT_PERMITTED'],
      examples: [
        { summary: 'Create a key for a pipeline', body: { description: 'nightly deployment' } },
        {
          summary: 'Create a key that a bot owns',
          body: { description: 'deploy bot', owner_id: demoIds.bots.deploy },
        },
      ],
    },
    list: {
      method: 'GET',
      path: '/api_keys',
      summary: 'List API keys',
      status: 200,
      list: { collection: 'keys', item: apiKey, paged: true },
      examples: [{ summary: 'List all keys, newest first' }],
    },
    get: {
      method: 'GET',
      path: '/api_keys/{id}',
      summary: 'Show an API key',
      status: 200,
      returns: apiKey,
      examples: [{ summary: 'Show one key', params: { id: demoIds.apiKeys.ci } }],
    },
    update: {
      method: 'PATCH',
      path: '/api_keys/{id}',
      summary: "Change an API key's description or metadata",
      status: 200,
      body: members.updateDescription,
      returns: apiKey,
      examples: [
        {
          summary: 'Say what a key is for',
          params: { id: demoIds.apiKeys.ci },
          body: { description: 'pull request checks' },
        },
      ],
    },
    delete: {
      method: 'DELETE',
      path: '/api_keys/{id}',
      summary: 'Delete an API key',
      description: 'Requests that carry its token are refused from then on.',
      status: 204,
      examples: [{ summary: 'Delete one key', params: { id: demoIds.apiKeys.ci } }],
    },
  },
});
