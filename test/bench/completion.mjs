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
import { endpointsPage, launcher, listen, median } from './measure.mjs';

const bar = 1.6;
const runs = Number(process.argv[2] ?? 41);
const directory = mkdtempSync(join(tmpdir(), 'tunnelctl-bench-'));

let requests = 0;
const server = createServer((_request, response) => {
  requests += 1;
  response.setHeader('content-type', 'application/json').end(page);
});
const { baseUrl } = await listen(server);
const page = endpointsPage(baseUrl, 100);

// Without NODE_EXTRA_CA_CERTS, which Node 20 reads at every start.
const env = {
  PATH: process.env.PATH,
  HOME: directory,
  TUNNELCTL_BASE_URL: baseUrl,
  TUNNELCTL_API_KEY: 'key',
};
const question = [launcher, '__complete', 'endpoints', 'ep_', '--', 'endpoints', 'get'];
/** @type {Record<string, { args: string[], before?: () => void }>} */
const cases = {
  'node -e 0': { args: ['-e', '0'] },
  'from the cache': { args: question },
  'from the service': { args: question, before: forget },
};

/** @type {Record<string, number[]>} */
const times = Object.fromEntries(Object.keys(cases).map((name) => [name, []]));
for (let run = -3; run < runs; run++) {
  for (const [name, { args, before }] of Object.entries(cases)) {
    before?.();
    const took = await time(args);
    // The first runs warm the disk and make the compile cache.
    if (run >= 0) times[name]?.push(took);
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

/** @param {string[]} args */
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
