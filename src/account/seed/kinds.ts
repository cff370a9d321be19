import {
  apiKeyKind,
  botKind,
  credentialKind,
  deletedApiKeyKind,
  sshCredentialKind,
  userKind,
} from './account-kinds.ts';
import { agentKind } from './agent-kinds.ts';
import { authorityKind, sshHostCertificateKind, sshUserCertificateKind } from './certificate-kinds.ts';
import { httpsEdgeKind, tcpEdgeKind, tlsEdgeKind } from './edge-kinds.ts';
import {
  abuseReportKind,
  applicationUserKind,
  eventDestinationKind,
  eventSubscriptionKind,
} from './event-kinds.ts';
import type { AnySeedKind } from './kind.ts';
import {
  endpointKind,
  ipPolicyKind,
  operatorKind,
  reservedAddressKind,
  reservedDomainKind,
} from './traffic-kinds.ts';

/** All lists of a seed; each comes after those that its items refer to. */
export const seedKinds: readonly AnySeedKind[] = [
  userKind,
  botKind,
  apiKeyKind,
  deletedApiKeyKind,
  ipPolicyKind,
  reservedDomainKind,
  reservedAddressKind,
  credentialKind,
  sshCredentialKind,
  authorityKind,
  sshUserCertificateKind,
  sshHostCertificateKind,
  tcpEdgeKind,
  tlsEdgeKind,
  httpsEdgeKind,
  endpointKind,
  operatorKind,
  eventDestinationKind,
  eventSubscriptionKind,
  applicationUserKind,
  abuseReportKind,
  agentKind,
];
