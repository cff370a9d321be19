import { demoIds } from '../../../contract/examples/demo-ids.ts';
import { exampleCertificateRequest } from '../../../contract/examples/example-keys.ts';

const { users, bots, ipPolicies, reservedDomains, tcpAddresses } = demoIds;
const { httpsEdgeRoutes: routes, edgeEndpoints } = demoIds;

const appPolicy = `on_http_request:
  - expressions:
      - req.url.path.startsWith('/admin')
    actions:
      - type: deny
        config:
          status_code: 404
  - actions:
      - type: forward-internal
        config:
          url: https://app.internal
`;

/** Names, policies, edges, cloud endpoints and operators of the demo account. */
export const demoTraffic = {
  ip_policies: [
    { id: ipPolicies.office, description: 'office' },
    { id: ipPolicies.vpn, description: 'VPN' },
  ],
  reserved_domains: [
    { id: reservedDomains.app, name: 'app.example.com' },
    { id: reservedDomains.api, name: 'api.example.com' },
    { id: reservedDomains.orders, name: 'orders.example.com' },
    { id: reservedDomains.payments, name: 'payments.example.com' },
    { id: reservedDomains.shop, name: 'shop.example.com' },
    { id: reservedDomains.docs, name: 'docs.example.com' },
    { id: reservedDomains.broker, name: 'broker.example.com' },
    { id: reservedDomains.registry, name: 'registry.example.com' },
    { id: reservedDomains.preview, name: 'preview.example.com' },
    { id: reservedDomains.mobile, name: 'mobile.example.com' },
    { id: reservedDomains.demo, name: 'demo.example.com' },
  ],
  reserved_addresses: [
    { id: tcpAddresses.database, name: 'tcp.example.com:5432' },
    { id: tcpAddresses.mail, name: 'tcp.example.com:2525' },
    { id: tcpAddresses.desktop, name: 'tcp.example.com:3389' },
  ],
  tcp_edges: [
    {
      id: demoIds.tcpEdges.database,
      description: 'database',
      endpoints: [{ id: edgeEndpoints.database, url: 'tcp://tcp.example.com:5432' }],
      ip_restriction: { ip_policy_ids: [ipPolicies.office, ipPolicies.vpn] },
    },
    {
      id: demoIds.tcpEdges.mail,
      description: 'mail relay',
      endpoints: [{ id: edgeEndpoints.mail, url: 'tcp://tcp.example.com:2525' }],
    },
  ],
  tls_edges: [
    {
      id: demoIds.tlsEdges.broker,
      description: 'message broker',
      endpoints: [{ id: edgeEndpoints.broker, url: 'tls://broker.example.com:8883' }],
    },
    {
      id: demoIds.tlsEdges.registry,
      description: 'package registry',
      endpoints: [{ id: edgeEndpoints.registry, url: 'tls://registry.example.com' }],
    },
  ],
  https_edges: [
    {
      id: demoIds.httpsEdges.shop,
      description: 'shop',
      endpoints: [{ id: edgeEndpoints.shop, url: 'https://shop.example.com' }],
      routes: [
        { id: routes.shopRoot, match: '/', user_agent_filter: { deny: ['(?i)scraper'] } },
        { id: routes.shopApi, match: '/api' },
      ],
    },
    {
      id: demoIds.httpsEdges.docs,
      description: 'documentation',
      endpoints: [{ id: edgeEndpoints.docs, url: 'https://docs.example.com' }],
      routes: [{ id: routes.docsRoot, match: '/' }],
    },
  ],
  endpoints: [
    {
      id: demoIds.endpoints.app,
      url: 'https://app.example.com',
      description: 'web application',
      traffic_policy: appPolicy,
      principal_id: users.developer,
    },
    {
      id: demoIds.endpoints.api,
      url: 'https://api.example.com',
      description: 'public API',
      metadata: '{"tier":"gold"}',
      pooling_enabled: true,
      principal_id: bots.deploy,
    },
    {
      id: demoIds.endpoints.orders,
      url: 'http://orders.example.com',
      description: 'order service, for clusters only',
      bindings: ['kubernetes'],
      principal_id: bots.deploy,
    },
    {
      id: demoIds.endpoints.payments,
      url: 'http://payments.example.com',
      description: 'payment service, for clusters only',
      bindings: ['kubernetes'],
      principal_id: bots.deploy,
    },
  ],
  kubernetes_operators: [
    {
      id: demoIds.kubernetesOperators.production,
      description: 'production cluster',
      enabled_features: ['bindings', 'ingress'],
      deployment: {
        name: 'operator',
        namespace: 'tunnel',
        version: '1.4.0',
        cluster_name: 'production',
      },
      binding: {
        endpoint_selectors: ["endpoint.url.endsWith('.example.com')"],
        csr: exampleCertificateRequest,
        ingress_endpoint: 'ingress.example.com:443',
      },
      principal_id: bots.deploy,
    },
    {
      id: demoIds.kubernetesOperators.staging,
      description: 'staging cluster',
      enabled_features: ['ingress', 'gateway'],
      region: 'eu',
      deployment: { name: 'operator', namespace: 'tunnel', version: '1.5.0', cluster_name: 'staging' },
      principal_id: users.admin,
    },
  ],
};
