import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { runLimited } from '../../../src/cli/operation/run-limited.ts';
import { liveLine, progressBar } from '../../../src/cli/terminal/live-line.ts';
import { catalogue } from '../../../src/contract/index.ts';
import { isRepeatable } from '../../../src/contract/schema/resource.ts';
import { recordingService } from '../../client/recording-service.ts';
import { endpoint, errorBody } from '../../client/records.ts';
import { runCli, type Surroundings } from '../../harness/run-cli.ts';

/** Runs a command against a service that knows every endpoint but those whose id says otherwise. */
async function run(line: string, surroundings: Surroundings = {}) {
  const { baseUrl, requests } = await recordingService(({ target, method }) => {
    const id = target.split('/')[2] ?? '';
    if (id.startsWith('ep_gone'))
      return { status: 404, body: errorBody('ERR_NOT_FOUND', 404, 'there is none') };
    if (id.startsWith('ep_limited')) {
      const headers = { 'retry-after': '3600' };
      return { status: 429, headers, body: errorBody('ERR_RATE_LIMITED', 429, 'slow down') };
    }
    if (id.startsWith('ep_busy')) return { status: 409, body: errorBody('ERR_X', 409, 'it is busy') };
    if (id.startsWith('ep_key'))
      return { status: 401, body: errorBody('ERR_UNKNOWN_API_KEY', 401, 'no such key') };
    return method === 'GET' ? { body: endpoint(id) } : { status: 204 };
  });
  const env = { TUNNELCTL_BASE_URL: baseUrl, TUNNELCTL_API_KEY: 'k' };
  const outcome = await runCli(line.split(' '), { ...surroundings, env: { ...env, ...surroundings.env } });
  return { ...outcome, requests: requests.map(({ method, target }) => `${method} ${target}`) };
}

