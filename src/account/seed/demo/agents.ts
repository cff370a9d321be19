import { demoIds } from '../../../contract/examples/demo-ids.ts';

const { tunnelSessions: sessions, tunnels, agentEndpoints: endpoints, credentials } = demoIds;

/** Agents of the demo account: on Linux with an update waiting, macOS, Windows, and over SSH. */
export const demoAgents = {
  agents: [
    {
      id: sessions.linux,
      os: 'linux',
      agent_version: '3.18.4',
      ip: '192.0.2.21',
      region: 'eu',
      credential_id: credentials.fleet,
      metadata: '{"host":"build-1"}',
      offers_update: '3.20.1',
      tunnels: [
        {
          id: tunnels.linuxWeb,
          endpoint_id: endpoints.linuxWeb,
          url: 'https://preview.example.com',
          forwards_to: 'http://localhost:8080',
          description: 'preview of the next release',
        },
        {
          id: tunnels.linuxLabels,
          labels: { team: 'shop', service: 'checkout' },
          forwards_to: 'http://localhost:9000',
        },
      ],
    },
    {
      id: sessions.macos,
      os: 'darwin',
      agent_version: '3.20.1',
      ip: '192.0.2.34',
      region: 'us',
      credential_id: credentials.laptop,
      refuses_updates: true,
      tunnels: [
        {
          id: tunnels.macosWeb,
          endpoint_id: endpoints.macosWeb,
          url: 'https://mobile.example.com',
          forwards_to: 'http://localhost:3000',
        },
      ],
    },
    {
      id: sessions.windows,
      os: 'windows',
      agent_version: '3.19.0',
      ip: '198.51.100.7',
      region: 'us',
      credential_id: credentials.fleet,
      metadata: '{"host":"desk-12"}',
      offers_update: '3.20.1',
      tunnels: [
        {
          id: tunnels.windowsTcp,
          endpoint_id: endpoints.windowsTcp,
          url: 'tcp://tcp.example.com:3389',
          forwards_to: 'localhost:3389',
          description: 'remote desktop',
        },
      ],
    },
    {
      id: sessions.ssh,
      os: 'linux',
      agent_version: 'OpenSSH_9.6',
      transport: 'ssh',
      ip: '203.0.113.5',
      region: 'eu',
      credential_id: demoIds.sshCredentials.laptop,
      tunnels: [
        {
          id: tunnels.sshWeb,
          endpoint_id: endpoints.sshWeb,
          url: 'https://demo.example.com',
          forwards_to: 'ssh',
        },
      ],
    },
  ],
};
