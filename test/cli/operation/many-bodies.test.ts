import { describe, expect, it } from 'vitest';
import { recordingService } from '../../client/recording-service.ts';
import { endpoint, errorBody } from '../../client/records.ts';
import { runCli } from '../../harness/run-cli.ts';

type Json = Record<string, unknown>;

/** Runs a command against a service that makes and changes every endpoint, but those whose URL says otherwise. */
async function run(line: string, stdin: string) {
  let made = 0;
  const { baseUrl, requests } = await recordingService(({ method, target, body }) => {
    const given = (body ?? {}) as Json;
    if (String(given.url).includes('taken')) {
      return { status: 409, body: errorBody('ERR_ENDPOINT_URL_TAKEN', 409, 'it is taken') };
    }
    if (method === 'DELETE') return { status: 204 };
    const id = method === 'POST' ? `ep_${++made}` : (target.split('/')[2] ?? '');
    return { status: method === 'POST' ? 201 : 200, body: endpoint(id, given) };
  });
  const env = { TUNNELCTL_BASE_URL: baseUrl, TUNNELCTL_API_KEY: 'k' };
  const outcome = await runCli(line.split(' '), { env, stdin });
  return {
    ...outcome,
    requests: requests.map(({ method, target, body }) => ({ [`${method} ${target}`]: body })),
  };
}

const a = { url: 'https://a.example.com' };
const b = { url: 'https://b.example.com', description: 'b' };
const taken = { url: 'https://taken.example.com' };
const jsonl = (...records: readonly Json[]) =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('');

describe('many bodies in one file', () => {
  it.each([
    ['lines of JSON', `\n${jsonl(a, b)}`],
    ['an array of JSON', JSON.stringify([a, b], null, 2)],
    ['a list of YAML', `- url: ${a.url}\n- url: ${b.url}\n  description: b\n`],
    ['several documents of YAML', `---\nurl: ${a.url}\n---\n# none\n---\nurl: ${b.url}\ndescription: b\n`],
    ['documents of JSON', `${JSON.stringify(a, null, 1)}\n---\n${JSON.stringify(b)}`],
  ])('are created one after the other, from %s', async (_name, text) => {
    expect(await run('endpoints create --from-file - -o id', text)).toEqual({
      exitCode: 0,
      stdout: 'ep_1\nep_2\n',
      stderr: '',
      requests: [{ 'POST /endpoints': a }, { 'POST /endpoints': b }],
    });
  });

  it('are printed as a list, however many they are', async () => {
    const { stdout } = await run('endpoints create --from-file - -o json', JSON.stringify([a]));
    expect(JSON.parse(stdout)).toEqual([endpoint('ep_1', a)]);
  });

  it('are each changed by flags besides', async () => {
    const { requests } = await run('endpoints create --from-file - --description c', jsonl(a, b));
    expect(requests).toEqual([
      { 'POST /endpoints': { ...a, description: 'c' } },
      { 'POST /endpoints': { ...b, description: 'c' } },
    ]);
  });

  it('are gone through whatever fails: each failure names its line, and the first decides the exit code', async () => {
    expect(await run('endpoints create --from-file - -o id', jsonl(a, taken, b))).toEqual({
      exitCode: 5,
      stdout: 'ep_1\nep_2\n',
      stderr:
        'error: stdin line 2: it is taken (ERR_ENDPOINT_URL_TAKEN)\n' +
        'hint: choose another URL, or set pooling_enabled on both endpoints\n' +
        'operation id: op_1\n' +
        '1 of 3 failed\n',
      requests: [{ 'POST /endpoints': a }, { 'POST /endpoints': taken }, { 'POST /endpoints': b }],
    });
  });

  it('are all judged before any is sent', async () => {
    const text = `url: ${a.url}\n---\ndescription: x\n---\nurl: ftp:x\nbindings: []\n`;
    expect(await run('endpoints create --from-file -', text)).toEqual({
      exitCode: 2,
      stdout: '',
      stderr:
        'error: stdin line 3: --url is required\n' +
        '       stdin line 5: url: "ftp:x" is not an endpoint URL; write for example https://app.example.com\n' +
        '       stdin line 6: bindings must have at least 1 item\n',
      requests: [],
    });
  });

  it('are refused with the line where one is no JSON', async () => {
    const { exitCode, stderr, requests } = await run(
      'endpoints create --from-file -',
      `${jsonl(a)}{"url": }}\n`,
    );
    expect({ exitCode, requests }).toEqual({ exitCode: 2, requests: [] });
    expect(stderr).toMatch(/^error: --from-file stdin line 2: /);
  });

  it('may be none: a pipeline that found nothing makes nothing', async () => {
    for (const text of ['', '\n', '[]', '---\n']) {
      expect(await run('api-keys create --from-file -', text)).toEqual({
        exitCode: 0,
        stdout: '',
        stderr: 'no records on stdin; nothing to do\n',
        requests: [],
      });
      expect(await run('api-keys create --from-file - -o json', text)).toMatchObject({ stdout: '[]\n' });
    }
  });

  it('change the records that their ids name', async () => {
    const records = [endpoint('ep_7', { description: 'x' }), { id: 'ep_8', metadata: 'y' }];
    const { exitCode, stdout, stderr, requests } = await run(
      'endpoints update --from-file - -o id',
      jsonl(...records),
    );
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: 'ep_7\nep_8\n' });
    expect(stderr).toMatch(/^note: not taken by update, left out: uri, region, .*, principal\n$/);
    const sent = { url: 'https://app.example.com', description: 'x', metadata: '' };
    expect(requests).toEqual([
      { 'PATCH /endpoints/ep_7': { ...sent, bindings: ['public'], pooling_enabled: false } },
      { 'PATCH /endpoints/ep_8': { metadata: 'y' } },
    ]);
  });

  it('need not be many for that: one record names itself', async () => {
    const { requests } = await run('endpoints update --from-file -', 'id: ep_9\ndescription: z\n');
    expect(requests).toEqual([{ 'PATCH /endpoints/ep_9': { description: 'z' } }]);
  });

  it.each([
    [
      'endpoints update --from-file -',
      jsonl({ id: 'ep_1', description: 'x' }, { description: 'y' }),
      'error: stdin line 2: the record has no id, and no <id> is given\n',
    ],
    [
      'endpoints update ep_1 --from-file -',
      jsonl({ description: 'x' }, { description: 'y' }),
      'error: --from-file stdin holds 2 records, and <id> names one\n' +
        'hint: leave the argument out to change each record by the id in it\n',
    ],
    [
      'endpoints update ep_1 --from-file -',
      '',
      'error: --from-file stdin is empty; it must hold the members of the body\n',
    ],
    [
      'edges tcp ip-restriction replace --from-file - --yes',
      '[{"ip_policy_ids": ["ipp_1"]}]',
      'error: <edge-id> is required\nhint: tunnelctl edges tcp ip-restriction replace --help shows what it takes\n',
    ],
  ])('are refused where nothing says which objects they are about: %s', async (line, text, stderr) => {
    expect(await run(line, text)).toEqual({ exitCode: 2, stdout: '', stderr, requests: [] });
  });

  it('are previewed, each as its own request', async () => {
    const { stdout, requests } = await run('endpoints create --from-file - --dry-run -o jsonl', jsonl(a, b));
    const bodies = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).body);
    expect({ bodies, requests }).toEqual({ bodies: [a, b], requests: [] });
  });
});
