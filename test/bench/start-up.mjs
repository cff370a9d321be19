// How long commands take, as ratios to floors of the same run: `node -e 0`, and a script that makes one bare
// node:http GET and prints the answer. Medians of alternating runs. Run by hand after `npm run build`:
//   node test/bench/start-up.mjs [runs]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { endpointsPage, launcher, listen, median } from './measure.mjs';

const runs = Number(process.argv[2] ?? 25);
const directory = mkdtempSync(join(tmpdir(), 'tunnelctl-bench-'));

const server = createServer((_request, response) => {
  response.setHeader('content-type', 'application/json').end(page);
});
const { baseUrl } = await listen(server);
const page = endpointsPage(baseUrl, 10, (n) => ({
  domain: { id: `rd_${n}`, uri: `${baseUrl}/reserved_domains/rd_${n}` },
}));

const bareGet = join(directory, 'bare-get.cjs');
writeFileSync(
  bareGet,
  `require('node:http').get('${baseUrl}/endpoints', (response) => {
    let body = '';
    response.on('data', (chunk) => { body += chunk; }).on('end', () => console.log(body));
  });`,
);

const env = {
  PATH: process.env.PATH,
  HOME: directory,
  TUNNELCTL_BASE_URL: baseUrl,
  TUNNELCTL_API_KEY: 'key',
};

/** @type {Record<string, string[]>} */
const commands = {
  'node -e 0': ['-e', '0'],
  'bare GET': [bareGet],
  '--version': [launcher, '--version'],
  '--help': [launcher, '--help'],
  'endpoints list --help': [launcher, 'endpoints', 'list', '--help'],
  'endpoints list': [launcher, 'endpoints', 'list'],
  'endpoints list -o json': [launcher, 'endpoints', 'list', '-o', 'json'],
};

/** @type {Record<string, number[]>} */
const times = Object.fromEntries(Object.keys(commands).map((name) => [name, []]));
for (let run = -2; run < runs; run++) {
  for (const [name, args] of Object.entries(commands)) {
    const took = await time(args);
    // The first runs warm the disk and, where Node has one, the compile cache.
    if (run >= 0) times[name]?.push(took);
  }
}
server.close();
rmSync(directory, { recursive: true });

const node = median(times['node -e 0']);
const get = median(times['bare GET']);
console.log(`node ${process.version}, ${runs} runs, medians`);
for (const [name, list] of Object.entries(times)) {
  const ms = median(list);
  const ratios = `${(ms / node).toFixed(2)} x node -e 0   ${(ms / get).toFixed(2)} x bare GET`;
  console.log(`${name.padEnd(24)}${ms.toFixed(1).padStart(7)} ms   ${ratios}`);
}

/** @param {string[]} args */
async function time(args) {
  const start = performance.now();
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${args.join(' ')} exited with ${code}`);
  return performance.now() - start;
}
