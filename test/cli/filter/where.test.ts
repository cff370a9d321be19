import { describe, expect, it } from 'vitest';
import { type Answer, type RecordedRequest, recordingService } from '../../client/recording-service.ts';
import { apiKey, endpoint, eventSource, page } from '../../client/records.ts';
import { runCli, type Surroundings } from '../../harness/run-cli.ts';
import { both, clock } from '../output/both.ts';

/** Pages of endpoints that are numbered from 250 down, every tenth an edge's. */
const pages: (request: RecordedRequest, baseUrl: string) => Answer = ({ target }, baseUrl) => {
  const query = new URL(target, 'http://x').searchParams;
  const from = Number(query.get('before_id')?.slice('ep_'.length) ?? 251) - 1;
  const size = Number(query.get('limit') ?? 100);
  const ids = Array.from({ length: Math.min(size, from) }, (_, i) => from - i);
  const records = ids.map((n) =>
    endpoint(`ep_${n}`, {
      url: `https://app${n}.example.com`,
      type: n % 10 === 0 ? 'edge' : 'cloud',
      port: n,
      created_at: `2026-11-${String((n % 20) + 1).padStart(2, '0')}T08:00:00Z`,
    }),
  );
  const next = from <= size ? null : `${baseUrl}/endpoints?before_id=ep_${ids.at(-1)}&limit=${size}`;
  return { body: page('endpoints', records, next) };
};

async function list(conditions: string[], rest: string[] = [], surroundings: Surroundings = {}) {
  const { baseUrl, requests } = await recordingService(pages);
  const env = { TUNNELCTL_BASE_URL: baseUrl, TUNNELCTL_API_KEY: 'k' };
  const where = conditions.flatMap((condition) => ['--where', condition]);
  const outcome = await runCli(['endpoints', 'list', '-o', 'id', ...where, ...rest], {
    clock,
    ...surroundings,
    env: { ...env, ...surroundings.env },
  });
  return {
    ...outcome,
    ids: outcome.stdout.split('\n').slice(0, -1),
    requests: requests.map((one) => one.target),
  };
}

describe('--where', () => {
  it('shows what is so, of all pages, and says how much was looked through', async () => {
    const { ids, stderr, exitCode, requests } = await list(['type=edge']);
    expect(ids).toEqual(Array.from({ length: 25 }, (_, i) => `ep_${250 - i * 10}`));
    expect({ stderr, exitCode }).toEqual({ stderr: '25 found, 250 looked through\n', exitCode: 0 });
    expect(requests).toHaveLength(3);
  });

  it('is silent about it with --quiet, and says that nothing was found as any empty list does', async () => {
    expect((await list(['type=edge'], ['-q'])).stderr).toBe('');
    const none = await both(['endpoints', 'list', '--where', 'port=9999'], pages);
    expect(none.pipe).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: 'no endpoints to show\n0 found, 250 looked through\n',
    });
    expect(none.terminal.stderr).toBe(none.pipe.stderr);
  });

  it('holds with all others', async () => {
    expect((await list(['type=edge', 'port>150', 'port<=180'])).ids).toEqual(['ep_180', 'ep_170', 'ep_160']);
  });

  it('takes whole pages for --limit matches, looks no further, and says that there may be more', async () => {
    const { ids, stderr, requests } = await list(['type=edge'], ['--limit', '3']);
    expect(ids).toEqual(['ep_250', 'ep_240', 'ep_230']);
    expect(stderr).toBe('3 found, 21 looked through; there may be more\n');
    expect(requests).toEqual(['/endpoints']);
  });

  it('stops at what a terminal shows, and sorts what was found before --limit', async () => {
    const { terminal } = await both(['endpoints', 'list', '-o', 'id', '--where', 'type!=edge'], pages);
    expect(terminal.stderr).toBe(
      'note: these are the first 100; --all shows all, --limit <number> that many\n' +
        '100 found, 112 looked through; there may be more\n',
    );
    const sorted = await list(['type=edge'], ['--sort-by', 'port', '--limit', '2']);
    expect(sorted.ids).toEqual(['ep_10', 'ep_20']);
    expect(sorted.stderr).toBe('25 found, 250 looked through\n');
  });

  it('comes before --query', async () => {
    const queried = await list(['type=edge'], ['--query', 'length(@)', '-o', 'json']);
    expect(queried.stdout).toBe('25\n');
  });

  it.each([
    ['type==edge', 25],
    ['type != cloud', 25],
    ['port=7', 1],
    ['port>=249', 2],
    ['url~app1.*', 111],
    ['url~^https://app\\d\\.', 9],
    ['url!~app1.*', 139],
    ['url<https://app2', 111],
    ['created_at<2026-11-02T08:00:00+01:00', 12],
    ['created_at>=-48h', 12],
    ['created_at<7d', 250],
    ['bindings=public', 250],
    ['bindings!=public', 0],
    ['domain=rd_1', 250],
    ['principal.id=usr_1', 250],
    ['pooling_enabled=false', 250],
    ['name=x', 0],
    ['name!=x', 250],
    ['name!~.', 250],
    ['Hostport~443$', 250],
  ])('%s finds %i of 250', async (condition, count) => {
    expect((await list([condition])).ids).toHaveLength(count);
  });

  it.each([
    [['typ=cloud'], '--where "typ" is not a member of these records; did you mean type?'],
    [
      ['type=clod'],
      '--where type=clod can never be met: it is one of ephemeral, edge, cloud; did you mean cloud?',
    ],
    [['type>cloud'], '--where type>cloud: the values of type have no order; compare them with = or !='],
    [['port=https'], '--where "https" is not a number'],
    [
      ['created_at<soon'],
      '--where "soon" is not an RFC 3339 time; write it as 2026-11-21T08:00:00Z, or as a duration',
    ],
    [['url=x', 'url'], '--where "url" is not a condition; write url=<value>'],
    [[''], '--where "" is not a condition; write <member>=<value>'],
    [
      ['domain.name=x'],
      '--where "domain.name" is not a member of these records; there is domain.id, domain.uri',
    ],
    [
      ['url~*.com'],
      '--where "*.com" is not an RE2 pattern: missing argument to repetition operator; .* stands for',
    ],
  ])('%j is refused before anything is sent', async (conditions, message) => {
    const { exitCode, stderr, requests } = await list(conditions);
    expect({ exitCode, requests }).toEqual({ exitCode: 2, requests: [] });
    expect(stderr).toContain(message);
  });

  it('refuses a value that an unset variable left empty, and says how to ask for what has none', async () => {
    const { stderr, exitCode } = await list(['description=']);
    expect({ stderr, exitCode }).toEqual({
      exitCode: 2,
      stderr:
        'error: --where "description=" has no value behind =\n' +
        "hint: write 'description!~.' for what has none, 'description~.' for what has one\n",
    });
  });

  it('reaches into objects and maps, and names what is in them', async () => {
    const refused = async (line: string[]) => (await runCli(line, { env: {} })).stderr;
    expect(await refused(['kubernetes-operators', 'list', '--where', 'deployment=x'])).toContain(
      '"deployment" has members of its own; name one: deployment.name, deployment.namespace',
    );
    expect(await refused(['tunnels', 'list', '--where', 'labels=x'])).toContain('name one: labels.<key>');
  });

  it('compares the times of a certificate, whose zero time is none', async () => {
    const operator = (id: string, end: string) => ({
      id,
      uri: 'https://x',
      created_at: '2026-11-21T08:00:00Z',
      updated_at: '2026-11-21T08:00:00Z',
      description: '',
      metadata: '',
      principal: { id: 'usr_1', uri: 'https://x' },
      enabled_features: [],
      region: 'global',
      deployment: { name: '', namespace: '', version: '', cluster_name: '' },
      binding: { endpoint_selectors: null, cert: { cert: '', not_before: end, not_after: end } },
    });
    const ends = ['2026-11-25T08:00:00Z', '2027-11-25T08:00:00Z', '0001-01-01T00:00:00Z'];
    const body = page(
      'operators',
      ends.map((end, i) => operator(`k8sop_${i}`, end)),
    );
    const line = ['kubernetes-operators', 'list', '--where', 'binding.cert.not_after<7d', '-o', 'id'];
    expect((await both(line, { body })).pipe.stdout).toBe('k8sop_0\n');
  });

  it('works on lists that are not paged', async () => {
    const body = {
      sources: ['api_key_created.v0', 'endpoint_created.v0'].map(eventSource),
      uri: 'https://x.example',
    };
    const line = ['event-sources', 'list', 'esb_1', '--where', 'type~^api_', '-o', 'id'];
    expect((await both(line, { body })).pipe).toEqual({
      exitCode: 0,
      stdout: 'api_key_created.v0\n',
      stderr: '1 found, 2 looked through\n',
    });
  });
});

