import { describe, expect, it } from 'vitest';
import { resourceWords } from '../../../src/cli/words/command-words.ts';
import { catalogue } from '../../../src/contract/index.ts';
import { isDestructive, pathParameters } from '../../../src/contract/schema/resource.ts';
import { recordingService } from '../../client/recording-service.ts';
import { runCli } from '../../harness/run-cli.ts';

const destructive = catalogue.filter(({ operation }) => isDestructive(operation));

/** A command line that runs an operation with the body of its example. */
function lineOf({ resource, verb, operation }: (typeof catalogue)[number]): string[] {
  const ids = pathParameters(operation).map((name) => `${name}_1`);
  const body = operation.method === 'PUT' ? ['--from-file', '-'] : [];
  return [...resourceWords(resource), verb, ...ids, ...body];
}

const stdinOf = ({ operation }: (typeof catalogue)[number]) =>
  JSON.stringify(operation.examples[0]?.body ?? {});

describe('what takes something away', () => {
  it('is every delete, the replacement of a module, and to stop an agent', () => {
    expect(destructive.map(({ name }) => name)).toEqual([
      'endpoints.delete',
      'tunnel-sessions.stop',
      'ssh-credentials.delete',
      'ssh-user-certificates.delete',
      'ssh-host-certificates.delete',
      'api-keys.delete',
      'kubernetes-operators.delete',
      'edges.tcp.ip-restriction.replace',
      'edges.tcp.ip-restriction.delete',
      'edges.https.routes.user-agent-filter.replace',
      'edges.https.routes.user-agent-filter.delete',
      'event-sources.delete',
      'event-destinations.delete',
      'app.users.delete',
    ]);
  });

  it.each(destructive)('is refused before any request where nobody can be asked: $name', async (entry) => {
    const { baseUrl, requests } = await recordingService({ status: 500 });
    // That a pipeline runs it is no agreement.
    const env = { TUNNELCTL_BASE_URL: baseUrl, TUNNELCTL_API_KEY: 'k', CI: 'true' };
    const outcome = await runCli(lineOf(entry), { env, stdin: stdinOf(entry) });
    expect({ ...outcome, requests }).toEqual({
      exitCode: 2,
      stdout: '',
      stderr:
        'error: this needs a confirmation, and there is no terminal to ask for it\n' +
        'hint: add --yes to go ahead without being asked\n',
      requests: [],
    });
  });

  it.each(destructive)('is done with --yes, without a look at what goes: $name', async (entry) => {
    const { baseUrl, requests } = await recordingService({ status: 404 });
    const env = { TUNNELCTL_BASE_URL: baseUrl, TUNNELCTL_API_KEY: 'k' };
    await runCli([...lineOf(entry), '--yes'], { env, stdin: stdinOf(entry) });
    expect(requests.map(({ method }) => method)).toEqual([entry.operation.method]);
  });

  it('is refused at a terminal too with --no-input, with TUNNELCTL_NO_INPUT, and when stdin is taken', async () => {
    const { baseUrl, requests } = await recordingService({ status: 500 });
    const env = { TUNNELCTL_BASE_URL: baseUrl, TUNNELCTL_API_KEY: 'k' };
    const remove = ['endpoints', 'delete', 'ep_1'];
    const outcomes = [
      await runCli([...remove, '--no-input'], { env, isTTY: true }),
      await runCli(['--no-input', ...remove], { env, isTTY: true }),
      await runCli(remove, { env: { ...env, TUNNELCTL_NO_INPUT: '1' }, isTTY: true }),
      await runCli(['endpoints', 'delete', '-'], { env, isTTY: true, stdin: 'ep_1\n' }),
    ];
    for (const { exitCode, stderr } of outcomes) {
      expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringContaining('--yes') });
    }
    expect(requests).toEqual([]);
  });
});