describe('many ids', () => {
  it('are deleted, each told of, in their order and once', async () => {
    expect(await run('endpoints delete ep_1 ep_2 ep_1 ep_3 --yes')).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: 'deleted ep_1\ndeleted ep_2\ndeleted ep_3\n',
      requests: ['DELETE /endpoints/ep_1', 'DELETE /endpoints/ep_2', 'DELETE /endpoints/ep_3'],
    });
  });

  it('come from stdin, one a line, whatever stands around them', async () => {
    const { requests, exitCode } = await run('endpoints delete - -y', { stdin: 'ep_1\r\n\n  ep_2\nep_1' });
    expect({ requests, exitCode }).toEqual({
      exitCode: 0,
      requests: ['DELETE /endpoints/ep_1', 'DELETE /endpoints/ep_2'],
    });
  });

  it('may be none: a pipeline that found nothing has nothing to do', async () => {
    expect(await run('endpoints delete - --yes', { stdin: '\n' })).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: 'no ids on stdin; nothing to do\n',
      requests: [],
    });
    expect(await run('endpoints get - -o json', { stdin: '' })).toMatchObject({
      exitCode: 0,
      stdout: '[]\n',
    });
  });

  it('are given up on where the service asks to wait longer than is waited', async () => {
    const ids = Array.from({ length: 20 }, (_, i) => `ep_limited${i}`);
    const { exitCode, stderr, requests } = await run('endpoints delete - --yes', { stdin: ids.join('\n') });
    // Those that were under way at the first refusal.
    expect(requests.length).toBeLessThanOrEqual(4);
    expect(exitCode).toBe(6);
    expect(stderr).toContain(
      'error: ep_limited0: slow down (ERR_RATE_LIMITED)\nhint: wait 3600 s, then try again\n',
    );
    expect(stderr).toMatch(/\d of 20 failed; 1\d not tried\n$/);
  });

  it('are printed as a list, also when there is only one of them on stdin', async () => {
    const two = await run('endpoints get ep_1 ep_2 -o id');
    expect(two).toMatchObject({ exitCode: 0, stdout: 'ep_1\nep_2\n', stderr: '' });
    const one = await run('endpoints get - -o json', { stdin: 'ep_1\n' });
    expect(JSON.parse(one.stdout)).toEqual([endpoint('ep_1')]);
    const single = await run('endpoints get ep_1 -o json');
    expect(JSON.parse(single.stdout)).toEqual(endpoint('ep_1'));
  });

  it('are gone through whatever fails: each failure is told, and the first decides the exit code', async () => {
    const { exitCode, stderr, requests } = await run('endpoints delete ep_1 ep_busy ep_gone ep_2 --yes');
    expect({ exitCode, requests: requests.length }).toEqual({ exitCode: 5, requests: 4 });
    expect(stderr).toBe(
      'deleted ep_1\n' +
        'error: ep_busy: it is busy (ERR_X)\n' +
        'operation id: op_1\n' +
        'error: ep_gone: there is none (ERR_NOT_FOUND)\n' +
        'hint: list the collection to see which there are\n' +
        'operation id: op_1\n' +
        'deleted ep_2\n' +
        '2 of 4 failed\n',
    );
  });

  it('fail as objects, one a line, where a program reads', async () => {
    const { exitCode, stdout, stderr } = await run('endpoints get ep_gone ep_1 ep_busy -o jsonl');
    expect(exitCode).toBe(3);
    expect(JSON.parse(stdout)).toEqual(endpoint('ep_1'));
    const errors = stderr
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).error);
    expect(errors).toMatchObject([
      { code: 'ERR_NOT_FOUND', message: 'ep_gone: there is none' },
      { code: 'ERR_X', message: 'ep_busy: it is busy' },
    ]);
  });

  it('that go are told of to programs as results, one an object, failures among them', async () => {
    const { exitCode, stdout, stderr } = await run('endpoints delete ep_1 ep_busy ep_gone --yes -o jsonl');
    expect({ exitCode, stderr }).toEqual({ exitCode: 5, stderr: '' });
    const results = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(results).toMatchObject([
      { id: 'ep_1', deleted: true },
      {
        id: 'ep_busy',
        deleted: false,
        error: { code: 'ERR_X', status: 409, message: 'ep_busy: it is busy' },
      },
      { id: 'ep_gone', deleted: false, error: { code: 'ERR_NOT_FOUND', status: 404 } },
    ]);
    expect(JSON.parse((await run('endpoints delete - --yes -o json', { stdin: '' })).stdout)).toEqual([]);
    expect((await run('endpoints delete - --yes -o yaml', { stdin: 'ep_1' })).stdout).toBe(
      '- id: ep_1\n  deleted: true\n',
    );
    const stopped = await run('tunnel-sessions stop ts_1 ts_2 --yes -o jsonl');
    expect(stopped.stdout).toBe('{"id":"ts_1","stop_requested":true}\n{"id":"ts_2","stop_requested":true}\n');
  });

  it('may be gone already where that is as good', async () => {
    expect(await run('endpoints delete ep_1 ep_gone --yes --ignore-not-found')).toMatchObject({
      exitCode: 0,
      stdout: '',
      stderr: 'deleted ep_1\nnot found: ep_gone\n',
    });
    const alone = await run('endpoints delete ep_gone --yes --ignore-not-found -o json');
    expect({ ...alone, stdout: JSON.parse(alone.stdout) }).toMatchObject({
      exitCode: 0,
      stdout: { id: 'ep_gone', deleted: false },
      stderr: '',
    });
    expect(await run('endpoints delete ep_busy --yes --ignore-not-found')).toMatchObject({ exitCode: 5 });
    expect(await run('endpoints delete ep_gone --yes')).toMatchObject({ exitCode: 3 });
  });

  it('are not taken for gone by a service that knows no such path', async () => {
    const { baseUrl } = await recordingService({
      status: 404,
      body: errorBody('ERR_UNKNOWN_PATH', 404, 'there is no such path'),
    });
    const env = { TUNNELCTL_BASE_URL: baseUrl, TUNNELCTL_API_KEY: 'k' };
    const argv = ['endpoints', 'delete', 'ep_1', '--yes', '--ignore-not-found'];
    expect(await runCli(argv, { env })).toMatchObject({ exitCode: 3 });
  });

  it('end early when no key would do for any of them', async () => {
    const ids = ['ep_key', ...Array.from({ length: 40 }, (_, i) => `ep_${i}`)];
    const { exitCode, stderr, requests } = await run(`endpoints delete ${ids.join(' ')} --yes`);
    expect(exitCode).toBe(4);
    expect(requests.length).toBeLessThan(12);
    expect(stderr).toMatch(/\n1 of 41 failed; \d+ not tried\n$/);
  });

  it('stand for themselves alone with - among them', async () => {
    expect(await run('endpoints get ep_1 -')).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: 'error: <id> - takes them from stdin; give it alone\n',
      requests: [],
    });
  });

  it('restart and stop agents, and say once what follows', async () => {
    expect((await run('tunnel-sessions restart ts_1 ts_2')).stderr).toBe(
      'restart requested: ts_1\nrestart requested: ts_2\n' +
        'note: The agent reconnects within seconds, with a new session id and new ids for its tunnels and endpoints. ' +
        'Agents on Windows cannot restart themselves.\n',
    );
    expect((await run('tunnel-sessions stop ts_1 ts_2 --yes')).requests).toHaveLength(2);
  });

  it('share what stands before them in the path', async () => {
    const { requests } = await run('event-sources delete esb_1 a_b.v0 c_d.v0 --yes');
    expect(requests).toEqual([
      'DELETE /event_subscriptions/esb_1/sources/a_b.v0',
      'DELETE /event_subscriptions/esb_1/sources/c_d.v0',
    ]);
  });
});

