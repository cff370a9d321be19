import { describe, expect, it } from 'vitest';
import { type Answer, recordingService } from '../../client/recording-service.ts';
import { apiKey, errorBody, page } from '../../client/records.ts';
import { type Outcome, type Surroundings, startCli } from '../../harness/run-cli.ts';
import { clock } from './both.ts';

interface Watched extends Outcome {
  /** How long each wait between two looks was to be, in milliseconds. */
  readonly waits: readonly number[];
}

/** Runs a command that watches: each answer is for one look, and after the last one comes Ctrl-C. */
async function watch(
  line: string,
  answers: readonly Answer[],
  surroundings: Surroundings = {},
): Promise<Watched> {
  let looks = 0;
  const { baseUrl } = await recordingService(() => answers[looks++] ?? { status: 500 });
  const waits: number[] = [];
  const running = startCli(line.split(' '), {
    columns: 80,
    ...surroundings,
    env: { TUNNELCTL_BASE_URL: baseUrl, TUNNELCTL_API_KEY: 'k', NO_COLOR: '1' },
    clock: {
      now: clock.now,
      sleep: (ms, signal) => {
        waits.push(ms);
        if (waits.length < answers.length) return Promise.resolve();
        setImmediate(() => running.signal('SIGINT'));
        return new Promise((_, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
        });
      },
    },
  });
  return { ...(await running.outcome), waits };
}

const one = apiKey('ak_1', 'first');
const two = apiKey('ak_2', 'second');
const looks: Answer[] = [
  { body: page('keys', [one]) },
  { body: page('keys', [two, { ...one, description: 'renamed' }]) },
  { body: page('keys', [two]) },
];

describe('watching a list', () => {
  it('prints an event a line with jsonl', async () => {
    const { exitCode, stdout, stderr, waits } = await watch('api-keys list --watch -o jsonl', looks);
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      { event: 'added', object: one },
      { event: 'added', object: two },
      { event: 'changed', object: { ...one, description: 'renamed' } },
      { event: 'removed', object: { ...one, description: 'renamed' } },
    ]);
    expect(stderr).toBe('');
    expect(exitCode).toBe(130);
    expect(waits).toEqual([2000, 2000, 2000]);
  });

  it('narrows the objects of events', async () => {
    const { stdout } = await watch('api-keys list --watch -o jsonl --columns id', looks.slice(0, 1));
    expect(stdout).toBe('{"event":"added","object":{"id":"ak_1"}}\n');
  });

  it('prints what is new or changed as rows, and what is new as ids, on a pipe', async () => {
    const rows = await watch('api-keys list --watch --columns id,description', looks);
    expect(rows.stdout).toBe('ak_1\tfirst\nak_2\tsecond\nak_1\trenamed\n');
    const ids = await watch('api-keys list --watch -o id --interval 0.5', looks);
    expect(ids.stdout).toBe('ak_1\nak_2\n');
    expect(ids.waits[0]).toBe(500);
  });

  it('redraws a screen of its own on a terminal, and leaves the last result on it', async () => {
    const line = 'api-keys list --watch --columns id,description';
    const { stdout, exitCode } = await watch(line, looks, { isTTY: true });
    const [before, first, second, last] = stdout.split('\u001b[H');
    expect(before).toBe('\u001b[?1049h\u001b[?25l');
    const k = '\u001b[K';
    expect(first).toBe(
      `every 2 s: tunnelctl api-keys list  08:03:00Z${k}\n${k}\nID    DESCRIPTION${k}\nak_1  first${k}\u001b[J`,
    );
    expect(second).toContain(`ak_2  second${k}\nak_1  renamed${k}`);
    const result = 'ID    DESCRIPTION\nak_2  second\n';
    expect(last?.endsWith(`\u001b[J\u001b[?25h\u001b[?1049l${result}`)).toBe(true);
    expect(exitCode).toBe(130);
  });

  it('goes on over looks that fail for a while, and says so once', async () => {
    const failed = { status: 503, body: errorBody('ERR_UNAVAILABLE', 503, 'not now') };
    const answers = [looks[0], failed, failed, looks[1]] as Answer[];
    const { stdout, stderr } = await watch('api-keys list --watch -o id --retries 0', answers);
    expect(stdout).toBe('ak_1\nak_2\n');
    expect(stderr).toBe('warning: not now; still looking\nnote: the service answers again\n');
    const screen = await watch('api-keys list --watch --retries 0', answers, { isTTY: true });
    expect(screen.stdout).toContain('no answer: not now');
    expect(screen.stderr).toBe('');
  });

  it('leaves a service alone for as long as it asks for, and says so', async () => {
    const busy = (after: string) => ({
      status: 429,
      headers: { 'retry-after': after },
      body: errorBody('ERR_RATE_LIMITED', 429, 'slow down'),
    });
    const answers = [looks[0], busy('3600'), looks[1], busy('0'), looks[2]] as Answer[];
    const line = 'api-keys list --watch --interval 5 --retries 0';
    const { stderr, waits } = await watch(`${line} -o id`, answers);
    expect(waits).toEqual([5000, 3_600_000, 5000, 5000, 5000]);
    expect(stderr).toContain('warning: slow down; it asks to wait 3600 s; still looking\n');
    const screen = await watch(line, answers, { isTTY: true });
    expect(screen.stdout).toContain('no answer: slow down; it asks to wait 3600 s');
  });

  it('ends with the error when the key is not taken any more, or when the first look fails', async () => {
    const refused = { status: 401, body: errorBody('ERR_DELETED_API_KEY', 401, 'the key is gone') };
    const later = await watch('api-keys list --watch -o id', [looks[0] as Answer, refused]);
    expect(later).toMatchObject({ exitCode: 4, stdout: 'ak_1\n' });
    const failed = { status: 500, body: errorBody('ERR_INTERNAL', 500, 'it failed') };
    const first = await watch('api-keys list --watch -o id --retries 0', [failed]);
    expect(first).toMatchObject({ exitCode: 1, stdout: '' });
  });
});

describe('watching one object', () => {
  const gone = { status: 404, body: errorBody('ERR_NOT_FOUND', 404, 'no such key') };

  it('ends well when it goes away', async () => {
    const events = await watch('api-keys get ak_1 --watch -o jsonl', [{ body: one }, gone]);
    expect(events.exitCode).toBe(0);
    expect(
      events.stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).event),
    ).toEqual(['added', 'removed']);
    const screen = await watch('api-keys get ak_1 --watch', [{ body: one }, gone], { isTTY: true });
    expect(screen).toMatchObject({ exitCode: 0, stderr: 'note: it is gone\n' });
  });

  it('that is not there is an error', async () => {
    expect((await watch('api-keys get ak_1 --watch -o jsonl', [gone])).exitCode).toBe(3);
  });
});

it.each([
  ['--watch -o json', '--watch cannot print one JSON document; choose --output jsonl'],
  ['--watch -o yaml', '--watch cannot print one YAML document'],
  ['--watch -o jsonl --query [0]', '--query looks at whole results'],
  ['--watch --interval 0.1', '--interval "0.1" is not a number of seconds from 0.5 to 86400'],
  ['--watch --interval soon', '--interval "soon" is not a number of seconds'],
])('%s is refused before any request', async (options, message) => {
  const { exitCode, stderr } = await watch(`api-keys list ${options}`, []);
  expect(exitCode).toBe(2);
  expect(stderr).toContain(message);
});
