import { writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { worstTexts } from '../bench/worst-texts.mjs';
import { answeringTime, cpuTime } from '../harness/cpu-time.ts';
import { type ServedSandbox, startServe } from '../harness/served-sandbox.ts';
import { temporaryDirectory } from '../harness/temporary-directory.ts';

const clients = 8;
const token = `${'0'.repeat(26)}1_${'a'.repeat(30)}`;
const { seed, others, hostile } = worstTexts(token, clients);
type Kind = (typeof hostile)[number];

/** Sends one request of this kind. @param agent what to send it with, and to end it by */
function send({ url }: ServedSandbox, kind: Kind, body: string | undefined, agent: Agent): Promise<number> {
  const headers = {
    authorization: `Bearer ${token}`,
    'service-version': '2',
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
  return new Promise((resolve, reject) => {
    const sent = request(url + kind.path, { method: kind.method, headers, agent }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    });
    sent.on('error', reject).end(body);
  });
}

async function start(): Promise<ServedSandbox> {
  const folder = temporaryDirectory();
  const file = join(folder, 'seed.json');
  writeFileSync(file, JSON.stringify(seed));
  const data = ['--data', join(folder, 'sandbox.db')];
  return startServe([...data, '--seed', file, '--log-level', 'off']);
}

/** Those whose cost is the judging. Small policies are stored by the hundred, and large bodies read; see the bench. */
const judged = hostile.filter(({ name }) => !['policies of 2 KB', 'bodies of 1 MiB'].includes(name));

describe.each(judged)('while eight clients send $name', (kind) => {
  it('everybody else is answered as soon as by a service that has nothing else to do', async () => {
    const sandbox = await start();
    const agent = new Agent({ keepAlive: true });
    const bodies = kind.bodies ?? [undefined];
    // One text by itself: what it takes to judge, with the threads started and the libraries loaded.
    for (const body of bodies.slice(0, 1)) await send(sandbox, kind, body, agent);
    const before = cpuTime(sandbox.pid);
    expect(kind.statuses).toContain(await send(sandbox, kind, bodies[0], agent));
    const costMs = cpuTime(sandbox.pid) - before;

    let isDone = false;
    const flood = Array.from({ length: clients }, async (_, i) => {
      for (let n = i; !isDone; n++) await send(sandbox, kind, bodies[n % bodies.length], agent);
    });
    const waits: number[] = [];
    const own = new Agent({ keepAlive: true });
    for (let i = 0; i < 80; i++) {
      const other = others[i % others.length] as Kind;
      const from = answeringTime(sandbox.pid);
      expect(other.statuses).toContain(await send(sandbox, other, other.bodies?.[0], own));
      waits.push(answeringTime(sandbox.pid) - from);
    }
    isDone = true;
    // Nobody waits for an answer to what was too much.
    agent.destroy();
    own.destroy();
    await Promise.allSettled(flood);
    waits.sort((a, b) => a - b);
    // From a request's start to its answer the thread that answers worked far less than one such text takes to judge.
    // Where it judged them itself, it worked for the text of each of the eight.
    expect({ wait: waits[Math.floor(waits.length * 0.95)], costMs }).toSatisfy(
      ({ wait }: { wait: number }) => wait < Math.max(50, costMs / 10),
    );
  });
});
