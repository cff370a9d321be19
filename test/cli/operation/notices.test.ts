import { describe, expect, it } from 'vitest';
import { exampleKeys } from '../../../src/contract/examples/example-keys.ts';
import { recordingService } from '../../client/recording-service.ts';
import { runCli } from '../../harness/run-cli.ts';
import { both } from '../output/both.ts';

describe('an operation without a result', () => {
  it.each<[string, string]>([
    ['ssh-credentials delete sshcr_1 --yes', 'deleted sshcr_1\n'],
    ['edges tcp ip-restriction delete edgtcp_1 --yes', 'deleted ip-restriction of edgtcp_1\n'],
    ['event-sources delete esb_1 api_key_created.v0 --yes', 'deleted api_key_created.v0\n'],
    [
      'ssh-user-certificates delete sucrt_1 --yes',
      'deleted sucrt_1\n' +
        'note: This does not revoke the certificate: servers accept it until its validity ends.\n',
    ],
    [
      'tunnel-sessions update ts_1',
      'update requested: ts_1\n' +
        'note: Wait at least 10 seconds, then restart the agent to run the new version. ' +
        'An update never crosses a major version.\n',
    ],
  ])('%s says on stderr what is done, to people', async (line, stderr) => {
    const { pipe, terminal } = await both(line, { status: 204 });
    expect(pipe).toEqual({ exitCode: 0, stdout: '', stderr });
    expect(terminal).toEqual(pipe);
    for (const silent of ['-o json', '--quiet']) {
      const { pipe: quiet } = await both(`${line} ${silent}`, { status: 204 });
      expect(quiet).toEqual({ exitCode: 0, stdout: '', stderr: '' });
    }
  });
});

it('warns of a user certificate without principals, and makes it', async () => {
  const { baseUrl, requests } = await recordingService({ status: 400 });
  const argv = ['ssh-user-certificates', 'create', '--ssh-certificate-authority-id', 'sshca_1'];
  const { stderr } = await runCli([...argv, '--public-key', exampleKeys.ed25519], {
    env: { TUNNELCTL_BASE_URL: baseUrl, TUNNELCTL_API_KEY: 'k' },
  });
  expect(requests).toHaveLength(1);
  expect(stderr.split('\n')[0]).toBe(
    'warning: no --principals: the certificate is for any user, and current OpenSSH servers refuse such a one',
  );
});
