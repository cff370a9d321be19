// Exporting an account of 10,000 endpoints and 1,000 SSH credentials, and comparing it with that export: the time as a ratio
// to a bare script of the same run that reads and parses the same pages one after the other (of `diff` to `export`, too),
// and the most memory that each took. Medians of alternating runs against a served sandbox of its own. Run by hand after `npm run build`:
//   node test/bench/export.mjs [runs] [endpoints] [credentials]
import { spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import { launcher as built, median } from './measure.mjs';

const runs = Number(process.argv[2] ?? 9);
const endpoints = Number(process.argv[3] ?? 10_000);
const credentials = Number(process.argv[4] ?? 1_000);
const launcher = process.env.TUNNELCTL ?? built;
const directory = mkdtempSync(join(tmpdir(), 'tunnelctl-bench-'));
const clean = { PATH: process.env.PATH, HOME: directory };

const memoryFile = join(directory, 'memory');
const measure = join(directory, 'measure.cjs');
writeFileSync(
  measure,
  `process.on('exit', () => require('node:fs').writeFileSync(${JSON.stringify(memoryFile)}, String(process.resourceUsage().maxRSS)));`,
);
const seed = join(directory, 'seed.json');
writeFileSync(seed, JSON.stringify(account(), null, 2));

const words = ['serve', '--ephemeral', '--port', '0', '--print', 'json', '--seed', seed];
const serve = spawn(process.execPath, [launcher, ...words], {
  env: clean,
  stdio: ['ignore', 'pipe', 'inherit'],
});
try {
  const [line] = await once(createInterface(serve.stdout), 'line');
  const { url, api_key: apiKey } = JSON.parse(line);
  const bare = join(directory, 'bare.cjs');
  writeFileSync(bare, bareScript(url, apiKey));
  const target = ['--base-url', url, '--quiet'];
  const file = join(directory, 'account.yml');
  await compare(
    {
      'bare reading': [bare],
      export: [launcher, 'export', ...target],
      'export -o json': [launcher, 'export', '-o', 'json', ...target],
      'export -f FILE': [launcher, 'export', '-f', file, ...target],
      'diff -f FILE': [launcher, 'diff', '-f', file, ...target],
    },
    { ...clean, TUNNELCTL_API_KEY: apiKey, NODE_OPTIONS: `--require ${measure}` },
  );
} finally {
  serve.kill('SIGTERM');
  await once(serve, 'exit');
  rmSync(directory, { recursive: true });
}

/** As accounts are: a description for each, and a policy for one in ten. */
function account() {
  const policy = 'on_http_request:\n  - actions:\n      # until the migration\n      - type: deny\n';
  return {
    endpoints: Array.from({ length: endpoints }, (_, n) => ({
      url: `https://app${n}.example.com`,
      description: `application ${n}`,
      ...(n % 10 === 0 && { traffic_policy: policy }),
    })),
    ssh_credentials: Array.from({ length: credentials }, (_, n) => ({
      public_key: generateKeyPairSync('ed25519').publicKey.export({ format: 'pem', type: 'spki' }),
      description: `machine ${n}`,
      acl: [`bind:*.m${n}.example.com`],
    })),
  };
}

/**
 * The least that reading takes: one page after the other over one connection, parsed.
 * @param {string} url
 * @param {string} apiKey
 */
function bareScript(url, apiKey) {
  const lists = ['endpoints', 'ssh_credentials', 'api_keys', 'kubernetes_operators', 'event_destinations'];
  return `const { Agent, get } = require('node:http');
  const agent = new Agent({ keepAlive: true });
  const headers = { authorization: 'Bearer ${apiKey}', 'service-version': '2' };
  const lists = ${JSON.stringify(lists)};
  const read = (url) => get(url, { agent, headers }, (response) => {
    const chunks = [];
    response.on('data', (chunk) => chunks.push(chunk)).on('end', () => {
      const page = JSON.parse(Buffer.concat(chunks).toString());
      if (page.next_page_uri) read(page.next_page_uri); else next();
    });
  });
  const next = () => {
    const list = lists.shift();
    if (list === undefined) agent.destroy(); else read('${url}/' + list);
  };
  next();`;
}

/**
 * @param {Record<string, string[]>} commands
 * @param {NodeJS.ProcessEnv} env
 */
async function compare(commands, env) {
  /** @type {Record<string, { ms: number, megabytes: number }[]>} */
  const taken = Object.fromEntries(Object.keys(commands).map((name) => [name, []]));
  for (let run = -1; run < runs; run++) {
    for (const [name, args] of Object.entries(commands)) {
      const one = await time(args, env);
      // The first run warms the pages of the service and the compile cache.
      if (run >= 0) taken[name]?.push(one);
    }
  }
  const timeOf = (/** @type {string} */ name) => median(taken[name]?.map(({ ms }) => ms));
  const floor = timeOf('bare reading');
  console.log(
    `node ${process.version}, ${endpoints} endpoints, ${credentials} SSH credentials, ${runs} runs, medians`,
  );
  for (const [name, list] of Object.entries(taken)) {
    const ms = timeOf(name);
    const memory = Math.max(...list.map((one) => one.megabytes));
    console.log(
      `${name.padEnd(16)}${ms.toFixed(0).padStart(6)} ms   ${(ms / floor).toFixed(2)} x bare reading   at most ${memory.toFixed(0)} MB`,
    );
  }
  console.log(`diff without changes: ${(timeOf('diff -f FILE') / timeOf('export')).toFixed(2)} x export`);
}

/**
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 */
async function time(args, env) {
  const start = performance.now();
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  child.stdout.resume();
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${args.join(' ')} ends with ${code}`);
  return { ms: performance.now() - start, megabytes: Number(readFileSync(memoryFile, 'utf8')) / 1024 };
}
