import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { describe, expect, it, onTestFinished } from 'vitest';
import { cpuTime } from '../harness/cpu-time.ts';
import { type ServedSandbox, startServe } from '../harness/served-sandbox.ts';
import { temporaryDirectory } from '../harness/temporary-directory.ts';

const hasSlowHttpTest = spawnSync('slowhttptest', ['-h']).error === undefined;

/**
 * Asks for one page after the other, on a connection of its own each, until the attack is over. How long the service
 * worked from each request to its answer, in milliseconds.
 */
async function askMeanwhile({ url, api_key, pid }: ServedSandbox, attack: Promise<unknown>) {
  const headers = { authorization: `Bearer ${api_key}`, 'service-version': '2', connection: 'close' };
  const answers: { status: number; ms: number }[] = [];
  let isOver = false;
  attack.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    const start = cpuTime(pid);
    const { status } = await fetch(`${url}/endpoints`, { headers });
    answers.push({ status, ms: cpuTime(pid) - start });
  }
  return answers;
}

function expectWell(answers: readonly { status: number; ms: number }[]): void {
  const times = answers.map(({ ms }) => ms).sort((a, b) => a - b);
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  expect(answers.length).toBeGreaterThan(5);
  expect(times[times.length >> 1]).toBeLessThan(1000);
  expect(times.at(-1)).toBeLessThan(5000);
}

function ended(child: ChildProcess): Promise<unknown> {
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  return once(child, 'exit');
}

describe.skipIf(!hasSlowHttpTest)(
  'while slowhttptest (Debian: slowhttptest) holds it up, serve answers others',
  () => {
    const size = ['-c', '250', '-r', '125', '-l', '2', '-i', '1', '-p', '2'];
    it.each([
      ['headers that never end', '/endpoints', ['-H']],
      ['bodies that never end', '/endpoints', ['-B', '-s', '100000', '-f', 'application/json']],
      [
        'answers that are not read',
        '/openapi.json',
        ['-X', '-w', '1', '-y', '64', '-n', '1', '-z', '5', '-k', '4'],
      ],
    ])('%s', async (_what, path, mode) => {
      const sandbox = await startServe([
        '--ephemeral',
        '--max-connections',
        '200',
        '--request-timeout',
        '2',
        '--log-level',
        'error',
      ]);
      const args = [...mode, ...size, '-u', `${sandbox.url}${path}`];
      const attack = spawn('slowhttptest', args, { cwd: temporaryDirectory(), stdio: 'ignore' });
      expectWell(await askMeanwhile(sandbox, ended(attack)));
      expect(await sandbox.end('SIGTERM')).toEqual({ code: 0, signal: null });
    });
  },
);

// Opens as many connections as it may, up to 10,000: silent, half a request, and idle after a whole one.
const opener = `
  const { connect } = require('node:net');
  const [port, wanted] = process.argv.slice(1).map(Number);
  const words = ['', 'GET /openapi.json HTTP/1.1\\r\\nhost: 127.0.0.1:' + port + '\\r\\n',
    'GET /nothing HTTP/1.1\\r\\nhost: 127.0.0.1:' + port + '\\r\\n\\r\\n'];
  let opened = 0, settled = 0, next = 0;
  const step = () => {
    if (next >= wanted) return;
    const word = words[next++ % words.length];
    const socket = connect(port, '127.0.0.1');
    let isSettled = false;
    const settle = () => {
      if (isSettled) return;
      isSettled = true;
      if (++settled === wanted) console.log(opened);
      step();
    };
    socket.on('connect', () => { opened++; if (word) socket.write(word); settle(); });
    socket.on('error', settle);
    socket.resume();
  };
  for (let i = 0; i < 100; i++) step();
  setInterval(() => {}, 1000);
`;

describe('connections that are opened and left', () => {
  it('do not end serve, 10,000 of them, and others are answered all along', async () => {
    const sandbox = await startServe(['--ephemeral', '--log-level', 'error']);
    const { port } = new URL(sandbox.url);
    const child = spawn(process.execPath, ['-e', opener, port, '10000'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const gone = ended(child);
    const line = once(createInterface(child.stdout), 'line') as Promise<[string]>;
    const answers = await askMeanwhile(sandbox, line);
    const [opened] = await line;
    // Where this machine allows so many at once.
    const limit = Number(spawnSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' }).stdout) || 10_000;
    expect(Number(opened)).toBeGreaterThan(Math.min(10_000, limit) * 0.9);
    const left = await askMeanwhile(sandbox, new Promise((resolve) => setTimeout(resolve, 500)));
    child.kill('SIGKILL');
    await gone;
    expect([...answers, ...left].filter(({ status }) => status !== 200)).toEqual([]);
    expect(Math.max(...left.map(({ ms }) => ms))).toBeLessThan(5000);
    expect(left.length).toBeGreaterThan(0);
    expect(await sandbox.end('SIGTERM')).toEqual({ code: 0, signal: null });
  });
});
