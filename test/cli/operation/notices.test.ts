import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { demoIds } from '../../../src/contract/examples/demo-ids.ts';
import { exampleKeys } from '../../../src/contract/examples/example-keys.ts';
import { recordingService } from '../../client/recording-service.ts';
import { errorBody } from '../../client/records.ts';
import { runCli } from '../../harness/run-cli.ts';
import { servedDemo } from '../../harness/served-demo.ts';
import { both } from '../output/both.ts';

describe('an operation without a result', () => {
  it.each<[string, string, unknown]>([
    ['ssh-credentials delete sshcr_1 --yes', 'deleted sshcr_1\n', { id: 'sshcr_1', deleted: true }],
    [
      'edges tcp ip-restriction delete edgtcp_1 --yes',
      'deleted ip-restriction of edgtcp_1\n',
      { id: 'edgtcp_1', deleted: true },
    ],
    [
      'event-sources delete esb_1 api_key_created.v0 --yes',
      'deleted api_key_created.v0\n',
      { subscription_id: 'esb_1', type: 'api_key_created.v0', deleted: true },
    ],
    [
      'ssh-user-certificates delete sucrt_1 --yes',
      'deleted sucrt_1\n' +
        'note: This does not revoke the certificate: servers accept it until its validity ends.\n',
      { id: 'sucrt_1', deleted: true },
    ],
    [
      'tunnel-sessions update ts_1',
      'update requested: ts_1\n' +
        'note: Wait at least 10 seconds, then restart the agent to run the new version. ' +
        'An update never crosses a major version.\n',
      { id: 'ts_1', update_requested: true },
    ],
  ])('%s says on stderr what is done to people, and on stdout to programs', async (line, stderr, result) => {
    const { pipe, terminal } = await both(line, { status: 204 });
    expect(pipe).toEqual({ exitCode: 0, stdout: '', stderr });
    expect(terminal).toEqual(pipe);
    const { pipe: quiet } = await both(`${line} --quiet`, { status: 204 });
    expect(quiet).toEqual({ exitCode: 0, stdout: '', stderr: '' });
    const { pipe: json } = await both(`${line} -o json`, { status: 204 });
    expect({ ...json, stdout: JSON.parse(json.stdout) }).toEqual({ exitCode: 0, stdout: result, stderr: '' });
  });
});

it.each(['api-keys delete ak_1', 'api-keys delete ak_1 ak_2'])(
  'nothing follows from what was gone already: %s',
  async (line) => {
    const answer = { status: 404, body: errorBody('ERR_NOT_FOUND', 404, 'there is none') };
    const { pipe } = await both(`${line} --yes --ignore-not-found`, answer);
    const said = line
      .split(' ')
      .slice(2)
      .map((id) => `not found: ${id}\n`);
    expect(pipe).toEqual({ exitCode: 0, stdout: '', stderr: said.join('') });
  },
);

describe('what is left empty', () => {
  const certificate = [
    'create',
    '--ssh-certificate-authority-id',
    'sshca_1',
    '--public-key',
    exampleKeys.ed25519,
  ];

  async function warningsOf(argv: readonly string[], stdin = '') {
    const { baseUrl, requests } = await recordingService({ status: 400 });
    const env = { TUNNELCTL_BASE_URL: baseUrl, TUNNELCTL_API_KEY: 'k' };
    const { stderr } = await runCli(argv, { env, stdin });
    expect(requests.length).toBeGreaterThan(0);
    return stderr.split('\n').filter((line) => line.startsWith('warning: '));
  }

  it.each<[string, string[], string]>([
    [
      'a user certificate',
      ['ssh-user-certificates', ...certificate],
      'warning: no --principals: the certificate is for any user, and current OpenSSH servers refuse a certificate without principals',
    ],
    [
      'a host certificate',
      ['ssh-host-certificates', ...certificate],
      'warning: no --principals: the certificate is for any host, and whoever holds its key can pass for all of them',
    ],
    [
      'a host certificate that is asked for by name',
      ['ssh-host-certificates', ...certificate, '--principals', '*'],
      'warning: --principals as given: the certificate is for any host, and whoever holds its key can pass for all of them',
    ],
    [
      'a credential',
      ['ssh-credentials', 'create', '--public-key', exampleKeys.ed25519],
      'warning: no --acl: the key may bind everything',
    ],
    [
      "an endpoint's policy",
      ['endpoints', 'update', 'ep_1', '--traffic-policy', ''],
      'warning: --traffic-policy is empty: the traffic policy goes, and with it all that it turned away',
    ],
  ])('is warned of and done: %s', async (_name, argv, warning) => {
    expect(await warningsOf(argv)).toEqual([warning]);
  });

  it('is nothing to warn of where a change leaves it alone, or it was asked for by name', async () => {
    expect(await warningsOf(['ssh-credentials', 'update', 'x', '--description', 'y'])).toEqual([]);
    const create = ['ssh-credentials', 'create', '--public-key', exampleKeys.ed25519, '--acl', '*'];
    expect(await warningsOf(create)).toEqual([]);
  });

  it('is warned of once, however many records leave it empty', async () => {
    const body = { ssh_certificate_authority_id: 'sshca_1', public_key: exampleKeys.ed25519 };
    const lines = `${JSON.stringify(body)}\n${JSON.stringify(body)}\n`;
    expect(await warningsOf(['ssh-user-certificates', 'create', '--from-file', '-'], lines)).toHaveLength(1);
  });
});

describe('an event type that is not known', () => {
  it.each([
    [
      'endpoint_creatd.v0',
      'warning: --type "endpoint_creatd.v0" is not a known event type; did you mean endpoint_created.v0?\n',
    ],
    ['weather_changed.v1', 'warning: --type "weather_changed.v1" is not a known event type\n'],
    ['ip_policy_created.v0', ''],
  ])('%s is warned of, with what is near, and added all the same', async (type, stderr) => {
    const { env, call } = await servedDemo();
    const { traffic } = demoIds.eventSubscriptions;
    for (const isTTY of [false, true]) {
      const outcome = await runCli(['event-sources', 'create', traffic, '--type', type, '-o', 'id'], {
        env,
        isTTY,
      });
      const said = stripVTControlCharacters(outcome.stderr);
      expect({ ...outcome, stderr: said }).toEqual({ exitCode: 0, stdout: `${type}\n`, stderr });
      await call('DELETE', `/event_subscriptions/${traffic}/sources/${type}`);
    }
  });
});
