import { abuseReports } from './resources/abuse-reports.ts';
import { apiKeys } from './resources/api-keys.ts';
import { applicationUsers } from './resources/application-users.ts';
import { edgeIpRestriction } from './resources/edge-ip-restriction.ts';
import { endpoints } from './resources/endpoints.ts';
import { eventDestinations } from './resources/event-destinations.ts';
import { eventSources } from './resources/event-sources.ts';
import { kubernetesOperators } from './resources/kubernetes-operators.ts';
import { routeUserAgentFilter } from './resources/route-user-agent-filter.ts';
import { sshCredentials } from './resources/ssh-credentials.ts';
import { sshHostCertificates } from './resources/ssh-host-certificates.ts';
import { sshUserCertificates } from './resources/ssh-user-certificates.ts';
import { tunnelSessions } from './resources/tunnel-sessions.ts';
import { tunnels } from './resources/tunnels.ts';
import type { Operation, Resource } from './schema/resource.ts';

/** Every resource, in the order of help and of the API reference. */
export const resources = {
  endpoints,
  tunnels,
  tunnelSessions,
  sshCredentials,
  sshUserCertificates,
  sshHostCertificates,
  apiKeys,
  kubernetesOperators,
  edgeIpRestriction,
  routeUserAgentFilter,
  eventSources,
  eventDestinations,
  applicationUsers,
  abuseReports,
} as const satisfies Record<string, Resource>;

/** One operation with its place in the catalogue. */
export interface CatalogueEntry {
  /** Resource and verb, joined by a dot: `ssh-credentials.create`. Stable: logs and OpenAPI use it, and what people write. */
  readonly name: string;
  readonly verb: string;
  readonly resource: Resource;
  readonly operation: Operation;
}

/** The operations of resources, resource by resource. */
export function catalogueOf(all: Readonly<Record<string, Resource>>): CatalogueEntry[] {
  return Object.values(all).flatMap((resource) =>
    Object.entries(resource.operations).map(([verb, operation]) => ({
      name: `${resource.name}.${verb}`,
      verb,
      resource,
      operation,
    })),
  );
}

/** All operations of the API (contract/README.md "Operations"). */
export const catalogue: readonly CatalogueEntry[] = catalogueOf(resources);

/**
 * The operation that lists the records of a collection; undefined where none does.
 * @param collection as `x-refers-to` has it: the path without its leading slash
 */
export function listOf(collection: string): CatalogueEntry | undefined {
  return catalogue.find(({ operation }) => operation.list && operation.path === `/${collection}`);
}
