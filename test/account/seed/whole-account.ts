import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { createVault } from '../../../src/account/records/vault.ts';
import { demoIds } from '../../../src/contract/examples/demo-ids.ts';
import { exampleCertificateRequest, exampleKeys } from '../../../src/contract/examples/example-keys.ts';
import { catalogue } from '../../../src/contract/index.ts';
import type { DocumentFormat } from '../../../src/documents/write-document.ts';
import { openAccountFile } from '../../../src/hosting/account-file.ts';
import { openRaw } from '../../harness/raw-file.ts';
import type { Seeded } from './seed-fixture.ts';

export interface RawRow {
  readonly collection: string;
  readonly id: string;
  readonly data: string;
}

/** What stands in every row and key of a file, sealed texts opened: each sealing of a text looks different. */
export function rawContent(file: string): { rows: RawRow[]; keys: unknown[] } {
  const vault = createVault(Buffer.from(readFileSync(`${file}.key`, 'utf8'), 'base64'));
  const database = openRaw(file);
  try {
    const rows = database.prepare('SELECT * FROM records ORDER BY collection, id').all([]) as RawRow[];
    const keys = database.prepare('SELECT * FROM keys ORDER BY collection, name, value, id').all([]);
    return { rows: rows.map((row) => ({ ...row, data: opened(row) })), keys };
  } finally {
    database.close();
  }

  function opened({ data }: RawRow): string {
    return JSON.stringify(JSON.parse(data), (name, value) => {
      if (name === 'sealedPrivateKey' || name === 'sealed') return vault.open(value);
      if (name !== 'secrets') return value;
      return Object.fromEntries(
        Object.entries(value as object).map(([place, text]) => [place, vault.open(text)]),
      );
    });
  }
}

/** The text of every list of the API, by its path. */
export async function everyList(file: Seeded): Promise<Record<string, string>> {
  const texts: Record<string, string> = {};
  for (const { operation } of catalogue) {
    if (!operation.list) continue;
    const path = operation.path
      .replace('{subscription_id}', demoIds.eventSubscriptions.audit)
      .replace('{id}', demoIds.kubernetesOperators.production);
    const answer = await file.call({ method: 'GET' }, path);
    expect(answer.status, answer.text).toBe(200);
    texts[path] = answer.text;
  }
  return texts;
}

export async function exported(
  file: string,
  options: { format?: DocumentFormat; withSecrets: boolean },
): Promise<string> {
  const account = await openAccountFile(file);
  let text = '';
  await account.export({ format: 'yaml', ...options }, async (chunk) => {
    text += chunk;
  });
  await account.close();
  return text;
}

/** Secrets that must not be seen where they do not belong. */
export const canaries = ['CanaryOfMetrics', 'CanaryOfCloud', 'CanaryOfClient'];

/** Changes a demo account in every way that the API has, and answers with the token of a key. */
export async function changeEverything(file: Seeded): Promise<{ token: string; deletedToken: string }> {
  const call = async (method: 'POST' | 'PATCH' | 'PUT' | 'DELETE', path: string, body?: unknown) => {
    const answer = await file.call({ method }, path, body);
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.body as Record<string, string>;
  };
  const ids = demoIds;
  const { token = '' } = await call('POST', '/api_keys', {
    metadata: 'm',
    description: 'the other way round',
  });
  const gone = await call('POST', '/api_keys', {});
  await call('DELETE', `/api_keys/${gone.id}`);
  await call('PATCH', `/api_keys/${ids.apiKeys.ci}`, { metadata: 'changed' });

  await call('POST', '/endpoints', {
    metadata: 'x',
    url: 'https://new.example.com:8443',
    description: 'new',
  });
  await call('POST', '/endpoints', { url: 'tcp://tcp.example.com:7000' });
  await call('POST', '/endpoints', { url: 'https://inside.internal' });
  await call('PATCH', `/endpoints/${ids.endpoints.app}`, {
    traffic_policy: '',
    description: 'line\n\ttwo: #3 ',
  });
  await call('PATCH', `/endpoints/${ids.endpoints.api}`, {
    url: 'https://api2.example.com',
    bindings: ['public'],
  });
  await call('DELETE', `/endpoints/${ids.endpoints.orders}`);

  await call('DELETE', `/ssh_credentials/${ids.sshCredentials.laptop}`);
  await call('POST', '/ssh_credentials', { public_key: exampleKeys.ed25519, acl: ['*'], description: 'yes' });
  const authority = ids.sshCertificateAuthorities.users;
  await call('POST', '/ssh_user_certificates', {
    ssh_certificate_authority_id: authority,
    public_key: exampleKeys.ed25519,
    principals: ['b', 'a'],
    critical_options: { 'source-address': '192.0.2.0/24', 'force-command': 'true' },
    valid_until: '2036-01-01T00:00:00Z',
  });
  await call('POST', '/ssh_host_certificates', {
    ssh_certificate_authority_id: authority,
    public_key: exampleKeys.ed25519,
  });
  await call('PATCH', `/ssh_user_certificates/${ids.sshUserCertificates.alice}`, { description: '- 1' });

  const operators = ids.kubernetesOperators;
  await call('POST', '/kubernetes_operators', { region: 'eu', enabled_features: ['BINDINGS'] });
  await call('PATCH', `/kubernetes_operators/${operators.production}`, { enabled_features: ['ingress'] });
  await call('PATCH', `/kubernetes_operators/${operators.staging}`, {
    enabled_features: ['bindings'],
    binding: { csr: exampleCertificateRequest, endpoint_selectors: ['true', 'endpoint.port == 443'] },
  });

  await call('DELETE', `/edges/tcp/${ids.tcpEdges.database}/ip_restriction`);
  await call('PUT', `/edges/tcp/${ids.tcpEdges.mail}/ip_restriction`, {
    enabled: false,
    ip_policy_ids: [ids.ipPolicies.vpn],
  });
  await call(
    'PUT',
    `/edges/https/${ids.httpsEdges.shop}/routes/${ids.httpsEdgeRoutes.shopApi}/user_agent_filter`,
    {
      allow: ['a'],
    },
  );

  const destination = {
    metrics_target: { service: 's', api_key: 'CanaryOfMetrics', ddtags: 'x', ddsite: 'y' },
  };
  await call('POST', '/event_destinations', { metadata: 'm', target: destination });
  const creds = { cloud_secret_access_key: 'CanaryOfCloud', cloud_access_key_id: 'visible' };
  const stream = { auth: { creds }, stream_resource_name: 'stream' };
  await call('POST', '/event_destinations', { target: { stream_target: stream } });
  const logs = {
    tenant_id: 't',
    client_id: 'c',
    client_secret: 'CanaryOfClient',
    logs_ingestion_uri: 'https://logs.example.com',
    data_collection_rule_id: 'r',
    data_collection_stream_name: 'n',
  };
  await call('POST', '/event_destinations', { target: { cloud_logs_target: logs } });
  const audit = `/event_subscriptions/${ids.eventSubscriptions.audit}/sources`;
  await call('POST', audit, { type: 'zebra_created.v0' });
  await call('DELETE', `${audit}/api_key_deleted.v0`);
  await call('POST', audit, { type: 'api_key_deleted.v0' });

  await call('DELETE', `/app/users/${ids.applicationUsers.bob}`);
  await call('POST', '/abuse_reports', { urls: ['https://b.example/x', 'https://a.example/'] });

  await call('POST', `/tunnel_sessions/${ids.tunnelSessions.windows}/update`);
  await call('POST', `/tunnel_sessions/${ids.tunnelSessions.linux}/restart`);
  return { token, deletedToken: gone.token ?? '' };
}
