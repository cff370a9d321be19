import { describe, expect, it } from 'vitest';
import { resourceWords } from '../../../src/cli/words/command-words.ts';
import { demoIds } from '../../../src/contract/examples/demo-ids.ts';
import { type CatalogueEntry, catalogue } from '../../../src/contract/index.ts';
import { recordingService } from '../../client/recording-service.ts';
import { endpoint } from '../../client/records.ts';
import { runCli } from '../../harness/run-cli.ts';
import { type ServedDemo, servedDemo } from '../../harness/served-demo.ts';

type Json = Record<string, unknown>;

const hasMembers = ({ operation }: CatalogueEntry) =>
  Object.keys(operation.body?.properties ?? {}).length > 0;

const writing = (methods: readonly string[]) =>
  catalogue.filter((entry) => methods.includes(entry.operation.method) && hasMembers(entry));

/** Runs commands at the demo account; what is not said to fail must not. */
function cli({ env }: Pick<ServedDemo, 'env'>) {
  return async (argv: readonly string[], stdin = '') => {
    const { exitCode, stdout, stderr } = await runCli(argv, { env, stdin });
    expect({ exitCode, stderr }, argv.join(' ')).toMatchObject({ exitCode: 0 });
    return { stdout, stderr };
  };
}

/** The arguments that name every object of a kind that there is. */
async function objectsOf({ resource }: CatalogueEntry, { env }: ServedDemo): Promise<string[][]> {
  const { tcpEdges, httpsEdges, httpsEdgeRoutes, eventSubscriptions } = demoIds;
  const unlisted: Record<string, string[][]> = {
    'edges.tcp.ip-restriction': [[tcpEdges.database]],
    'edges.https.routes.user-agent-filter': [[httpsEdges.shop, httpsEdgeRoutes.shopRoot]],
    'event-sources': [[eventSubscriptions.audit, 'api_key_created.v0']],
    'abuse-reports': Object.values(demoIds.abuseReports).map((id) => [id]),
  };
  const known = unlisted[resource.name];
  if (known !== undefined) return known;
  const { stdout } = await runCli([...resourceWords(resource), 'list', '-o', 'id'], { env });
  return stdout
    .trim()
    .split('\n')
    .map((id) => [id]);
}

/** Kinds of records that the demo account lacks. */
async function addMore(demo: ServedDemo): Promise<void> {
  const policy = 'on_http_request:\n  - actions:\n      - type: deny\n';
  await demo.call('POST', '/endpoints', { url: 'https://mine.example.com', traffic_policy: policy });
  await demo.call('POST', '/endpoints', { url: 'https://mine.internal', metadata: 'a\nb: "c"\n' });
  const creds = { cloud_access_key_id: 'AK', cloud_secret_access_key: 'canary' };
  await demo.call('POST', '/event_destinations', {
    target: { stream_target: { auth: { creds }, stream_resource_name: 'stream/a' } },
  });
  await demo.call('POST', '/kubernetes_operators', {
    enabled_features: ['bindings'],
    binding: { endpoint_selectors: ["endpoint.url.endsWith('.example.com')"] },
  });
}

const lasting = (record: Json) => ({ ...record, updated_at: undefined });

