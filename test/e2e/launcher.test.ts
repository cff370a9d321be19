import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { cleanEnvironment, launcher, tunnelctl } from '../harness/built-program.ts';
import { runCli } from '../harness/run-cli.ts';
import { startServe } from '../harness/served-sandbox.ts';
import { temporaryDirectory } from '../harness/temporary-directory.ts';
import { hasTmux, openTerminal } from '../harness/terminal.ts';

/** What the launcher answers by itself; the last is left to the program, which must do likewise. */
const commandLines = [
  ['--version'],
  ['--help'],
  ['endpoints', 'list', '--help'],
  ['help', 'formatting'],
  ['explain'],
];

/** A file of the build whose code the program has already. */
const fromProgram = /^module\.exports=globalThis\[Symbol\.for\("tunnelctl"\)\]/;

describe('the launcher', () => {
  it('says the version without loading the program', async () => {
    expect(await tunnelctl(['--version'], { env: { NODE_DEBUG: 'module' } })).toMatchObject({
      exitCode: 0,
      stdout: packageJson.version,
      stderr: expect.not.stringContaining('cli.cjs'),
    });
  });

  it('shows help without loading the program', async () => {
    const { stderr, stdout } = await tunnelctl(['endpoints', 'list', '--help'], {
      env: { NODE_DEBUG: 'module' },
    });
    expect(stdout).toMatch(/^Usage: tunnelctl endpoints list /);
    expect(stderr).toContain('help.cjs');
    expect(stderr).not.toContain('cli.cjs');
  });

  it('starts serve as one file, which has all that it takes to answer a request', async () => {
    const log = join(temporaryDirectory(), 'loaded');
    const logging = ['sh', '-c', `exec "$@" 2>'${log}'`, 'sh'];
    const debug = { NODE_DEBUG: 'module' };
    const data = ['--data', join(temporaryDirectory(), 'sandbox.db')];
    await tunnelctl(['endpoints', 'list', '--sandbox', ...data]);
    const serve = await startServe([...data, '--new-key'], debug, undefined, logging);
    const headers = { authorization: `Bearer ${serve.api_key}`, 'service-version': '2' };
    expect((await fetch(`${serve.url}/endpoints`, { headers })).status).toBe(200);
    await serve.end('SIGTERM');
    const loaded = [...readFileSync(log, 'utf8').matchAll(/load "(.*?)"/g)].map(([, file = '']) => file);
    const chunks = loaded.filter((file) => file.includes('/dist/chunks/'));
    // Each only gives out what stands in the one file.
    for (const chunk of chunks)
      expect([chunk, readFileSync(chunk, 'utf8')]).toEqual([chunk, expect.stringMatching(fromProgram)]);
    expect(chunks.length).toBeLessThan(5);
  });

  it.for(commandLines)('says what is wrong when nothing can be written: %s', async (argv, context) => {
    if (!existsSync('/dev/full')) return context.skip('needs /dev/full');
    const full = openSync('/dev/full', 'w');
    try {
      const child = spawn(process.execPath, [launcher, ...argv], {
        env: cleanEnvironment,
        stdio: ['ignore', full, 'pipe'],
      });
      let stderr = '';
      child.stderr?.on('data', (chunk) => {
        stderr += chunk;
      });
      const [exitCode] = await once(child, 'close');
      expect({ exitCode, stderr }).toEqual({
        exitCode: 1,
        stderr: 'error: cannot write to stdout: no space left on the device\n',
      });
    } finally {
      closeSync(full);
    }
  });

  it.each(commandLines)('is silent when nobody reads on: %s', async (...argv) => {
    const child = spawn(process.execPath, [launcher, ...argv], { env: cleanEnvironment });
    child.stdout.destroy();
    let stderr = '';
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    const [exitCode] = await once(child, 'close');
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  });

  it.skipIf(!hasTmux)('fits help to the terminal', async () => {
    const terminal = openTerminal(['endpoints', 'get', '--help'], {}, { columns: 60, rows: 100 });
    const screen = await terminal.shows('[exit code 0]');
    const { stdout } = await runCli(['endpoints', 'get', '--help'], { columns: 60 });
    expect(screen.trimStart()).toBe(`${stdout}[exit code 0]`);
    expect((await tunnelctl(['endpoints', 'get', '--help'])).stdout).not.toContain(stdout);
  });
});
