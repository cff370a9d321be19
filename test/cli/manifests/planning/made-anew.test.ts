import { describe, expect, it } from 'vitest';
import { exampleKeys } from '../../../../src/contract/examples/example-keys.ts';
import { idOf, planned } from '../planned.ts';

const credential = idOf('sshcr', 1);
const destination = idOf('ed', 1);
const account = `
ssh_credentials:
  - id: ${credential}
    public_key: ${exampleKeys.ed25519}
    description: deploy
    metadata: from the office
    acl: ['bind:a.example.com']
event_destinations:
  - id: ${destination}
    description: logs
    target: { metrics_target: { api_key: first, ddtags: 'env:prod' } }
`;

describe('a record that has to be made anew', () => {
  it('keeps what the manifest does not name: a credential without its ACL could bind everything', async () => {
    const manifest = `ssh_credentials: [{ id: ${credential}, public_key: '${exampleKeys.ecdsa}' }]`;
    const { plan } = await planned(account, manifest);
    expect(plan.actions).toMatchObject([{ action: 'replace', fixed: ['public_key'] }]);
    expect(plan.actions[0]).toHaveProperty('body', {
      public_key: exampleKeys.ecdsa,
      description: 'deploy',
      metadata: 'from the office',
      acl: ['bind:a.example.com'],
      owner_id: expect.stringMatching(/^usr_/),
    });
  });

  it('takes nothing over of a target of another kind', async () => {
    const target =
      '{ log_target: { auth: { role: { role_resource_name: r } }, log_group_resource_name: g } }';
    const manifest = `event_destinations: [{ id: ${destination}, target: ${target} }]`;
    const { plan } = await planned(account, manifest);
    expect(plan.actions).toMatchObject([{ action: 'replace', fixed: expect.any(Array) }]);
    expect(plan.actions[0]).toHaveProperty('body', {
      description: 'logs',
      metadata: '',
      format: 'json',
      target: { log_target: { auth: { role: { role_resource_name: 'r' } }, log_group_resource_name: 'g' } },
    });
  });

  it('is refused where a secret of it would have to be kept, which nobody can read', async () => {
    const target =
      "{ cloud_logs_target: { tenant_id: t, client_id: c, client_secret: '<SECRET>', logs_ingestion_uri: u, data_collection_rule_id: r, data_collection_stream_name: s } }";
    const manifest = `event_destinations:\n  - id: ${destination}\n    target: ${target}\n`;
    await expect(planned(account, manifest)).rejects.toThrow(
      `account.yml:3: target.cloud_logs_target.client_secret must be the secret itself, as \${env:NAME} or \${file:PATH}: it has to be made anew`,
    );
  });
});
