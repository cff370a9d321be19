import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { liveLine } from '../../../src/cli/terminal/live-line.ts';
import { waitingLine } from '../../../src/cli/terminal/waiting-line.ts';
import { type RunningCli, type Surroundings, startCli } from '../../harness/run-cli.ts';
import { servedDemo } from '../../harness/served-demo.ts';

const CLEAR = '\r\u001b[2K';
// biome-ignore lint/suspicious/noControlCharactersInRegex: what takes the line away
const frame = /\r\u001b\[2K(?<frame>[⠀-⣿]) waiting for (?<what>[^,]*), \d+ s/u;

/** A service that answers when it is told to, and a command that asks it. */
async function heldUp(
  line: string,
  surroundings: Surroundings,
  isHeld: (request: string) => boolean = () => true,
) {
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const { env } = await servedDemo((request) => (isHeld(request) ? held : undefined));
  const running = startCli(line.split(' '), { ...surroundings, env: { ...env, ...surroundings.env } });
  return { running, answer, host: new URL(env.TUNNELCTL_BASE_URL).host };
}

/** Resolves when stderr shows this. */
async function stderrShows(running: RunningCli, pattern: RegExp): Promise<RegExpExecArray> {
  for (;;) {
    const found = pattern.exec(running.stderr());
    if (found) return found;
    await sleep(20);
  }
}

describe('a person who waits longer than a second', () => {
  it('is told for what, and sees nothing of it afterwards', async () => {
    const { running, answer, host } = await heldUp('endpoints list --no-pager', { stderrIsTTY: true });
    const { groups } = await stderrShows(running, frame);
    expect(groups?.what).toBe(`${host}: GET /endpoints`);
    expect(running.stdout()).toBe('');
    answer();
    const { exitCode, stdout, stderr } = await running.outcome;
    expect({ exitCode, isListed: stdout.startsWith('ep_') }).toEqual({ exitCode: 0, isListed: true });
    expect(stderr.endsWith(CLEAR)).toBe(true);
    expect(stderr.replaceAll(new RegExp(frame, 'gu'), '').replaceAll(CLEAR, '')).toBe('');
  });

  it('has it gone before the error, too', async () => {
    const { running, answer } = await heldUp('endpoints get ep_1', { isTTY: true, env: { NO_COLOR: '1' } });
    await stderrShows(running, frame);
    answer();
    const { exitCode, stderr } = await running.outcome;
    expect(exitCode).toBe(3);
    expect(stderr).toContain(` s${CLEAR}error: `);
  });

  it('sees no line wider than the terminal', async () => {
    const { running, answer } = await heldUp('endpoints list', { stderrIsTTY: true, columns: 20 });
    await stderrShows(running, /waiting/);
    answer();
    const { stderr } = await running.outcome;
    for (const line of stderr.split(CLEAR)) expect([...line].length).toBeLessThan(20);
  });

  it.each<[string, string, Surroundings]>([
    ['on a pipe', 'endpoints list', {}],
    ['with --quiet', 'endpoints list --quiet', { stderrIsTTY: true }],
    ['on a dumb terminal', 'endpoints list', { stderrIsTTY: true, env: { TERM: 'dumb' } }],
    ['in a pipeline', 'endpoints list', { stderrIsTTY: true, env: { CI: 'true' } }],
  ])('is told nothing %s', async (_, line, surroundings) => {
    const { running, answer } = await heldUp(line, surroundings);
    await sleep(1300);
    answer();
    expect(await running.outcome).toMatchObject({ exitCode: 0, stderr: '' });
  });

  it.each<[string, Surroundings, number]>([
    ['where stderr is a terminal', { stderrIsTTY: true }, 1],
    ['not where it is none', { isTTY: true, stderrIsTTY: false }, 0],
    ['not in a pipeline', { stderrIsTTY: true, env: { CI: 'true' } }, 0],
  ])('has a clock running, %s', async (_, { stderrIsTTY = false, env = {} }, timers) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    let answer = (_text: string) => {};
    const work = new Promise<string>((resolve) => {
      answer = resolve;
    });
    const line = waitingLine({ stderr: new PassThrough(), stderrIsTTY, columns: 80, env });
    const waited = line.during(() => 'work', work);
    expect(vi.getTimerCount()).toBe(timers);
    answer('done');
    expect(await waited).toBe('done');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is told nothing while a list is watched, which draws by itself', async () => {
    let asked = 0;
    const { running, answer } = await heldUp(
      'endpoints list --watch',
      { stderrIsTTY: true },
      () => ++asked > 1,
    );
    await running.firstOutput;
    // The second look is asked for 2 s later, by a clock that nobody moves here.
    await sleep(1300);
    running.signal('SIGINT');
    answer();
    expect((await running.outcome).stderr).toBe('');
  });
});

it('gives way to another line, which is the only one that a terminal has', () => {
  let written = '';
  const stderr = { write: (text: string) => (written += text) };
  const terminal = { stderr, stderrIsTTY: true, columns: 80, env: {} } as unknown as Parameters<
    typeof liveLine
  >[0];
  const bar = liveLine(terminal);
  const waiting = liveLine(terminal, { yields: true });
  waiting.show('waiting');
  bar.show('bar');
  waiting.show('waiting');
  waiting.clear();
  bar.clear();
  waiting.show('again');
  waiting.clear();
  expect(written).toBe(`${CLEAR}waiting${CLEAR}bar${CLEAR}${CLEAR}again${CLEAR}`);
});
