import { resources } from '../../contract/index.ts';
import type { Resource } from '../../contract/schema/resource.ts';
import { defineRules, type ResourceRules } from '../rules/resource-rules.ts';
import type { SeedList } from '../rules/seed-list.ts';
import { abuseReportRules } from './abuse-reports.ts';
import { agentList } from './agents.ts';
import { apiKeyRules, deletedApiKeyList } from './api-keys.ts';
import { applicationUserRules } from './application-users.ts';
import { edgeIpRestrictionRules } from './edge-ip-restriction.ts';
import { httpsEdgeList, tcpEdgeList, tlsEdgeList } from './edges.ts';
import { endpointRules } from './endpoints.ts';
import { eventDestinationRules } from './event-destinations.ts';
import { eventSourceRules } from './event-sources.ts';
import { eventSubscriptionList } from './event-subscriptions.ts';
import { ipPolicyList } from './ip-policies.ts';
import { operatorRules } from './kubernetes-operators.ts';
import { botList, userList } from './principals.ts';
import { reservedAddressList, reservedDomainList } from './reserved-addresses.ts';
import { routeUserAgentFilterRules } from './route-user-agent-filter.ts';
import { authorityList } from './ssh-certificate-authorities.ts';
import { sshCredentialRules } from './ssh-credentials.ts';
import { sshHostCertificateRules } from './ssh-host-certificates.ts';
import { sshUserCertificateRules } from './ssh-user-certificates.ts';
import { tunnelCredentialList } from './tunnel-credentials.ts';
import { tunnelSessionRules } from './tunnel-sessions.ts';
import { tunnelRules } from './tunnels.ts';

/** What an account keeps: the records of a resource, or a list of a seed that no resource of the contract describes. */
export type CatalogueEntry = ResourceRules | SeedList;

/**
 * What has rules of its own, in the order in which a seed is put into an account and an export shows it: each
 * after what it refers to. Resources that are not here have the standard handlers: `completeCatalogue`.
 */
export const ownEntries: readonly CatalogueEntry[] = [
  userList,
  botList,
  apiKeyRules,
  deletedApiKeyList,
  ipPolicyList,
  reservedDomainList,
  reservedAddressList,
  tunnelCredentialList,
  sshCredentialRules,
  authorityList,
  sshUserCertificateRules,
  sshHostCertificateRules,
  tcpEdgeList,
  edgeIpRestrictionRules,
  tlsEdgeList,
  httpsEdgeList,
  routeUserAgentFilterRules,
  endpointRules,
  operatorRules,
  eventDestinationRules,
  eventSubscriptionList,
  eventSourceRules,
  applicationUserRules,
  abuseReportRules,
  agentList,
  tunnelSessionRules,
  tunnelRules,
];

/** The entries, with rules of the standard handlers for each resource of the contract that has none. */
export function completeCatalogue(
  described: Readonly<Record<string, Resource>> = resources,
  own: readonly CatalogueEntry[] = ownEntries,
): readonly CatalogueEntry[] {
  const known = new Set(rulesIn(own).map(({ resource }) => resource));
  const others = Object.values(described).filter((resource) => !known.has(resource));
  return [...own, ...others.map((resource) => defineRules(resource, { handlers: {} }))];
}

export function isRules(entry: CatalogueEntry): entry is ResourceRules {
  return 'resource' in entry;
}

export function rulesIn(entries: readonly CatalogueEntry[]): ResourceRules[] {
  return entries.filter(isRules);
}