describe('--owner', () => {
  const id = 'ak_3MRMxILONoc3rvBN9DBZW0xSYF1';
  const token = `${id.slice(3)}_963bS4aPBCGN3LwDbnYbG6uKXNP6IC`;
  const keys: (request: RecordedRequest) => Answer = ({ target }) => {
    if (target === `/api_keys/${id}`) return { body: { ...apiKey(id), owner_id: 'usr_2' } };
    return { body: page('keys', [{ ...apiKey('ak_2'), owner_id: 'usr_2' }, apiKey('ak_1')]) };
  };
  const owned = (owner: string, key = token) =>
    both(['api-keys', 'list', '-o', 'id', '--owner', owner], keys, { env: { TUNNELCTL_API_KEY: key } });

  it('shows what a user or bot owns, by the member that the contract calls a user', async () => {
    expect((await owned('usr_1')).pipe).toMatchObject({
      stdout: 'ak_1\n',
      stderr: '1 found, 2 looked through\n',
    });
    const principal = await both(['endpoints', 'list', '-o', 'id', '--owner', 'usr_9'], {
      body: page('endpoints', [
        endpoint('ep_1'),
        endpoint('ep_2', { principal: { id: 'usr_9', uri: 'https://x' } }),
      ]),
    });
    expect(principal.pipe.stdout).toBe('ep_2\n');
  });

  it('knows me by the key that is used', async () => {
    const { pipe, requests } = await owned('me');
    expect(pipe.stdout).toBe('ak_2\n');
    expect(requests.slice(0, 2)).toEqual([`GET /api_keys/${id}`, 'GET /api_keys']);
    expect((await owned('me', 'k')).pipe).toMatchObject({ exitCode: 2, stdout: '' });
  });

  it.each(['alice', 'usr_2 ', 'the ci bot', 'bot_', 'usr_2,usr_3'])(
    'refuses %j, which is nobody: an empty answer would say that nobody owns a thing',
    async (owner) => {
      const { pipe, requests } = await owned(owner);
      expect({ ...pipe, requests }).toEqual({
        exitCode: 2,
        stdout: '',
        stderr:
          `error: --owner ${JSON.stringify(owner)} is not the id of a user or bot\n` +
          'hint: give it whole, as owner_id or principal of a record shows it, or me; no operation looks up names\n',
        requests: [],
      });
    },
  );

  it('refuses an empty owner, and is not offered where records belong to nobody', async () => {
    expect((await owned('')).pipe).toMatchObject({ exitCode: 2, stdout: '' });
    const { pipe } = await both('tunnels list --owner me', { body: page('tunnels', []) });
    expect(pipe.stderr).toContain("unknown option '--owner'");
  });
});
