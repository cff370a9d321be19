import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { cleanEnvironment, launcher } from '../harness/built-program.ts';
import { startServe } from '../harness/served-sandbox.ts';
import { unreadPipe } from '../harness/unread-pipe.ts';

describe.each(['SIGTERM', 'SIGINT'] as const)('%s ends a command whose output nobody reads', (signal) => {
  /** What it does with the signal: a command that has nothing to tidy up leaves that to the system. */
  it.each<[words: string, operation: string, end: readonly unknown[]]>([
    ['endpoints list --output json', 'endpoints.list', [null, signal]],
    ['endpoints list --watch --output jsonl', 'endpoints.list', [130, null]],
    ['sandbox events --follow --output jsonl', '/sandbox/v1/events', [130, null]],
    ['sandbox requests --follow --output jsonl', '/sandbox/v1/requests', [130, null]],
  ])('%s', async (words, operation, end) => {
    const { url, env } = await startServe(['--ephemeral', '--seed', 'demo']);
    const pipe = unreadPipe();
    pipe.fill();
    const child = spawn(process.execPath, [launcher, ...words.split(' ')], {
      env: { ...cleanEnvironment, ...env },
      stdio: ['ignore', pipe.end, pipe.end],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const exited = once(child, 'exit');
    // It is about to print what it was answered.
    const metrics = async () => (await fetch(`${url}/metrics`)).text();
    await expect.poll(metrics).toMatch(new RegExp(`^tunnelctl_requests_total.*"${operation}`, 'm'));
    child.kill(signal);
    expect(await exited).toEqual(end);
  });
});
