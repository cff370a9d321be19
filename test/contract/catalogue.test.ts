import { describe, expect, it } from 'vitest';
import { commonErrors, type ErrorDefinition, errors } from '../../src/contract/errors/errors.ts';
import { type CatalogueEntry, catalogue, resources } from '../../src/contract/index.ts';
import { pathParameters, type Resource, responseSchema } from '../../src/contract/schema/resource.ts';
import type { ObjectSchema } from '../../src/contract/schema/schema.ts';
import { validate } from '../../src/contract/schema/validate.ts';
import { serviceErrors } from '../../src/hosting/admin-api.ts';

const words = 'description metadata';
const certificate =
  'ssh_certificate_authority_id public_key principals valid_after valid_until description metadata';
const operator = 'description metadata enabled_features region deployment binding';

/** contract/README.md "Operations", row by row: status, method and path, members of the request body. */
const rows: [number, string, string?][] = [
  [201, 'POST /api_keys', `${words} owner_id`],
  [200, 'GET /api_keys/{id}'],
  [200, 'GET /api_keys'],
  [200, 'PATCH /api_keys/{id}', words],
  [204, 'DELETE /api_keys/{id}'],
  [201, 'POST /kubernetes_operators', operator],
  [200, 'GET /kubernetes_operators/{id}'],
  [200, 'GET /kubernetes_operators'],
  [200, 'PATCH /kubernetes_operators/{id}', operator],
  [204, 'DELETE /kubernetes_operators/{id}'],
  [200, 'GET /kubernetes_operators/{id}/bound_endpoints'],
  [201, 'POST /endpoints', `url type traffic_policy ${words} bindings pooling_enabled`],
  [200, 'GET /endpoints/{id}'],
  [200, 'GET /endpoints'],
  [200, 'PATCH /endpoints/{id}', `url traffic_policy ${words} bindings pooling_enabled`],
  [204, 'DELETE /endpoints/{id}'],
  [201, 'POST /ssh_credentials', `${words} acl public_key owner_id`],
  [200, 'GET /ssh_credentials/{id}'],
  [200, 'GET /ssh_credentials'],
  [200, 'PATCH /ssh_credentials/{id}', `${words} acl`],
  [204, 'DELETE /ssh_credentials/{id}'],
  [200, 'GET /tunnel_sessions'],
  [200, 'GET /tunnel_sessions/{id}'],
  [204, 'POST /tunnel_sessions/{id}/restart', ''],
  [204, 'POST /tunnel_sessions/{id}/stop', ''],
  [204, 'POST /tunnel_sessions/{id}/update', ''],
  [200, 'GET /tunnels'],
  [200, 'GET /tunnels/{id}'],
  [201, 'POST /ssh_user_certificates', `${certificate} critical_options extensions`],
  [200, 'GET /ssh_user_certificates/{id}'],
  [200, 'GET /ssh_user_certificates'],
  [200, 'PATCH /ssh_user_certificates/{id}', words],
  [204, 'DELETE /ssh_user_certificates/{id}'],
  [201, 'POST /ssh_host_certificates', certificate],
  [200, 'GET /ssh_host_certificates/{id}'],
  [200, 'GET /ssh_host_certificates'],
  [200, 'PATCH /ssh_host_certificates/{id}', words],
  [204, 'DELETE /ssh_host_certificates/{id}'],
  [200, 'PUT /edges/tcp/{id}/ip_restriction', 'enabled ip_policy_ids'],
  [200, 'GET /edges/tcp/{id}/ip_restriction'],
  [204, 'DELETE /edges/tcp/{id}/ip_restriction'],
  [200, 'PUT /edges/https/{edge_id}/routes/{id}/user_agent_filter', 'enabled allow deny'],
  [200, 'GET /edges/https/{edge_id}/routes/{id}/user_agent_filter'],
  [204, 'DELETE /edges/https/{edge_id}/routes/{id}/user_agent_filter'],
  [201, 'POST /abuse_reports', 'urls metadata'],
  [200, 'GET /abuse_reports/{id}'],
  [200, 'GET /app/users/{id}'],
  [200, 'GET /app/users'],
  [204, 'DELETE /app/users/{id}'],
  [201, 'POST /event_subscriptions/{subscription_id}/sources', 'type'],
  [200, 'GET /event_subscriptions/{subscription_id}/sources/{type}'],
  [200, 'GET /event_subscriptions/{subscription_id}/sources'],
  [200, 'PATCH /event_subscriptions/{subscription_id}/sources/{type}', ''],
  [204, 'DELETE /event_subscriptions/{subscription_id}/sources/{type}'],
  [201, 'POST /event_destinations', `${words} format target`],
  [200, 'GET /event_destinations/{id}'],
  [200, 'GET /event_destinations'],
  [200, 'PATCH /event_destinations/{id}', `${words} format target`],
  [204, 'DELETE /event_destinations/{id}'],
];

