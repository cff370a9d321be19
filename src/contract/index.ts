import { abuseReports } from './abuse-reports.ts';
import { apiKeys } from './api-keys.ts';
import { applicationUsers } from './application-users.ts';
import { edgeIpRestriction } from './edge-ip-restriction.ts';
import { endpoints } from './endpoints.ts';
import { eventDestinations } from './event-destinations.ts';
import { eventSources } from './event-sources.ts';
import { kubernetesOperators } from './kubernetes-operators.ts';
import type { Operation, Resource } from './resource.ts';
import { routeUserAgentFilter } from './route-user-agent-filter.ts';
import { sshCredentials } from './ssh-credentials.ts';
import { sshHostCertificates } from './ssh-host-certificates.ts';
import { sshUserCertificates } from './ssh-user-certificates.ts';
import { tunnelSessions } from './tunnel-sessions.ts';
import { tunnels } from './tunnels.ts';

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
  /** Resource and verb, joined by a dot: `ssh-credentials.create`. Stable: logs, faults and OpenAPI use it. */
  readonly name: string;
  readonly verb: string;
  readonly resource: Resource;
  readonly operation: Operation;
}

/** All operations of the API (api.md section 4), resource by resource. */
export const catalogue: readonly CatalogueEntry[] = Object.values<Resource>(resources).flatMap((resource) =>
  Object.entries(resource.operations).map(([verb, operation]) => ({
    name: `${resource.name}.${verb}`,
    verb,
    resource,
    operation,
  })),
);