describe('a record as it was read', () => {
  it.each(writing(['PATCH', 'PUT']))(
    'goes in again and changes nothing, as YAML and as JSON: $name',
    { timeout: 60_000 },
    async (entry) => {
      const demo = await servedDemo();
      await addMore(demo);
      const run = cli(demo);
      const words = resourceWords(entry.resource);
      const objects = await objectsOf(entry, demo);
      expect(objects.length).toBeGreaterThan(0);
      for (const args of objects) {
        for (const format of ['yaml', 'json']) {
          const { stdout: text } = await run([...words, 'get', ...args, '-o', format]);
          const before = JSON.parse((await run([...words, 'get', ...args, '-o', 'json'])).stdout) as Json;
          const argv = [...words, entry.verb, ...args, '--from-file', '-', '-o', 'json'];
          const yes = entry.operation.method === 'PUT' ? ['--yes'] : [];
          const { exitCode, stdout, stderr } = await runCli([...argv, ...yes], {
            env: demo.env,
            stdin: text,
          });
          if (entry.resource.name === 'endpoints' && before.type !== 'cloud') {
            // The record is taken; that nobody changes such an endpoint is the service's own word.
            expect(stderr).toContain('ERR_ENDPOINT_NOT_CLOUD');
            continue;
          }
          expect({ exitCode, notices: stderr.split('note: ').length - 1 }, stderr).toEqual({
            exitCode: 0,
            notices: stderr === '' ? 0 : 1,
          });
          expect(lasting(JSON.parse(stdout))).toEqual(lasting(before));
          const after = JSON.parse((await run([...words, 'get', ...args, '-o', 'json'])).stdout) as Json;
          expect(lasting(after)).toEqual(lasting(before));
        }
      }
    },
  );

  it.each(writing(['POST']))('makes another one like it: $name', { timeout: 60_000 }, async (entry) => {
    const demo = await servedDemo();
    await addMore(demo);
    const run = cli(demo);
    const words = resourceWords(entry.resource);
    // What must be there once makes room first.
    const isUnique = ['endpoints', 'ssh-credentials', 'event-sources'].includes(entry.resource.name);
    for (const args of await objectsOf(entry, demo)) {
      const { stdout } = await run([...words, 'get', ...args, '-o', 'yaml']);
      const before = JSON.parse((await run([...words, 'get', ...args, '-o', 'json'])).stdout) as Json;
      if (before.type === 'ephemeral' || before.type === 'edge') continue;
      if (isUnique) await run([...words, 'delete', ...args, '--yes']);
      const around = args.slice(0, -1);
      const hidden = stdout.includes('<SECRET>');
      const argv = [...words, 'create', ...around, '--from-file', '-', '-o', 'json'];
      if (hidden) {
        expect(await runCli(argv, { env: demo.env, stdin: stdout })).toMatchObject({ exitCode: 2 });
        continue;
      }
      const made = JSON.parse((await run(argv, stdout)).stdout) as Json;
      for (const name of Object.keys(entry.operation.body?.properties ?? {})) {
        // A request for a certificate is no part of the record that it led to.
        if (name !== 'binding') expect(made[name], name).toEqual(before[name]);
      }
    }
  });

  it('is left what an operation does not take, with one notice that names it', async () => {
    const demo = await servedDemo();
    const id = demoIds.sshCredentials.laptop;
    const { stdout } = await cli(demo)(['ssh-credentials', 'get', id, '-o', 'yaml']);
    const { stderr } = await cli(demo)(['ssh-credentials', 'update', id, '--from-file', '-'], stdout);
    expect(stderr).toBe('note: not taken by update, left out: uri, created_at, public_key, owner_id\n');
  });

  it('keeps its secrets in an update, and needs them for a new one', async () => {
    const demo = await servedDemo();
    const id = demoIds.eventDestinations.metrics;
    const { stdout } = await cli(demo)(['event-destinations', 'get', id, '-o', 'yaml']);
    expect(stdout).toContain('api_key: <SECRET>');
    await cli(demo)(['event-destinations', 'update', id, '--from-file', '-'], stdout);
    const create = ['event-destinations', 'create', '--from-file', '-'];
    const refused = await runCli(create, { env: demo.env, stdin: stdout });
    expect({ ...refused, stderr: refused.stderr.split('\n').slice(1).join('\n') }).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: expect.stringMatching(
        /^error: stdin line \d+: target\.metrics_target\.api_key must be the secret itself: <SECRET> stands for one that is not shown\n$/,
      ),
    });
    const secret = ['--target.metrics-target.api-key', 'env:SECRET'];
    const env = { ...demo.env, SECRET: 'canary' };
    expect(await runCli([...create, ...secret], { env, stdin: stdout })).toMatchObject({ exitCode: 0 });
  });

  it('is refused for another one than its id says', async () => {
    const { baseUrl, requests } = await recordingService({ status: 500 });
    const env = { TUNNELCTL_BASE_URL: baseUrl, TUNNELCTL_API_KEY: 'k' };
    const stdin = JSON.stringify(endpoint('ep_1'));
    const outcome = await runCli(['endpoints', 'update', 'ep_2', '--from-file', '-'], { env, stdin });
    expect({ ...outcome, requests }).toEqual({
      exitCode: 2,
      stdout: '',
      stderr:
        'error: stdin line 1: the record is ep_1, and <id> names ep_2\n' +
        'hint: leave out its id to make ep_2 like it\n',
      requests: [],
    });
  });

  it('is for the one that the argument means, whatever it is called by', async () => {
    const demo = await servedDemo();
    await addMore(demo);
    const run = cli(demo);
    const { stdout } = await run(['endpoints', 'get', 'https://mine.example.com', '-o', 'yaml']);
    const update = (url: string) => ['endpoints', 'update', url, '--from-file', '-', '-o', 'id'];
    const { id } = JSON.parse(
      (await run(['endpoints', 'get', 'https://mine.example.com', '-o', 'json'])).stdout,
    );
    expect((await run(update('https://mine.example.com'), stdout)).stdout).toBe(`${id}\n`);
    const requests = demo.requests.length;
    const other = await runCli(update('https://mine.internal'), { env: demo.env, stdin: stdout });
    expect(other).toMatchObject({ exitCode: 2, stdout: '' });
    expect(other.stderr).toMatch(
      new RegExp(`error: --from-file holds the record ${id}, and <id> names ep_\\w+\\n`),
    );
    expect(demo.requests.slice(requests).every((request) => request.startsWith('GET '))).toBe(true);
  });

  it('has each mistake told on one line, and once which members there are', async () => {
    const { baseUrl } = await recordingService({ status: 500 });
    const env = { TUNNELCTL_BASE_URL: baseUrl, TUNNELCTL_API_KEY: 'k' };
    const stdin = 'url: https://a.example.com\nurls: x\nfoo: 1\nbindings: [publik]\nid: ep_1\n';
    expect(await runCli(['endpoints', 'create', '--from-file', '-'], { env, stdin })).toEqual({
      exitCode: 2,
      stdout: '',
      stderr:
        'note: not taken by create, left out: id\n' +
        'error: stdin line 2: "urls" is not a member of the body; did you mean url?\n' +
        '       stdin line 3: "foo" is not a member of the body\n' +
        '       stdin line 4: bindings[0]: "publik" is not one of "public", "internal", "kubernetes"; did you mean public?\n' +
        'hint: the body takes url, type, traffic_policy, description, metadata, bindings, pooling_enabled\n',
    });
  });
});
