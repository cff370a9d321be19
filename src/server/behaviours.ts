import type { AnyHandler, Behaviour } from './behaviour.ts';
import { abuseReportBehaviour } from './resources/abuse-reports.ts';
import { apiKeyBehaviour } from './resources/api-keys.ts';
import { applicationUserBehaviour } from './resources/application-users.ts';
import { edgeIpRestrictionBehaviour } from './resources/edge-ip-restriction.ts';
import { endpointBehaviour } from './resources/endpoints.ts';
import { eventDestinationBehaviour } from './resources/event-destinations.ts';
import { eventSourceBehaviour } from './resources/event-sources.ts';
import { operatorBehaviour } from './resources/kubernetes-operators.ts';
import { routeUserAgentFilterBehaviour } from './resources/route-user-agent-filter.ts';
import { sshCredentialBehaviour } from './resources/ssh-credentials.ts';
import { sshHostCertificateBehaviour } from './resources/ssh-host-certificates.ts';
import { sshUserCertificateBehaviour } from './resources/ssh-user-certificates.ts';
import { tunnelSessionBehaviour } from './resources/tunnel-sessions.ts';
import { tunnelBehaviour } from './resources/tunnels.ts';

const behaviours: readonly Behaviour[] = [
  endpointBehaviour,
  tunnelBehaviour,
  tunnelSessionBehaviour,
  sshCredentialBehaviour,
  sshUserCertificateBehaviour,
  sshHostCertificateBehaviour,
  apiKeyBehaviour,
  operatorBehaviour,
  edgeIpRestrictionBehaviour,
  routeUserAgentFilterBehaviour,
  eventSourceBehaviour,
  eventDestinationBehaviour,
  applicationUserBehaviour,
  abuseReportBehaviour,
];

/** The handler of each operation, by the operation's name in the catalogue. */
export const handlers: ReadonlyMap<string, AnyHandler> = new Map(
  behaviours.flatMap(({ resource, handlers }) =>
    Object.entries(handlers).map(([verb, handler]) => [`${resource.name}.${verb}`, handler] as const),
  ),
);
