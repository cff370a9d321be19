import { demoIds } from '../../../contract/examples/demo-ids.ts';

const company = { name: 'company login', url: 'https://login.example.com' };

/** Events, application users and abuse reports of the demo account. */
export const demoEvents = {
  event_destinations: [
    {
      id: demoIds.eventDestinations.logs,
      description: 'audit log',
      target: {
        log_target: {
          auth: { role: { role_resource_name: 'role/event-writer' } },
          log_group_resource_name: 'log-group/audit',
        },
      },
    },
    {
      id: demoIds.eventDestinations.metrics,
      description: 'metrics, not connected yet',
      target: {
        metrics_target: {
          api_key: 'not-a-real-key',
          ddtags: 'env:demo',
          service: 'tunnels',
          ddsite: 'metrics.example.com',
        },
      },
    },
  ],
  event_subscriptions: [
    {
      id: demoIds.eventSubscriptions.audit,
      description: 'who changes what',
      sources: ['api_key_created.v0', 'api_key_deleted.v0', 'ip_policy_created.v0'],
      destination_ids: [demoIds.eventDestinations.logs],
    },
    {
      id: demoIds.eventSubscriptions.traffic,
      description: 'what comes and goes',
      sources: ['tunnel_session_started.v0', 'tunnel_session_stopped.v0', 'endpoint_created.v0'],
      destination_ids: [demoIds.eventDestinations.logs],
    },
  ],
  application_users: [
    {
      id: demoIds.applicationUsers.alice,
      identity_provider: company,
      provider_user_id: '1001',
      username: 'alice',
      email: 'alice@example.com',
      name: 'Alice Example',
      last_login: '2026-10-20T07:30:00Z',
      last_active: '2026-10-20T16:05:00Z',
    },
    {
      id: demoIds.applicationUsers.bob,
      identity_provider: company,
      provider_user_id: '1002',
      username: 'bob',
      email: 'bob@example.com',
      name: 'Bob Example',
      last_login: '2026-10-19T09:12:00Z',
      last_active: '2026-10-19T09:40:00Z',
    },
  ],
  abuse_reports: [
    {
      id: demoIds.abuseReports.phishing,
      urls: ['https://login.bank.example/verify', 'https://www.bank.example/'],
      metadata: '{"ticket":4711}',
      status: 'PARTIALLY_PROCESSED',
      hostnames: [
        { hostname: 'login.bank.example', status: 'BANNED' },
        { hostname: 'www.bank.example', status: 'PENDING' },
      ],
    },
    { id: demoIds.abuseReports.malware, urls: ['https://files.example.net/invoice.zip'] },
  ],
};
