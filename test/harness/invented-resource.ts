import { resources } from '../../src/contract/index.ts';
import * as members from '../../src/contract/resources/members.ts';
import { defineResource } from '../../src/contract/schema/resource.ts';
import type { ObjectSchema } from '../../src/contract/schema/schema.ts';

// A resource that nobody has ever heard of: all that is known of it stands here.

const widgetMembers = {
  name: { type: 'string', minLength: 1, description: 'what it is called' },
  color: { type: 'string', enum: ['red', 'green'], 'x-any-case': true, description: 'its color' },
  size: { type: 'integer', minimum: 1, default: 3, description: 'how large it is' },
  is_public: { type: 'boolean', default: true, description: 'whether everybody sees it' },
  tags: { type: 'array', items: { type: 'string' }, description: 'words about it' },
  expires_at: { type: 'string', format: 'date-time', description: 'when it ends' },
  policy_id: { type: 'string', 'x-refers-to': 'ip_policies', description: 'who may use it' },
  login: {
    type: 'object',
    additionalProperties: false,
    properties: {
      user: { type: 'string', description: 'user of the login' },
      password: { type: 'string', 'x-secret': true, description: 'password of the login' },
    },
    description: 'what it logs in with',
  },
  description: members.description,
  owner_id: members.ownerId,
} as const satisfies Record<string, ObjectSchema>;

const { owner_id: _owner, ...changeable } = widgetMembers;

const widget = {
  title: 'Widget',
  type: 'object',
  additionalProperties: false,
  required: ['id', 'uri', 'created_at', 'updated_at', 'name', 'size', 'is_public', 'tags', 'description'],
  properties: {
    id: members.id,
    uri: members.uri,
    created_at: members.createdAt,
    updated_at: members.updatedAt,
    ...widgetMembers,
  },
} as const satisfies ObjectSchema;

const body = {
  type: 'object',
  additionalProperties: false,
  required: ['name'],
  properties: widgetMembers,
} as const satisfies ObjectSchema;

const one = { path: '/widgets/{id}', status: 200, returns: widget, examples: [] } as const;

export const widgets = defineResource({
  name: 'widgets',
  idPrefix: 'wdg',
  summary: 'Widgets',
  eventKind: 'widget',
  record: widget,
  columns: ['id', 'name'],
  operations: {
    create: { ...one, method: 'POST', path: '/widgets', summary: 'Create', status: 201, body },
    list: {
      method: 'GET',
      path: '/widgets',
      summary: 'List',
      status: 200,
      list: { collection: 'widgets', item: widget, paged: true },
      examples: [],
    },
    get: { ...one, method: 'GET', summary: 'Show' },
    update: {
      ...one,
      method: 'PATCH',
      summary: 'Change',
      body: { type: 'object', additionalProperties: false, properties: changeable },
    },
    delete: { method: 'DELETE', path: one.path, summary: 'Delete', status: 204, examples: [] },
  },
});

/** The resources of the API and this one. */
export const withWidgets = { ...resources, widgets };
