import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import { cleanEnvironment, launcher } from './built-program.ts';
import { type RunningCli, type Surroundings, startCli } from './run-cli.ts';

/** What `serve --print json` says once it accepts requests. */
export interface Announcement {
  readonly url: string;
  readonly api_key: string | null;
  readonly api_key_id: string | null;
  readonly data: string;
  readonly ssh_certificate_authorities: readonly { readonly id: string; readonly public_key: string }[];
  readonly pid: number;
}

/** A `serve` of the built program. */
export interface ServedSandbox extends Announcement {
  readonly process: ChildProcess;
  /** What makes a command call it. */
  readonly env: Record<string, string>;
  /** Ends it with this signal and answers its exit code and signal. */
  end(signal: NodeJS.Signals): Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

const words = ['serve', '--port', '0', '--print', 'json'];

/**
 * Starts `serve` of the built program on a free port and waits until it accepts requests.
 * @param atEnd what ends it at the latest: the end of the test, where nothing else is given
 * @param under words before the command, which look on and leave the process a child of this one
 */
export async function startServe(
  args: readonly string[],
  env: Record<string, string> = {},
  atEnd: (end: () => Promise<void>) => void = onTestFinished,
  under: readonly string[] = [],
): Promise<ServedSandbox> {
  const [command = '', ...rest] = [...under, process.execPath, launcher, ...words, ...args];
  const child = spawn(command, rest, {
    env: { ...cleanEnvironment, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  atEnd(async () => {
    // Not SIGKILL: an ephemeral sandbox cleans up after itself.
    child.kill('SIGTERM');
    await exited;
  });
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const line = once(createInterface(child.stdout), 'line') as Promise<[string]>;
  const [announcement] = await Promise.race([
    line,
    exited.then(() => {
      throw new Error(`serve ended before it accepted requests: ${errors}`);
    }),
  ]);
  const said = JSON.parse(announcement) as Announcement;
  return {
    ...said,
    process: child,
    env: environmentOf(said),
    async end(signal) {
      child.kill(signal);
      const [code, endedBy] = await exited;
      return { code, signal: endedBy };
    },
  };
}

/** A `serve` in this process: the command as it runs, what it announced, and what makes other commands call it. */
export interface ServedInProcess {
  readonly serving: RunningCli;
  readonly announcement: Announcement;
  readonly env: Record<string, string>;
}

/** Runs `serve` in this process on a free port; it ends with the test at the latest. */
export async function serveInProcess(
  args: readonly string[],
  surroundings: Surroundings,
): Promise<ServedInProcess> {
  const serving = startCli([...words, ...args], surroundings);
  onTestFinished(async () => {
    serving.signal('SIGTERM');
    await serving.outcome;
  });
  await serving.firstOutput;
  const announcement = JSON.parse(serving.stdout()) as Announcement;
  return { serving, announcement, env: environmentOf(announcement) };
}

function environmentOf({ url, api_key }: Announcement): Record<string, string> {
  return { TUNNELCTL_BASE_URL: url, ...(api_key !== null && { TUNNELCTL_API_KEY: api_key }) };
}
