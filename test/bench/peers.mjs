// `npm run bench:peers [-- seconds stored [--large]]`, with --large the last part alone: the built `tunnelctl serve`
// beside json-server and prism, in one run on one machine: requests a second at 1, 32 and 256 connections, start to
// first answer, memory; and the same service with 1,000,000 stored endpoints. The peers are installed into a temporary
// directory, never into the repository.
// Bars: POST at least 4 times the best peer's, GET at least twice, lists ahead of them, start below every peer, 1,000,000 within 1.5 times.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { env, launcher, median, sendLoad } from './measure.mjs';
import { megabytes, startServer } from './server-process.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const directory = mkdtempSync(join(tmpdir(), 'tunnelctl-peers-'));
const seconds = Number(process.argv[2] ?? 3);
const stored = Number(process.argv[3] ?? 1_000_000);
const starts = 5;

process.on('exit', () => rmSync(directory, { recursive: true, force: true }));
process.on('SIGINT', () => process.exit(130));

/**
 * @typedef {{ one: string, list: string }} Paths of one endpoint, and of a list of them
 * @typedef {import('./server-process.mjs').Startable & { paths: Paths }} Program
 * @typedef {Awaited<ReturnType<typeof startServer>>} Server
 * @typedef {{ method: string, path: string, status: number, body?: () => string }} Request
 * @typedef {{ token: string, one: string, deep?: string }} Filled what is in a data file; `deep` if it has so many
 */

/** @param {Program} program */
const start = (program) => startServer(program, directory);

/**
 * @param {Server} server
 * @param {Request} request
 * @param {number} connections
 */
function load(server, request, connections) {
  const { method, path, status, body } = request;
  const { host } = new URL(server.url);
  const head = [
    `${method} ${path} HTTP/1.1`,
    `host: ${host}`,
    `authorization: Bearer ${server.token}`,
    'service-version: 2',
    ...(body === undefined ? [] : ['content-type: application/json']),
    '',
  ].join('\r\n');
  return sendLoad({ url: server.url, request: head, body: body?.(), status, connections, seconds }).perSecond;
}

// No URL is ever sent twice, whichever load sends it.
let loads = 0;
const newEndpoint = () => `{"url":"https://load${++loads}-{n}.example.com","description":"{n}"}`;
/** @type {(paths: Paths) => Record<'GET one' | 'list of 100' | 'POST', Request>} */
const requests = ({ one, list }) => ({
  'GET one': { method: 'GET', path: one, status: 200 },
  'list of 100': { method: 'GET', path: list, status: 200 },
  POST: { method: 'POST', path: '/endpoints', status: 201, body: newEndpoint },
});

/**
 * Fills a data file through the store: endpoints that differ in what names them, newest last.
 * @param {string} file
 * @param {number} count
 * @returns {Promise<Filled>}
 */
async function fill(file, count) {
  const entry = `
    import { readAccount } from './src/account/records/account.ts';
    import { openService } from './src/hosting/open-service.ts';
    import { createApiKey } from './src/account/resources/api-keys.ts';
    import { addEndpoint, endpointCollection } from './src/account/resources/endpoints.ts';
    import { newRecordHead } from './src/account/rules/new-record.ts';
    import { refTo } from './src/account/records/references.ts';
    import { resources } from './src/contract/index.ts';
    const [file, count] = [process.argv[2], Number(process.argv[3])];
    const service = await openService(file);
    const { store } = service;
    const { adminId } = service.account;
    const owner_id = adminId;
    let key, model, deep, last;
    await store.write(async (transaction) => {
      key = await createApiKey(transaction, service, { owner_id });
      const start = await newRecordHead(transaction, service, resources.endpoints);
      const url = 'https://model.example.com';
      const given = { url, type: 'cloud', description: '', metadata: '', principal: refTo(adminId) };
      await addEndpoint(transaction, service, start, given, {});
      model = (await endpointCollection.read(transaction, start.id)).record;
    });
    const text = JSON.stringify(model);
    for (let made = 1; made < count; made += 1000) {
      await store.write(async (transaction) => {
        for (let n = made; n < Math.min(made + 1000, count); n++) {
          const start = await newRecordHead(transaction, service, resources.endpoints);
          const record = { ...JSON.parse(text.replaceAll('model.example.com', 'e' + n + '.example.com')), ...start };
          await endpointCollection.insert(transaction, { record, hidden: {} });
          last = start.id;
          if (count - n === 5000 * 100 - 100) deep = start.id;
        }
      });
    }
    await service.close();
    process.stdout.write(JSON.stringify({ token: key.token, one: last ?? model.id, deep }));
  `;
  const script = join(directory, 'fill.cjs');
  await build({
    stdin: { contents: `(async () => {${toCalls(entry)}})()`, resolveDir: root, loader: 'ts' },
    outfile: script,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    external: ['libsql'],
    logLevel: 'error',
  });
  const options = { env: { ...env, NODE_PATH: join(root, 'node_modules') } };
  const { stdout, stderr } = spawnSync(process.execPath, [script, file, String(count)], options);
  if (stdout.length === 0) throw new Error(stderr.toString());
  return JSON.parse(stdout.toString());
}

