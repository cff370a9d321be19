import type { AnyHandler, ResourceHandlers } from './records/handlers.ts';
import { abuseReportHandlers } from './resources/abuse-reports.ts';
import { apiKeyHandlers } from './resources/api-keys.ts';
import { applicationUserHandlers } from './resources/application-users.ts';
import { edgeIpRestrictionHandlers } from './resources/edge-ip-restriction.ts';
import { endpointHandlers } from './resources/endpoints.ts';
import { eventDestinationHandlers } from './resources/event-destinations.ts';
import { eventSourceHandlers } from './resources/event-sources.ts';
import { operatorHandlers } from './resources/kubernetes-operators.ts';
import { routeUserAgentFilterHandlers } from './resources/route-user-agent-filter.ts';
import { sshCredentialHandlers } from './resources/ssh-credentials.ts';
import { sshHostCertificateHandlers } from './resources/ssh-host-certificates.ts';
import { sshUserCertificateHandlers } from './resources/ssh-user-certificates.ts';
import { tunnelSessionHandlers } from './resources/tunnel-sessions.ts';
import { tunnelHandlers } from './resources/tunnels.ts';

const resourceHandlers: readonly ResourceHandlers[] = [
  endpointHandlers,
  tunnelHandlers,
  tunnelSessionHandlers,
  sshCredentialHandlers,
  sshUserCertificateHandlers,
  sshHostCertificateHandlers,
  apiKeyHandlers,
  operatorHandlers,
  edgeIpRestrictionHandlers,
  routeUserAgentFilterHandlers,
  eventSourceHandlers,
  eventDestinationHandlers,
  applicationUserHandlers,
  abuseReportHandlers,
];

/** The handler of each operation, by the operation's name in the catalogue. */
export const handlers: ReadonlyMap<string, AnyHandler> = new Map(
  resourceHandlers.flatMap(({ resource, handlers }) =>
    Object.entries(handlers).map(([verb, handler]) => [`${resource.name}.${verb}`, handler] as const),
  ),
);
