// Servers as processes of their own, started and ended. What still runs goes with the bench.
import { spawn, spawnSync } from 'node:child_process';
import { get } from 'node:http';
import { createServer } from 'node:net';
import { env, listen } from './measure.mjs';

/**
 * A server that can be started: its arguments, the path that it answers once it is up, and its key.
 * @typedef {{ args: (port: number) => string[], path: string, token: string }} Startable
 */

/** @type {Set<import('node:child_process').ChildProcess>} */
const children = new Set();
process.on('exit', () => {
  for (const child of children) child.kill();
});

async function freePort() {
  const server = createServer();
  const { port } = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/**
 * Starts a server and waits for its first good answer: how long that took, and how to end it.
 * @param {Startable} program
 * @param {string} directory where it runs
 */
export async function startServer({ args, path, token }, directory) {
  const port = await freePort();
  const began = performance.now();
  const child = spawn(process.execPath, args(port), { env, cwd: directory, stdio: 'ignore' });
  children.add(child);
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const headers = { authorization: `Bearer ${token}`, 'service-version': '2' };
  const isUp = () =>
    new Promise((resolve) => {
      get({ port, host: '127.0.0.1', path, headers }, (response) => {
        response.resume().on('end', () => resolve(response.statusCode === 200));
      }).on('error', () => resolve(false));
    });
  while (!(await isUp())) {
    if (child.exitCode !== null) throw new Error(`${args(port).join(' ')} ended with ${child.exitCode}`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  const stop = async () => {
    child.kill();
    await ended;
    children.delete(child);
  };
  return { url: `http://127.0.0.1:${port}`, token, pid: child.pid, ms: performance.now() - began, stop };
}

/**
 * The memory that a process has.
 * @param {{ pid: number | undefined }} server
 */
export function megabytes({ pid }) {
  return Number(spawnSync('ps', ['-o', 'rss=', '-p', String(pid)]).stdout.toString()) / 1024;
}
