import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { run } from '../../../src/cli/main.ts';
import { processStreams } from '../../../src/cli/streams.ts';
import { recordingService } from '../../client/recording-service.ts';
import { apiKey, errorBody, eventSource, page } from '../../client/records.ts';
import { both } from './both.ts';

/** Pages of API keys, downwards from `total`. */
function pagesOf(total: number, failsBefore = 0) {
  return ({ target }: { target: string }, baseUrl: string) => {
    const query = new URL(target, baseUrl).searchParams;
    const from = Number(query.get('before_id')?.slice(3) ?? total + 1) - 1;
    const size = Number(query.get('limit') ?? 100);
    if (from < failsBefore) return { status: 500, body: errorBody('ERR_INTERNAL', 500, 'it failed') };
    const ids = Array.from({ length: Math.min(size, from) }, (_, i) => `ak_${from - i}`);
    const isLast = from <= size;
    const next = isLast ? null : `${baseUrl}/api_keys?before_id=${ids.at(-1)}&limit=${size}`;
    return {
      body: page(
        'keys',
        ids.map((id) => apiKey(id)),
        next,
      ),
    };
  };
}

const count = (text: string) => text.split('\n').length - 1;

describe('a long list', () => {
  it('is all of it on a pipe, and the first 100 on a terminal, which says that there is more', async () => {
    const { pipe, terminal, requests } = await both('api-keys list -o id', pagesOf(250));
    expect(count(pipe.stdout)).toBe(250);
    expect(pipe.stderr).toBe('');
    expect(count(terminal.stdout)).toBe(100);
    expect(terminal.stderr).toBe(
      'note: these are the first 100; --all shows all, --limit <number> that many\n',
    );
    expect(requests).toHaveLength(3 + 1);
  });

  it('is all of it on a terminal too with --all, and no more than --limit anywhere', async () => {
    const all = await both('api-keys list -o id --all', pagesOf(250));
    expect(count(all.terminal.stdout)).toBe(250);
    const limited = await both('api-keys list -o id --limit 120', pagesOf(250));
    expect(count(limited.terminal.stdout)).toBe(120);
    expect(limited.terminal.stderr).toBe('');
    expect(limited.terminal).toEqual(limited.pipe);
    expect(limited.requests).toHaveLength(2 * 2);
  });

  it('of exactly 100 says nothing about more', async () => {
    expect((await both('api-keys list -o id', pagesOf(100))).terminal.stderr).toBe('');
  });

  it('is asked for in pages of the size that is wanted', async () => {
    const line = 'api-keys list --limit 3 --page-size 2 --before-id ak_9';
    const { requests } = await both(line, pagesOf(50));
    expect(requests.slice(0, 2)).toEqual([
      'GET /api_keys?before_id=ak_9&limit=2',
      'GET /api_keys?before_id=ak_7&limit=2',
    ]);
    expect(requests).toHaveLength(4);
  });

  it('is queried and sorted whole, whatever a terminal shows', async () => {
    const queried = await both(['api-keys', 'list', '--query', 'length(@)'], pagesOf(250));
    expect(queried.terminal.stdout).toBe('250\n');
    const sorted = await both('api-keys list --sort-by id -o id', pagesOf(250));
    expect(sorted.terminal.stdout.split('\n')[0]).toBe('ak_1');
    expect(count(sorted.terminal.stdout)).toBe(100);
    expect(sorted.terminal.stderr).toContain('note: these are the first 100');
  });

  it('prints a page before the next one is there', async () => {
    let release = () => {};
    const printed = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { baseUrl, requests } = await recordingService(pagesOf(250));
    const stdout = new PassThrough();
    let text = '';
    stdout.on('data', (chunk) => {
      text += chunk;
      if (count(text) === 100) release();
    });
    // A reader that takes nothing more: the command may be one page ahead of it, and no further.
    const env = { TUNNELCTL_BASE_URL: baseUrl, TUNNELCTL_API_KEY: 'k' };
    const streams = Object.defineProperties(processStreams(), {
      stdout: { value: stdout },
      env: { value: env },
    });
    const running = run(['api-keys', 'list', '-o', 'id'], streams);
    await printed;
    expect(requests.length).toBeLessThanOrEqual(2);
    expect(await running).toBe(0);
    expect(count(text)).toBe(250);
  });

  it('that breaks off keeps what was printed, and says where to go on', async () => {
    const { pipe } = await both('api-keys list -o id --retries 0', pagesOf(250, 100));
    expect(pipe.exitCode).toBe(1);
    expect(count(pipe.stdout)).toBe(200);
    expect(pipe.stderr).toContain('error: it failed (ERR_INTERNAL)');
    expect(pipe.stderr).toContain('200 items were printed; go on with --before-id ak_51');
    const first = await both('api-keys list -o id --retries 0', pagesOf(250, 1000));
    expect(first.pipe.stderr).not.toContain('--before-id');
  });
});

it('ends quietly when the reader of stdout goes away', async () => {
  const { baseUrl } = await recordingService({
    body: { sources: [eventSource('a_b.v0')], uri: 'https://x.example' },
  });
  const stdout = new PassThrough();
  stdout.destroy();
  const stderr = new PassThrough();
  const env = { TUNNELCTL_BASE_URL: baseUrl, TUNNELCTL_API_KEY: 'k' };
  const streams = Object.defineProperties(processStreams(), {
    stdout: { value: stdout },
    stderr: { value: stderr },
    env: { value: env },
  });
  expect(await run(['event-sources', 'list', 'esb_1'], streams)).toBe(0);
  expect(stderr.read()).toBeNull();
});
