import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { openConnection, readAnswers } from '../harness/raw-connection.ts';
import { startServe } from '../harness/served-sandbox.ts';

/** The most memory that a process ever had, in MiB. */
function peakMemory(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
}

it.skipIf(!existsSync('/proc/self/status'))(
  '300 connections without a key that each send 1 MiB take no memory worth naming from serve',
  async () => {
    const { url, pid } = await startServe(['--ephemeral', '--log-level', 'off']);
    const { host, port } = new URL(url);
    const head = [
      'POST /api_keys HTTP/1.1',
      `host: ${host}`,
      'service-version: 2',
      'content-length: 1048576',
    ];
    const send = () => {
      const socket = openConnection(Number(port), `${head.join('\r\n')}\r\n\r\n`);
      // All but the last byte.
      socket.write(Buffer.alloc(1048575, ' '));
      return readAnswers(socket);
    };
    await fetch(`${url}/healthz`);
    const before = peakMemory(pid);
    const answers = await Promise.all(Array.from({ length: 300 }, send));
    expect(peakMemory(pid) - before).toBeLessThan(100);
    for (const answer of answers) expect(answer).toContain('ERR_MISSING_API_KEY');
  },
);
