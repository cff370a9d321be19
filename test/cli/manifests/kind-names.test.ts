import { describe, expect, it } from 'vitest';
import { kindChoices, readKinds } from '../../../src/cli/manifests/kind-names.ts';
import { manifestKinds } from '../../../src/contract/manifest/kinds.ts';

const read = (...names: string[]) => readKinds('--prune', names).map(({ name }) => name);

describe('names of kinds', () => {
  it('are those of resources, with hyphens or underscores', () => {
    expect(read(...kindChoices)).toEqual(manifestKinds.map(({ name }) => name));
    expect(read('ssh_credentials', 'edges.tcp.ip_restriction')).toEqual([
      'ssh-credentials',
      'edges.tcp.ip-restriction',
    ]);
  });

  it('are also those of lists in documents', () => {
    expect(read('event_subscriptions', 'tcp_edges', 'https_edges')).toEqual(
      read('event-sources', 'edges.tcp.ip-restriction', 'edges.https.routes.user-agent-filter'),
    );
  });

  it('are told apart by commas, and each kind is meant once, in the order of documents', () => {
    expect(read('api-keys, endpoints', 'ssh-credentials,api_keys')).toEqual([
      'endpoints',
      'ssh-credentials',
      'api-keys',
    ]);
  });

  it.each([
    ['endpoint', '; did you mean endpoints?'],
    ['ssh-credential', '; did you mean ssh-credentials?'],
    ['', ''],
    ['tunnels', ''],
  ])('are refused where %o is none', (name, advice) => {
    const refused = () => readKinds('--prune', ['endpoints', name]);
    expect(refused).toThrow(`--prune "${name}" is not one of ${kindChoices.join(', ')}${advice}`);
    expect(refused).toThrow(expect.objectContaining({ code: 'USAGE', field: '--prune' }));
  });
});
