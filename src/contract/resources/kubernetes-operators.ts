import { demoIds } from '../examples/demo-ids.ts';
import { exampleCertificateRequest } from '../examples/example-keys.ts';
import { create, get, list, remove, update } from '../schema/operations.ts';
import { defineResource } from '../schema/resource.ts';
import { bodySchema, type ObjectSchema, recordSchema, wholeObject } from '../schema/schema.ts';
import { endpoint } from './endpoints.ts';
import * as members from './members.ts';

const enabledFeatures = {
  type: 'array',
  maxItems: 3,
  items: { type: 'string', enum: ['bindings', 'ingress', 'gateway'], 'x-any-case': true },
  description: 'features of the operator that are switched on',
} as const satisfies ObjectSchema;

const word = { type: 'string', 'x-max-bytes': 255 } as const satisfies ObjectSchema;

const deploymentMembers = {
  name: { ...word, description: 'name of the deployment' },
  namespace: { ...word, description: 'Kubernetes namespace of the deployment' },
  version: { ...word, description: 'version of the operator' },
  cluster_name: { ...word, 'x-identifies': true, description: "the cluster's name, given by you" },
} as const satisfies Record<string, ObjectSchema>;

const selectors = {
  type: 'array',
  maxItems: 32,
  items: { type: 'string', format: 'cel', 'x-max-bytes': 4096 },
  description: 'CEL expressions; an endpoint that one of them accepts is bound ("true" accepts all)',
} as const satisfies ObjectSchema;

const region = {
  type: 'string',
  minLength: 1,
  'x-max-bytes': 64,
  default: 'global',
  description: "region that serves the operator's ingress",
} as const satisfies ObjectSchema;

const certificate = {
  ...wholeObject({
    cert: {
      type: 'string',
      'x-document': true,
      description: 'PEM client certificate; empty when there is none',
    },
    // No `format`: the zero time of no certificate lies before what a `date-time` of ours may be.
    not_before: { type: 'string', 'x-time': true, description: 'start of its validity' },
    not_after: { type: 'string', 'x-time': true, description: 'end of its validity' },
  }),
  description: 'client certificate made from the signing request',
} as const satisfies ObjectSchema;

const operator = recordSchema('KubernetesOperator', {
  ...members.identity,
  updated_at: members.updatedAt,
  ...members.words,
  principal: members.principal('user or bot that created it'),
  enabled_features: enabledFeatures,
  region,
  deployment: { ...wholeObject(deploymentMembers), description: 'where the operator runs' },
  binding: {
    ...wholeObject(
      {
        endpoint_selectors: { ...selectors, type: ['array', 'null'] },
        cert: certificate,
        ingress_endpoint: { type: 'string', description: 'public ingress endpoint' },
      },
      ['ingress_endpoint'],
    ),
    description: 'the bindings feature',
  },
});

const binding = {
  ...bodySchema([], {
    endpoint_selectors: selectors,
    csr: {
      type: 'string',
      minLength: 1,
      'x-max-bytes': 16_384,
      'x-file': 'operator.csr',
      description: 'PEM certificate signing request; its key gets a client certificate for mutual TLS',
    },
    ingress_endpoint: { ...word, description: 'public ingress endpoint, as host:port' },
  }),
  description: 'only with the bindings feature',
} as const satisfies ObjectSchema;

const createOperator = bodySchema([], {
  ...members.words,
  enabled_features: enabledFeatures,
  region,
  deployment: { ...bodySchema([], deploymentMembers), description: 'where the operator runs' },
  binding,
});

const { name, version } = deploymentMembers;

const updateOperator = bodySchema([], {
  ...createOperator.properties,
  deployment: { ...bodySchema([], { name, version }), description: 'where the operator runs' },
});

/** Operators of container clusters and the endpoints bound to them (contract/README.md "Operator"). */
export const kubernetesOperators = defineResource({
  name: 'kubernetes-operators',
  idPrefix: 'k8sop',
  summary: 'Operators registered for Kubernetes clusters',
  eventKind: 'kubernetes_operator',
  record: operator,
  columns: ['id', 'description', 'enabled_features', 'region', 'deployment.cluster_name', 'created_at'],
  manifest: {
    member: 'kubernetes_operators',
    identity: ['deployment.cluster_name', 'deployment.namespace', 'deployment.name'],
  },
  parameters: { id: { description: 'id of the operator', refersTo: 'kubernetes_operators' } },
  operations: {
    create: create('/kubernetes_operators', createOperator, operator, {
      summary: 'Register an operator',
      examples: [
        {
          summary: 'Register an operator with bindings and its own client certificate',
          body: {
            description: 'production cluster',
            enabled_features: ['bindings', 'ingress'],
            deployment: {
              name: 'operator',
              namespace: 'tunnel',
              version: '1.4.0',
              cluster_name: 'production',
            },
            binding: {
              endpoint_selectors: ["endpoint.url.endsWith('.example.com')"],
              csr: exampleCertificateRequest,
            },
          },
        },
      ],
    }),
    list: list('/kubernetes_operators', 'operators', operator, {
      summary: 'List operators',
      examples: [{ summary: 'List all operators, newest first' }],
    }),
    get: get('/kubernetes_operators/{id}', operator, {
      summary: 'Show an operator',
      examples: [{ summary: 'Show one operator', params: { id: demoIds.kubernetesOperators.production } }],
    }),
    update: update('/kubernetes_operators/{id}', updateOperator, operator, {
      summary: 'Change an operator',
      description: 'Members of deployment and binding that are not given stay as they are.',
      examples: [
        {
          summary: 'Record a new version of the deployment',
          params: { id: demoIds.kubernetesOperators.production },
          body: { deployment: { version: '1.5.0' } },
        },
      ],
    }),
    delete: remove('/kubernetes_operators/{id}', {
      summary: 'Delete an operator',
      examples: [{ summary: 'Delete one operator', params: { id: demoIds.kubernetesOperators.staging } }],
    }),
    'list-bound-endpoints': list('/kubernetes_operators/{id}/bound_endpoints', 'endpoints', endpoint, {
      summary: 'List the endpoints bound to an operator',
      description:
        'Bound are the endpoints with the kubernetes binding that at least one selector of the operator accepts.',
      errors: ['ERR_SELECTORS_TOO_SLOW', 'ERR_EXPRESSION_TOO_COSTLY'],
      examples: [
        { summary: 'See what a cluster can reach', params: { id: demoIds.kubernetesOperators.production } },
      ],
    }),
  },
});
