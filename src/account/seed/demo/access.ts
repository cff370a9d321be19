import { demoIds } from '../../../contract/examples/demo-ids.ts';

/** Public halves of keys that nobody holds. They are others than those of the examples, which are still free. */
const publicKeys = {
  laptop: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIHJdNVh7PubT6CCpYpZh+5gsLAxFRJF3QdXA36gUEbJB laptop',
  builder: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIIHzk049Cz1k/+qDRnfRbjmRadXb+Pp8UVlDIhVtNDT1 builder',
  alice: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAtd7nxDyKw8RYnmcMr+NuwF0dZS/nfhwcVixjm6D/8q alice',
  bastion:
    'ecdsa-sha2-nistp256 AAAAE2VjZHNhLXNoYTItbmlzdHAyNTYAAAAIbmlzdHAyNTYAAABBBDlvbMbsyHneGSGqD9hPJ5L+VhqpvZyuhbt/qxS/yDlxdktqmamBtqlEwCKZzLF7MFWWoES735/qKG002O5FMWs= bastion',
  build: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIElJ63CASZOsZiMgpdO1PKQic9/Our39F7dZzqNjGkKs build',
} as const;

const { users, bots, sshCertificateAuthorities: authorities } = demoIds;

/** Who acts in the demo account, and by what they are known. Nobody knows the tokens of the keys. */
export const demoAccess = {
  users: [
    { id: users.admin, name: 'admin', admin: true },
    { id: users.developer, name: 'developer' },
  ],
  bots: [
    { id: bots.ci, name: 'ci' },
    { id: bots.deploy, name: 'deploy' },
  ],
  api_keys: [
    { id: demoIds.apiKeys.admin, description: "the admin's laptop", owner_id: users.admin },
    { id: demoIds.apiKeys.ci, description: 'ci', metadata: '{"team":"platform"}', owner_id: bots.ci },
  ],
  credentials: [
    { id: demoIds.credentials.laptop, description: "the developer's laptop", owner_id: users.developer },
    {
      id: demoIds.credentials.fleet,
      description: 'all machines of the office',
      acl: ['bind:*.example.com', 'bind:tcp.example.com:3389', 'bind:team=*'],
      owner_id: bots.deploy,
    },
  ],
  ssh_credentials: [
    {
      id: demoIds.sshCredentials.laptop,
      description: "the developer's laptop",
      public_key: publicKeys.laptop,
      acl: ['bind:*.example.com'],
      owner_id: users.developer,
    },
    {
      id: demoIds.sshCredentials.builder,
      description: 'build machine',
      metadata: '{"rack":7}',
      public_key: publicKeys.builder,
      owner_id: bots.ci,
    },
  ],
  ssh_certificate_authorities: [
    { id: authorities.users, description: 'lets people log in', kind: 'ed25519' },
    { id: authorities.hosts, description: 'proves the names of servers', kind: 'ecdsa' },
  ],
  ssh_user_certificates: [
    {
      id: demoIds.sshUserCertificates.alice,
      description: 'alice, on call',
      ssh_certificate_authority_id: authorities.users,
      public_key: publicKeys.alice,
      principals: ['alice'],
    },
    {
      id: demoIds.sshUserCertificates.deploy,
      description: 'deployments from the office',
      ssh_certificate_authority_id: authorities.users,
      public_key: publicKeys.builder,
      principals: ['deploy'],
      critical_options: { 'force-command': '/usr/local/bin/deploy', 'source-address': '192.0.2.0/24' },
      extensions: {},
    },
  ],
  ssh_host_certificates: [
    {
      id: demoIds.sshHostCertificates.bastion,
      description: 'bastion',
      ssh_certificate_authority_id: authorities.hosts,
      public_key: publicKeys.bastion,
      principals: ['bastion.example.com', '192.0.2.10'],
    },
    {
      id: demoIds.sshHostCertificates.build,
      description: 'build machine',
      ssh_certificate_authority_id: authorities.hosts,
      public_key: publicKeys.build,
      principals: ['build.example.com'],
    },
  ],
};
