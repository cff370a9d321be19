import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { onTestFinished } from 'vitest';

/** The built program, as `npx tunnelctl` starts it. */
export const launcher = fileURLToPath(new URL('../../bin/tunnelctl.cjs', import.meta.url));

/** What a command may know of its surroundings: nothing of whoever runs the tests. */
const cleanEnvironment = { PATH: process.env.PATH ?? '', HOME: '/nonexistent', LANG: 'C.UTF-8' };

/** Runs the built program; a failure is an outcome like any other. */
export function tunnelctl(
  args: readonly string[],
  options: { env?: Record<string, string>; cwd?: string; input?: string } = {},
) {
  const { env = {}, ...rest } = options;
  return execa(process.execPath, [launcher, ...args], {
    env: { ...cleanEnvironment, ...env },
    extendEnv: false,
    reject: false,
    ...rest,
  });
}

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

/** Starts `serve` on a free port and waits until it accepts requests; it ends with the test at the latest. */
export async function startServe(
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<ServedSandbox> {
  const child = spawn(process.execPath, [launcher, 'serve', '--port', '0', '--print', 'json', ...args], {
    env: { ...cleanEnvironment, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  onTestFinished(async () => {
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
    env: { TUNNELCTL_BASE_URL: said.url, ...(said.api_key !== null && { TUNNELCTL_API_KEY: said.api_key }) },
    async end(signal) {
      child.kill(signal);
      const [code, endedBy] = await exited;
      return { code, signal: endedBy };
    },
  };
}
