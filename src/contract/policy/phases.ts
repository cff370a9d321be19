import type { EndpointUrl } from '../rules/endpoint-url.ts';

/** When a rule is tried, in the order of a request's way. */
export const phases = ['on_tcp_connect', 'on_http_request', 'on_http_response'] as const;

export type Phase = (typeof phases)[number];

const ofTcp = ['on_tcp_connect'] as const;

/** The phases that an endpoint's traffic goes through. */
export const phasesOfProtocol: Readonly<Record<EndpointUrl['proto'], readonly Phase[]>> = {
  http: phases,
  https: phases,
  tcp: ofTcp,
  tls: ofTcp,
};
