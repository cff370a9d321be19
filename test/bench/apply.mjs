// Applying a manifest of 1,000 endpoints to an empty account: how many it makes a second, as a ratio to a bare script of
// the same run that makes the same ones over eight connections. Medians of alternating runs, each against a served
// sandbox of its own on a file. Run by hand after `npm run build`:
//   node test/bench/apply.mjs [runs] [endpoints]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import { launcher as built, median } from './measure.mjs';

const runs = Number(process.argv[2] ?? 9);
const count = Number(process.argv[3] ?? 1_000);
const launcher = process.env.TUNNELCTL ?? built;
const directory = mkdtempSync(join(tmpdir(), 'tunnelctl-bench-'));
const clean = { PATH: process.env.PATH, HOME: directory };

const endpoints = Array.from({ length: count }, (_, n) => ({
  url: `https://app${n}.example.com`,
  description: `application ${n}`,
}));
const manifest = join(directory, 'account.yml');
writeFileSync(
  manifest,
  `endpoints:\n${endpoints.map(({ url, description }) => `  - url: ${url}\n    description: ${description}\n`).join('')}`,
);
const bare = join(directory, 'bare.cjs');
writeFileSync(bare, bareScript());

const commands = {
  'bare script': [bare],
  apply: [launcher, 'apply', '-f', manifest, '--quiet'],
};

/** @type {Record<string, number[]>} */
const taken = { 'bare script': [], apply: [] };
try {
  for (let run = -1; run < runs; run++) {
    for (const [name, args] of Object.entries(commands)) {
      const ms = await timeAgainstNewAccount(args);
      if (run >= 0) taken[name]?.push(ms);
    }
  }
} finally {
  rmSync(directory, { recursive: true });
}
const floor = median(taken['bare script']);
console.log(`node ${process.version}, ${count} endpoints, ${runs} runs, medians of whole runs`);
for (const [name, list] of Object.entries(taken)) {
  const ms = median(list);
  const rate = (count / ms) * 1000;
  console.log(
    `${name.padEnd(12)}${ms.toFixed(0).padStart(6)} ms  ${rate.toFixed(0).padStart(6)}/s   ${(floor / ms).toFixed(2)} of the bare script`,
  );
}

/** @param {string[]} args */
async function timeAgainstNewAccount(args) {
  const data = join(mkdtempSync(join(directory, 'account-')), 'sandbox.db');
  const serve = spawn(
    process.execPath,
    [launcher, 'serve', '--data', data, '--port', '0', '--print', 'json'],
    {
      env: clean,
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  try {
    const [line] = await once(createInterface(serve.stdout), 'line');
    const { url, api_key: apiKey } = JSON.parse(line);
    const env = { ...clean, TUNNELCTL_BASE_URL: url, TUNNELCTL_API_KEY: apiKey };
    const start = performance.now();
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
    child.stdout.resume();
    const [code] = await once(child, 'close');
    if (code !== 0) throw new Error(`${args.join(' ')} ends with ${code}`);
    return performance.now() - start;
  } finally {
    serve.kill('SIGTERM');
    await once(serve, 'exit');
  }
}

/** The least that making them takes: a request after the other over each of eight connections, each answer parsed. */
function bareScript() {
  return `const { Agent, request } = require('node:http');
  const endpoints = ${JSON.stringify(endpoints)};
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const headers = { authorization: 'Bearer ' + process.env.TUNNELCTL_API_KEY, 'service-version': '2', 'content-type': 'application/json' };
  const make = () => {
    const body = endpoints.shift();
    if (body === undefined) return;
    const text = JSON.stringify(body);
    const sent = request(process.env.TUNNELCTL_BASE_URL + '/endpoints', { method: 'POST', agent, headers: { ...headers, 'content-length': text.length } }, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk)).on('end', () => {
        if (response.statusCode !== 201) process.exit(1);
        JSON.parse(Buffer.concat(chunks).toString());
        make();
      });
    });
    sent.end(text);
  };
  for (let i = 0; i < 8; i++) make();
  `;
}
