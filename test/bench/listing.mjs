// Listing 100,000 endpoints as jsonl, all of them and those that a condition chooses: throughput as a ratio to a bare script of the same run that pages with
// keep-alive and prints the same lines, and the most memory that either took. Medians of alternating runs. The
// endpoints are created in a served sandbox of its own first. Run by hand after `npm run build`:
//   node test/bench/listing.mjs [runs] [endpoints]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import { launcher as built, median } from './measure.mjs';

const runs = Number(process.argv[2] ?? 5);
const endpoints = Number(process.argv[3] ?? 100_000);
const launcher = process.env.TUNNELCTL ?? built;
const directory = mkdtempSync(join(tmpdir(), 'tunnelctl-bench-'));
const clean = { PATH: process.env.PATH, HOME: directory };

const memoryFile = join(directory, 'memory');
const measure = join(directory, 'measure.cjs');
writeFileSync(
  measure,
  `process.on('exit', () => require('node:fs').writeFileSync(${JSON.stringify(memoryFile)}, String(process.resourceUsage().maxRSS)));`,
);

const serve = spawn(process.execPath, [launcher, 'serve', '--ephemeral', '--port', '0', '--print', 'json'], {
  env: clean,
  stdio: ['ignore', 'pipe', 'inherit'],
});
try {
  const [line] = await once(createInterface(serve.stdout), 'line');
  const { url, api_key: apiKey } = JSON.parse(line);
  await createEndpoints(url, apiKey);
  const bareList = join(directory, 'bare-list.cjs');
  writeFileSync(bareList, bareScript(url, apiKey));
  await compare(
    {
      'bare script': [bareList],
      'endpoints list -o jsonl': [launcher, 'endpoints', 'list', '-o', 'jsonl', '--base-url', url],
      // All of them meet it, so that as much is written as without.
      "--where 'url~app.*'": [
        ...[launcher, 'endpoints', 'list', '-o', 'jsonl', '--base-url', url],
        ...['--where', 'url~app.*', '--where', 'type=cloud', '--quiet'],
      ],
    },
    { ...clean, TUNNELCTL_API_KEY: apiKey, NODE_OPTIONS: `--require ${measure}` },
  );
} finally {
  serve.kill('SIGTERM');
  await once(serve, 'exit');
  rmSync(directory, { recursive: true });
}

/**
 * @param {string} url
 * @param {string} apiKey
 */
async function createEndpoints(url, apiKey) {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const start = performance.now();
  let next = 0;
  const create = () =>
    new Promise((resolve, reject) => {
      const n = next++;
      const headers = {
        authorization: `Bearer ${apiKey}`,
        'service-version': '2',
        'content-type': 'application/json',
      };
      const sent = request(`${url}/endpoints`, { method: 'POST', agent, headers }, (response) => {
        if (response.statusCode !== 201) reject(new Error(`create answered ${response.statusCode}`));
        response.resume().on('end', resolve);
      });
      sent.on('error', reject);
      sent.end(JSON.stringify({ url: `https://app${n}.example.com`, description: `application ${n}` }));
    });
  const work = async () => {
    while (next < endpoints) await create();
  };
  await Promise.all(Array.from({ length: 64 }, work));
  agent.destroy();
  console.log(`${endpoints} endpoints created in ${((performance.now() - start) / 1000).toFixed(1)} s`);
}

/**
 * The least that a program can do: one page after the other over one connection, each item a line.
 * @param {string} url
 * @param {string} apiKey
 */
function bareScript(url, apiKey) {
  return `const { Agent, get } = require('node:http');
  const agent = new Agent({ keepAlive: true });
  const headers = { authorization: 'Bearer ${apiKey}', 'service-version': '2' };
  const list = (url) => get(url, { agent, headers }, (response) => {
    const chunks = [];
    response.on('data', (chunk) => chunks.push(chunk)).on('end', () => {
      const page = JSON.parse(Buffer.concat(chunks).toString());
      const text = page.endpoints.map((item) => JSON.stringify(item) + '\\n').join('');
      process.stdout.write(text, () => (page.next_page_uri ? list(page.next_page_uri) : agent.destroy()));
    });
  });
  list('${url}/endpoints');`;
}

/**
 * @param {Record<string, string[]>} commands
 * @param {NodeJS.ProcessEnv} env
 */
async function compare(commands, env) {
  /** @type {Record<string, { ms: number, firstMs: number, megabytes: number }[]>} */
  const taken = Object.fromEntries(Object.keys(commands).map((name) => [name, []]));
  for (let run = -1; run < runs; run++) {
    for (const [name, args] of Object.entries(commands)) {
      const one = await time(args, env);
      // The first run warms the disk and the compile cache.
      if (run >= 0) taken[name]?.push(one);
    }
  }
  const floor = median(taken['bare script']?.map(({ ms }) => ms));
  console.log(`node ${process.version}, ${runs} runs, medians`);
  for (const [name, list] of Object.entries(taken)) {
    const ms = median(list.map((one) => one.ms));
    const first = median(list.map((one) => one.firstMs));
    const memory = Math.max(...list.map((one) => one.megabytes));
    const rate = Math.round(endpoints / (ms / 1000));
    console.log(
      `${name.padEnd(25)}${String(rate).padStart(7)} items/s   ${(floor / ms).toFixed(2)} x bare script   ` +
        `first line after ${first.toFixed(0)} ms   at most ${memory.toFixed(0)} MB`,
    );
  }
}

/**
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 */
async function time(args, env) {
  const start = performance.now();
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let lines = 0;
  let firstMs = 0;
  child.stdout.on('data', (chunk) => {
    if (lines === 0) firstMs = performance.now() - start;
    for (const byte of chunk) if (byte === 10) lines += 1;
  });
  const [code] = await once(child, 'close');
  if (code !== 0 || lines !== endpoints)
    throw new Error(`${args[1]} printed ${lines} lines, exit code ${code}`);
  const ms = performance.now() - start;
  return { ms, firstMs, megabytes: Number(readFileSync(memoryFile, 'utf8')) / 1024 };
}