/**
 * CommonJS has no top-level await: imports become calls inside the function.
 * @param {string} text
 */
function toCalls(text) {
  return text.replaceAll(/import (\{[^}]*\}) from ('[^']*')/g, 'const $1 = await import($2)');
}

/**
 * @param {string} file
 * @param {Filled} filled
 * @returns {Program}
 */
function ours(file, { token, one }) {
  return {
    args: (port) => [launcher, 'serve', '--data', file, '--port', String(port), '--log-level', 'off'],
    token,
    path: '/endpoints?limit=1',
    paths: { one: `/endpoints/${one}`, list: '/endpoints' },
  };
}

/**
 * The peers, as far as they can be installed.
 * @param {Program} service
 */
async function peers(service) {
  const headers = { authorization: `Bearer ${service.token}`, 'service-version': '2' };
  const small = await start(service);
  const page = JSON.parse(await (await fetch(`${small.url}/endpoints`, { headers })).text());
  const document = await (await fetch(`${small.url}/openapi.json`)).text();
  await small.stop();
  writeFileSync(join(directory, 'db.json'), JSON.stringify({ endpoints: page.endpoints }));
  writeFileSync(join(directory, 'openapi.json'), document);
  const { one, list } = service.paths;
  const bin = (/** @type {string} */ path) => join(directory, 'node_modules', path);
  const at = (/** @type {number} */ port) => ['--host', '127.0.0.1', '--port', String(port)];
  /** @type {Record<string, Omit<Program, 'token'> & { package: string }>} */
  const descriptions = {
    'json-server': {
      package: 'json-server@0.17.4',
      args: (port) => [bin('json-server/lib/cli/bin.js'), '--quiet', ...at(port), 'db.json'],
      path: one,
      paths: { one, list: '/endpoints?_limit=100' },
    },
    prism: {
      package: '@stoplight/prism-cli@5',
      args: (port) => [bin('@stoplight/prism-cli/dist/index.js'), 'mock', ...at(port), 'openapi.json'],
      path: one,
      paths: { one, list },
    },
  };
  /** @type {Record<string, Program>} */
  const installed = {};
  for (const [name, description] of Object.entries(descriptions)) {
    const args = ['install', '--no-audit', '--no-fund', '--prefix', directory, description.package];
    const { status } = spawnSync('npm', args, { cwd: directory });
    if (status === 0) installed[name] = { ...description, token: service.token };
    else console.log(`${name}: left out, the registry does not give ${description.package}`);
  }
  return installed;
}

/**
 * @param {string} name
 * @param {(string | number)[]} cells
 */
function row(name, cells) {
  console.log(name.padEnd(34) + cells.map((cell) => String(cell).padStart(28)).join(''));
}

/** @type {(ratio: number, isMet: boolean, bar: string) => string} */
const verdict = (ratio, isMet, bar) => `${ratio.toFixed(2)} (${bar}${isMet ? '' : ', MISSED'})`;

