import { resources } from '../../contract/index.ts';
import type { Resource } from '../../contract/schema/resource.ts';
import { defineRules, type ResourceRules } from '../rules/resource-rules.ts';
import type { SeedList } from '../rules/seed-list.ts';
import { abuseReportRules } from './abuse-reports.ts';
import { agentList } from './agents/agents.ts';
import { tunnelSessionRules } from './agents/tunnel-sessions.ts';
import { tunnelRules } from './agents/tunnels.ts';
import { apiKeyRules, deletedApiKeyList } from './api-keys.ts';
import { sshCredentialRules, tunnelCredentialList } from './credentials.ts';
import { edgeIpRestrictionRules, ipPolicyList, routeUserAgentFilterRules } from './edges/edge-modules.ts';
import { httpsEdgeList, tcpEdgeList, tlsEdgeList } from './edges/edges.ts';
import { reservedAddressList, reservedDomainList } from './edges/reserved-addresses.ts';
import { endpointRules } from './endpoints.ts';
import { eventDestinationRules, eventSourceRules, eventSubscriptionList } from './event-subscriptions.ts';
import { operatorRules } from './kubernetes-operators.ts';
import { authorityList } from './ssh-certificates/ssh-certificate-authorities.ts';
import { sshHostCertificateRules, sshUserCertificateRules } from './ssh-certificates/ssh-certificates.ts';
import { applicationUserRules, botList, userList } from './users.ts';

/** What an account keeps: the records of a resource, or a list of a seed that no resource of the contract describes. */
export type CatalogueEntry = ResourceRules | SeedList;

/**
 * What has rules of its own, in the order in which a seed is put into an account and an export shows it: each
 * after what it refers to. Resources that are not here have the standard handlers: `completeCatalogue`.
 */
const ownEntries: readonly CatalogueEntry[] = [
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