/** contract/README.md "Operations": the collection of each list. */
const collections: Record<string, string> = {
  '/api_keys': 'keys',
  '/kubernetes_operators': 'operators',
  '/kubernetes_operators/{id}/bound_endpoints': 'endpoints',
  '/endpoints': 'endpoints',
  '/ssh_credentials': 'ssh_credentials',
  '/tunnel_sessions': 'tunnel_sessions',
  '/tunnels': 'tunnels',
  '/ssh_user_certificates': 'ssh_user_certificates',
  '/ssh_host_certificates': 'ssh_host_certificates',
  '/app/users': 'application_users',
  '/event_subscriptions/{subscription_id}/sources': 'sources',
  '/event_destinations': 'event_destinations',
};

const sshCertificate = `id uri created_at ${words} public_key key_type ssh_certificate_authority_id principals valid_after valid_until certificate`;

/** contract/README.md "Records": the members of each record. */
const records: Record<keyof typeof resources, string> = {
  apiKeys: `id uri ${words} created_at token owner_id`,
  kubernetesOperators: `id uri created_at updated_at ${words} principal enabled_features region deployment binding`,
  endpoints:
    'id uri region created_at updated_at public_url proto scheme hostport host port type metadata description domain ' +
    'tcp_addr tunnel edge upstream_url upstream_protocol url principal traffic_policy bindings tunnel_session name ' +
    'pooling_enabled',
  sshCredentials: `id uri created_at ${words} public_key acl owner_id`,
  tunnelSessions: 'agent_version credential id ip metadata os region started_at transport uri',
  tunnels:
    'id uri public_url started_at metadata proto region tunnel_session endpoint labels backends forwards_to',
  sshUserCertificates: `${sshCertificate} critical_options extensions`,
  sshHostCertificates: sshCertificate,
  edgeIpRestriction: 'enabled ip_policies',
  routeUserAgentFilter: 'enabled allow deny',
  abuseReports: 'id uri created_at urls metadata status hostnames',
  applicationUsers:
    'id uri identity_provider provider_user_id username email name created_at last_active last_login',
  eventSources: 'type uri',
  eventDestinations: `id uri created_at ${words} format target`,
};

/** contract/README.md "Records": identifier prefixes. */
const prefixes: Partial<Record<keyof typeof resources, string>> = {
  apiKeys: 'ak',
  kubernetesOperators: 'k8sop',
  endpoints: 'ep',
  sshCredentials: 'sshcr',
  tunnelSessions: 'ts',
  tunnels: 'tn',
  sshUserCertificates: 'sucrt',
  sshHostCertificates: 'shcrt',
  abuseReports: 'abrp',
  eventDestinations: 'ed',
  applicationUsers: 'usr',
};

const sorted = (names: string | readonly string[]) =>
  (typeof names === 'string' ? names.split(' ').filter((name) => name !== '') : [...names]).sort();
const membersOf = (schema: ObjectSchema) => sorted(Object.keys(schema.properties ?? {}));
const requestOf = ({ operation }: CatalogueEntry) => `${operation.method} ${operation.path}`;

describe('the catalogue', () => {
  it('has the 59 operations of the API document and no other', () => {
    expect(rows).toHaveLength(59);
    expect(catalogue.map(requestOf).sort()).toEqual(rows.map(([, request]) => request).sort());
  });

  it.each(rows)('answers %i to %s', (status, request, members) => {
    const entry = catalogue.find((one) => requestOf(one) === request);
    expect(entry?.operation.status).toBe(status);
    const body = entry?.operation.body;
    expect(body && membersOf(body)).toEqual(members === undefined ? undefined : sorted(members));
    if (body) expect(body).toMatchObject({ type: 'object', additionalProperties: false });
  });

  it('has lists in the envelope of their collection, all but one paged', () => {
    const lists = catalogue.filter(({ operation }) => operation.list);
    expect(
      Object.fromEntries(lists.map(({ operation }) => [operation.path, operation.list?.collection])),
    ).toEqual(collections);
    for (const { operation } of lists) {
      const paged = !operation.path.startsWith('/event_subscriptions');
      expect(operation.list?.paged).toBe(paged);
      const envelope = [operation.list?.collection ?? '', 'uri', ...(paged ? ['next_page_uri'] : [])];
      expect(responseSchema(operation)?.required).toEqual(envelope);
    }
  });

  it('has a name of its own for each operation', () => {
    const names = catalogue.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[a-z]+(-[a-z]+)*(\.[a-z]+(-[a-z]+)*)+$/);
  });

  it('answers with something unless the status says that there is nothing', () => {
    for (const { name, operation } of catalogue) {
      expect(responseSchema(operation) === undefined, name).toBe(operation.status === 204);
      expect(operation.list !== undefined && operation.returns !== undefined, name).toBe(false);
    }
  });
});