/** @type {['GET one' | 'list of 100' | 'POST', number][]} What our rate is to be, as a multiple of the best peer's. */
const bars = [
  ['GET one', 2],
  // prism answers with one example, json-server with what is there.
  ['list of 100', 1],
  ['POST', 4],
];

/**
 * Ours, which is the first, as a multiple of the best of the others.
 * @param {number[]} values
 * @param {(...values: number[]) => number} best
 */
function ratioToBest([ours = Number.NaN, ...others], best) {
  return ours / best(...others);
}

async function besidePeers() {
  const smallFile = join(directory, 'small.db');
  const small = ours(smallFile, await fill(smallFile, 1000));
  const others = await peers(small);
  const programs = Object.entries({ tunnelctl: small, ...others });
  const names = programs.map(([name]) => name);

  row('', [...names, 'ratio to best']);
  const running = [];
  for (const [, program] of programs) running.push({ ...(await start(program)), paths: program.paths });
  for (const connections of [1, 32, 256]) {
    for (const [kind, least] of bars) {
      const rates = running.map((server) => load(server, requests(server.paths)[kind], connections));
      const ratio = ratioToBest(rates, Math.max);
      const cells = [...rates, verdict(ratio, ratio >= least, `at least ${least}`)];
      row(`${kind}, ${connections} connections, /s`, cells);
    }
  }
  row('memory after that, MB', [...running.map((server) => megabytes(server).toFixed(0)), '']);
  for (const server of running) await server.stop();

  /** @type {number[][]} */
  const times = programs.map(() => []);
  for (let round = 0; round < starts; round++) {
    for (const [i, [, program]] of programs.entries()) {
      const server = await start(program);
      times[i]?.push(server.ms);
      await server.stop();
    }
  }
  const medians = times.map(median);
  const startRatio = ratioToBest(medians, Math.min);
  row('start to first answer, ms', [
    ...medians.map((ms) => ms.toFixed(0)),
    verdict(startRatio, startRatio < 1, 'below 1'),
  ]);
}

if (!process.argv.includes('--large')) await besidePeers();

const largeFile = join(directory, 'large.db');
const filling = performance.now();
const filled = await fill(largeFile, stored);
console.log(`\n${stored} endpoints stored in ${((performance.now() - filling) / 1000).toFixed(0)} s`);
const freshFile = join(directory, 'fresh.db');
const fresh = ours(freshFile, await fill(freshFile, 1000));
const large = ours(largeFile, filled);
const freshServer = await start(fresh);
const largeServer = await start(large);
row('', ['1000 stored', `${stored} stored`, 'slower']);
const { POST: post } = requests(fresh.paths);
/** @type {(path: string) => Request} */
const read = (path) => ({ method: 'GET', path, status: 200 });
/** @type {[string, Request, Request][]} */
const compared = [
  ['GET one', read(fresh.paths.one), read(large.paths.one)],
  ['page 1', read('/endpoints'), read('/endpoints')],
];
if (filled.deep) {
  compared.push(['page 5,000', read('/endpoints'), read(`/endpoints?before_id=${filled.deep}`)]);
}
compared.push(['POST', post, post]);
for (const [kind, ofFresh, ofLarge] of compared) {
  /** @type {Record<'fresh' | 'large', number[]>} */
  const rates = { fresh: [], large: [] };
  // Turn by turn, so that what else the machine does meets both.
  for (let round = 0; round < 3; round++) {
    rates.fresh.push(load(freshServer, ofFresh, 32));
    rates.large.push(load(largeServer, ofLarge, 32));
  }
  const medians = [median(rates.fresh), median(rates.large)];
  const ratio = median(rates.fresh) / median(rates.large);
  row(`${kind}, 32 connections, /s`, [...medians, verdict(ratio, ratio <= 1.5, 'at most 1.5')]);
}
const memory = [freshServer, largeServer].map((server) => megabytes(server).toFixed(0));
row('memory after that, MB', [...memory, '']);
await freshServer.stop();
await largeServer.stop();
process.exit(0);
