// How long a completion script waits for an answer, as ratios to `node -e 0` of the same run: from the cache, and
// asked of a service that answers at once. Medians of alternating runs. Run by hand after `npm run build`:
//   node test/bench/completion.mjs [runs]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';

const bar = 1.6;
const runs = Number(process.argv[2] ?? 41);
const launcher = join(import.meta.dirname, '..', '..', 'bin', 'tunnelctl.cjs');
const directory = mkdtempSync(join(tmpdir(), 'tunnelctl-bench-'));

let requests = 0;
const server = createServer((_request, response) => {
  requests += 1;
  response.setHeader('content-type', 'application/json').end(page());
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const baseUrl = `http://127.0.0.1:${server.address().port}`;

// Without NODE_EXTRA_CA_CERTS, which Node 20 reads at every start.
const env = {
  PATH: process.env.PATH,
  HOME: directory,
  TUNNELCTL_BASE_URL: baseUrl,
  TUNNELCTL_API_KEY: 'key',
};
const question = [launcher, '__complete', 'endpoints', 'ep_', '--', 'endpoints', 'get'];
const cases = {
  'node -e 0': { args: ['-e', '0'] },
  'from the cache': { args: question },
  'from the service': { args: question, before: forget },
};

const times = Object.fromEntries(Object.keys(cases).map((name) => [name, []]));
for (let run = -3; run < runs; run++) {
  for (const [name, { args, before }] of Object.entries(cases)) {
    before?.();
    const took = await time(args);
    // The first runs warm the disk and make the compile cache.
    if (run >= 0) times[name].push(took);
  }
}
server.close();
rmSync(directory, { recursive: true });
// The last answer from the service is what the cache then holds.
if (requests !== runs + 4)
  throw new Error(`${requests} requests for ${runs + 3} runs: the cache was not used`);

const node = median(times['node -e 0']);
console.log(`node ${process.version}, ${runs} runs, medians`);
for (const [name, list] of Object.entries(times)) {
  const ms = median(list);
  console.log(`${name.padEnd(20)}${ms.toFixed(1).padStart(7)} ms   ${(ms / node).toFixed(2)} x node -e 0`);
}
const ratio = median(times['from the cache']) / node;
if (ratio > bar) {
  console.log(`missed: from the cache ${ratio.toFixed(2)} is above ${bar}`);
  process.exitCode = 1;
}

function forget() {
  rmSync(join(directory, '.cache', 'tunnelctl', 'completion'), { recursive: true, force: true });
}

async function time(args) {
  const start = performance.now();
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let answer = '';
  child.stdout.on('data', (chunk) => {
    answer += chunk;
  });
  const [code] = await once(child, 'close');
  const took = performance.now() - start;
  const isWhole = !args.includes('__complete') || answer.split('\n').length === 101;
  if (code !== 0 || !isWhole) throw new Error(`${args.join(' ')} exited with ${code}: ${answer}`);
  return took;
}

function median(list) {
  return list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)];
}

/** A page of a hundred endpoints, as the service answers it. */
function page() {
  const endpoints = Array.from({ length: 100 }, (_, i) => ({
    id: `ep_${i}`,
    uri: `${baseUrl}/endpoints/ep_${i}`,
    region: 'global',
    created_at: '2026-11-21T08:00:00Z',
    updated_at: '2026-11-21T08:00:00Z',
    public_url: `https://app${i}.example.com`,
    proto: 'https',
    scheme: 'https',
    hostport: `app${i}.example.com:443`,
    host: `app${i}.example.com`,
    port: 443,
    type: 'cloud',
    metadata: '',
    description: `application ${i}`,
    url: `https://app${i}.example.com`,
    principal: { id: 'usr_1', uri: `${baseUrl}/users/usr_1` },
    bindings: ['public'],
    pooling_enabled: false,
  }));
  return JSON.stringify({ endpoints, uri: `${baseUrl}/endpoints`, next_page_uri: null });
}