describe('each operation', () => {
  it.each(catalogue)('$name says what its path means', ({ resource, operation }) => {
    expect(operation.summary).toMatch(/^[A-Z].*[^.]$/);
    for (const parameter of pathParameters(operation)) {
      expect(resource.parameters?.[parameter]?.description).toMatch(/\w/);
    }
  });

  it.each(catalogue)('$name names errors that exist, beyond those that all have', ({ operation }) => {
    for (const code of operation.errors ?? []) {
      expect(errors).toHaveProperty(code);
      expect(commonErrors).not.toHaveProperty(code);
    }
  });

  it.each(catalogue)('$name has an example whose parameters and body fit', ({ operation }) => {
    expect(operation.examples.length).toBeGreaterThan(0);
    for (const { summary, params = {}, body } of operation.examples) {
      expect(summary).toMatch(/^[A-Z].*[^.]$/);
      expect(sorted(Object.keys(params))).toEqual(sorted(pathParameters(operation)));
      for (const value of Object.values(params)) expect(value).toMatch(/^\w+(\.v\d+)?$/);
      expect(body !== undefined).toBe(operation.body !== undefined && !operation.bodyOptional);
      if (body && operation.body) expect(validate(operation.body, body)).toEqual([]);
    }
  });
});

describe('each resource', () => {
  it.each(Object.entries<Resource>(resources))('%s has the members of the API document', (key, resource) => {
    expect(membersOf(resource.record)).toEqual(sorted(records[key as keyof typeof resources]));
    expect(resource.idPrefix).toBe(prefixes[key as keyof typeof resources]);
  });

  it.each(Object.entries<Resource>(resources))(
    '%s shows columns that its record has',
    (_key, { record, columns }) => {
      for (const column of columns) {
        let schema: ObjectSchema | undefined = record;
        for (const step of column.split('.')) schema = schema?.properties?.[step] as ObjectSchema | undefined;
        expect(schema, column).toBeDefined();
      }
    },
  );

  it('holds description and metadata to 255 and 4,096 bytes wherever they are written', () => {
    for (const { operation } of catalogue) {
      const properties = (operation.body?.properties ?? {}) as Record<string, ObjectSchema>;
      if (properties.description) expect(properties.description['x-max-bytes']).toBe(255);
      if (properties.metadata) expect(properties.metadata['x-max-bytes']).toBe(4096);
    }
  });

  it('describes every member that can be written', () => {
    const undescribed = (schema: ObjectSchema, path: string): string[] =>
      Object.entries((schema.properties ?? {}) as Record<string, ObjectSchema>).flatMap(([name, member]) => [
        ...(member.description === undefined ? [`${path}.${name}`] : []),
        ...undescribed(member, `${path}.${name}`),
      ]);
    expect(catalogue.flatMap(({ name, operation }) => undescribed(operation.body ?? {}, name))).toEqual([]);
  });
});

describe('each error', () => {
  it.each(Object.entries<ErrorDefinition>(serviceErrors))(
    '%s says what happened and what to do',
    (code, error) => {
      expect(code).toMatch(/^ERR_[A-Z_]+$/);
      for (const sentence of [error.meaning, error.remedy]) expect(sentence).toMatch(/^[^A-Z].*[^.]$|^API/);
      expect(error.status).toBeGreaterThanOrEqual(400);
    },
  );

  it('has one of the statuses of the decisions', () => {
    const statuses = new Set(Object.values<ErrorDefinition>(errors).map(({ status }) => status));
    const documented = [400, 401, 403, 404, 405, 409, 413, 415, 429, 500, 503];
    // What a socket answers below the API (RFC 9110 and 6585): no whole request, another host, long headers.
    const ofConnections = [408, 417, 421, 431, 501];
    expect([...statuses].sort()).toEqual([...documented, ...ofConnections].sort());
  });

  it('of an operation is one that some operation can answer', () => {
    const used = new Set(catalogue.flatMap(({ operation }) => operation.errors ?? []));
    const own = Object.keys(errors).filter((code) => !(code in commonErrors));
    expect(sorted([...used])).toEqual(sorted(own));
  });
});
