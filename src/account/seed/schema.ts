import type { FromSchema, ObjectSchema } from '../../contract/schema/schema.ts';
import {
  accountSeed,
  apiKeySeed,
  botSeed,
  credentialSeed,
  deletedApiKeySeed,
  sshCredentialSeed,
  userSeed,
} from './account-schema.ts';
import { agentSeed } from './agent-schema.ts';
import { authoritySeed, sshHostCertificateSeed, sshUserCertificateSeed } from './certificate-schema.ts';
import {
  abuseReportSeed,
  applicationUserSeed,
  eventDestinationSeed,
  eventSubscriptionSeed,
} from './event-schema.ts';
import {
  endpointSeed,
  httpsEdgeSeed,
  ipPolicySeed,
  operatorSeed,
  reservedAddressSeed,
  reservedDomainSeed,
  tcpEdgeSeed,
  tlsEdgeSeed,
} from './traffic-schema.ts';

/**
 * What a seed file may hold, in YAML or JSON: parts of an account, or a whole one. Everything is optional, and
 * the order in the file does not matter. Members are called as in the API; what no operation of the API creates
 * stands beside what some operation does.
 */
export const seedSchema = {
  title: 'Seed',
  type: 'object',
  additionalProperties: false,
  properties: {
    account: accountSeed,
    users: { type: 'array', items: userSeed, description: 'people' },
    bots: { type: 'array', items: botSeed, description: 'machines that act in their own names' },
    api_keys: { type: 'array', items: apiKeySeed, description: 'API keys' },
    deleted_api_keys: { type: 'array', items: deletedApiKeySeed, description: 'API keys that were deleted' },
    ip_policies: { type: 'array', items: ipPolicySeed, description: 'IP policies' },
    reserved_domains: { type: 'array', items: reservedDomainSeed, description: 'reserved domains' },
    reserved_addresses: { type: 'array', items: reservedAddressSeed, description: 'reserved TCP addresses' },
    credentials: { type: 'array', items: credentialSeed, description: 'tunnel credentials' },
    ssh_credentials: { type: 'array', items: sshCredentialSeed, description: 'SSH credentials' },
    ssh_certificate_authorities: {
      type: 'array',
      items: authoritySeed,
      description: 'SSH certificate authorities',
    },
    ssh_user_certificates: {
      type: 'array',
      items: sshUserCertificateSeed,
      description: 'SSH user certificates',
    },
    ssh_host_certificates: {
      type: 'array',
      items: sshHostCertificateSeed,
      description: 'SSH host certificates',
    },
    tcp_edges: { type: 'array', items: tcpEdgeSeed, description: 'TCP edges' },
    tls_edges: { type: 'array', items: tlsEdgeSeed, description: 'TLS edges' },
    https_edges: { type: 'array', items: httpsEdgeSeed, description: 'HTTPS edges' },
    endpoints: { type: 'array', items: endpointSeed, description: 'cloud endpoints' },
    kubernetes_operators: { type: 'array', items: operatorSeed, description: 'Kubernetes operators' },
    event_destinations: { type: 'array', items: eventDestinationSeed, description: 'event destinations' },
    event_subscriptions: { type: 'array', items: eventSubscriptionSeed, description: 'event subscriptions' },
    application_users: { type: 'array', items: applicationUserSeed, description: 'application users' },
    abuse_reports: { type: 'array', items: abuseReportSeed, description: 'abuse reports' },
    agents: { type: 'array', items: agentSeed, description: 'agents that are online' },
  },
} as const satisfies ObjectSchema;

/** The content of a seed. */
export type Seed = FromSchema<typeof seedSchema>;