it('many ids are taken by every operation that nothing but its path says what it is about', () => {
  const names = catalogue.filter(({ operation }) => isRepeatable(operation)).map(({ name }) => name);
  const verbs = new Set(names.map((name) => name.split('.').at(-1)));
  expect([...verbs].sort()).toEqual(['delete', 'get', 'restart', 'stop', 'update']);
  expect(names.filter((name) => name.endsWith('.update'))).toEqual([
    'tunnel-sessions.update',
    'event-sources.update',
  ]);
  for (const { name, verb } of catalogue) {
    if (['get', 'delete', 'stop', 'restart'].includes(verb)) expect(names).toContain(name);
  }
});

describe('the requests for many', () => {
  it('are four at a time, their outcomes in order', async () => {
    let underWay = 0;
    let most = 0;
    const waits: (() => void)[] = [];
    const run = async (target: number) => {
      underWay += 1;
      most = Math.max(most, underWay);
      await new Promise<void>((resolve) => waits.push(resolve));
      underWay -= 1;
      return target * 2;
    };
    const collect = async () => {
      const results: unknown[] = [];
      for await (const outcome of runLimited([1, 2, 3, 4, 5, 6], run, () => false)) results.push(outcome);
      return results;
    };
    const outcomes = collect();
    // Answered in the wrong order.
    while (waits.length > 0 || underWay > 0) {
      waits.pop()?.();
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await outcomes).toEqual([1, 2, 3, 4, 5, 6].map((target) => ({ target, result: target * 2 })));
    expect(most).toBe(4);
  });
});

describe('a progress line', () => {
  it('appears on a terminal alone, after a second, and goes away', () => {
    const shown = (stderrIsTTY: boolean, env = {}) => {
      const stderr = new PassThrough();
      let now = 0;
      const line = liveLine({ stderr, stderrIsTTY, columns: 80, env });
      const advance = progressBar(line, 'delete', 3, () => now);
      advance();
      now = 1500;
      advance();
      line.clear();
      advance();
      return String(stderr.read() ?? '');
    };
    expect(shown(true)).toBe('\r\u001b[2Kdelete [#############.......] 2/3\r\u001b[2K');
    expect(shown(false)).toBe('');
    expect(shown(true, { TERM: 'dumb' })).toBe('');
  });
});
