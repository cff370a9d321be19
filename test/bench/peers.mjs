// `npm run bench:peers [-- seconds stored [--large]]`, with --large the last part alone: the built `tunnelctl serve` beside json-server and prism, in one run on
// one machine: requests a second at 1, 32 and 256 connections, start to first answer, memory; and the same service with
// 1,000,000 stored endpoints. The peers are installed into a temporary directory, never into the repository.
// Bars: POST at least 4 times the best peer's, GET at least twice, start below every peer, 1,000,000 within 1.5 times.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../..', import.meta.url));
const program = join(root, 'bin/tunnelctl.cjs');
const directory = mkdtempSync(join(tmpdir(), 'tunnelctl-peers-'));
const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;
const seconds = Number(process.argv[2] ?? 3);
const stored = Number(process.argv[3] ?? 1_000_000);
const starts = 5;
const children = new Set();

process.on('exit', () => {
  for (const child of children) child.kill();
  rmSync(directory, { recursive: true, force: true });
});
process.on('SIGINT', () => process.exit(130));

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** Starts a server and waits for its first good answer: how long that took, and how to end it. */
async function start({ args, path, token }) {
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
  const input = JSON.stringify({
    url: server.url,
    request: head,
    body: body?.(),
    status,
    connections,
    seconds,
  });
  const { stdout, stderr } = spawnSync(process.execPath, [join(root, 'test/bench/load.mjs')], { input, env });
  if (stdout.length === 0) throw new Error(stderr.toString());
  const { perSecond, wrong } = JSON.parse(stdout.toString());
  if (wrong > 0) throw new Error(`${wrong} answers to ${method} ${path} had another status than ${status}`);
  return perSecond;
}

const megabytes = ({ pid }) =>
  Number(spawnSync('ps', ['-o', 'rss=', '-p', String(pid)]).stdout.toString()) / 1024;

// No URL is ever sent twice, whichever load sends it.
let loads = 0;
const newEndpoint = () => `{"url":"https://load${++loads}-{n}.example.com","description":"{n}"}`;
const requests = ({ one, list }) => ({
  'GET one': { method: 'GET', path: one, status: 200 },
  'list of 100': { method: 'GET', path: list, status: 200 },
  POST: { method: 'POST', path: '/endpoints', status: 201, body: newEndpoint },
});

/** Fills a data file through the store: endpoints that differ in what names them, newest last. */
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
    ...{
      outfile: script,
      bundle: true,
      platform: 'node',
      format: 'cjs',
      external: ['libsql'],
      logLevel: 'error',
    },
  });
  const options = { env: { ...env, NODE_PATH: join(root, 'node_modules') } };
  const { stdout, stderr } = spawnSync(process.execPath, [script, file, String(count)], options);
  if (stdout.length === 0) throw new Error(stderr.toString());
  return JSON.parse(stdout.toString());
}

/** CommonJS has no top-level await: imports become calls inside the function. */
function toCalls(text) {
  return text.replaceAll(/import (\{[^}]*\}) from ('[^']*')/g, 'const $1 = await import($2)');
}

function ours(file, { token, one }) {
  return {
    args: (port) => [program, 'serve', '--data', file, '--port', String(port), '--log-level', 'off'],
    token,
    path: '/endpoints?limit=1',
    paths: { one: `/endpoints/${one}`, list: '/endpoints' },
  };
}

/** The peers, as far as they can be installed. */
async function peers(service) {
  const names = { 'json-server': 'json-server@0.17.4', prism: '@stoplight/prism-cli@5' };
  const bins = {
    'json-server': 'node_modules/json-server/lib/cli/bin.js',
    prism: 'node_modules/@stoplight/prism-cli/dist/index.js',
  };
  const small = await start(service);
  const page = await (await fetch(`${small.url}/endpoints`, { headers: headersOf(service) })).json();
  const document = await (await fetch(`${small.url}/openapi.json`)).text();
  await small.stop();
  writeFileSync(join(directory, 'db.json'), JSON.stringify({ endpoints: page.endpoints }));
  writeFileSync(join(directory, 'openapi.json'), document);
  const { one, list } = service.paths;
  const listen = (port) => ['--host', '127.0.0.1', '--port', String(port)];
  const descriptions = {
    'json-server': {
      args: (port) => [join(directory, bins['json-server']), '--quiet', ...listen(port), 'db.json'],
      path: one,
      paths: { one, list: '/endpoints?_limit=100' },
    },
    prism: {
      args: (port) => [join(directory, bins.prism), 'mock', ...listen(port), 'openapi.json'],
      path: one,
      paths: { one, list },
    },
  };
  return Object.fromEntries(
    Object.entries(descriptions).flatMap(([name, description]) => {
      const args = ['install', '--no-audit', '--no-fund', '--prefix', directory, names[name]];
      const { status } = spawnSync('npm', args, { cwd: directory });
      if (status === 0) return [[name, { ...description, token: service.token }]];
      console.log(`${name}: left out, the registry does not give ${names[name]}`);
      return [];
    }),
  );
}

const headersOf = ({ token }) => ({ authorization: `Bearer ${token}`, 'service-version': '2' });

function row(name, cells) {
  console.log(name.padEnd(34) + cells.map((cell) => String(cell).padStart(28)).join(''));
}

const verdict = (ratio, isMet, bar) => `${ratio.toFixed(2)} (${bar}${isMet ? '' : ', MISSED'})`;

async function besidePeers() {
  const smallFile = join(directory, 'small.db');
  const small = ours(smallFile, await fill(smallFile, 1000));
  const others = await peers(small);
  const servers = { tunnelctl: small, ...others };
  const names = Object.keys(servers);

  row('', [...names, 'ratio to best']);
  const running = {};
  for (const name of names) running[name] = await start(servers[name]);
  for (const connections of [1, 32, 256]) {
    for (const [kind, least] of [
      ['GET one', 2],
      // No bar: prism answers with one example, json-server with what is there.
      ['list of 100', 0],
      ['POST', 4],
    ]) {
      const rates = names.map((name) =>
        load(running[name], requests(servers[name].paths)[kind], connections),
      );
      const ratio = rates[0] / Math.max(...rates.slice(1));
      row(`${kind}, ${connections} connections, /s`, [
        ...rates,
        verdict(ratio, ratio >= least, least === 0 ? 'no bar' : `at least ${least}`),
      ]);
    }
  }
  row('memory after that, MB', [...names.map((name) => megabytes(running[name]).toFixed(0)), '']);
  for (const name of names) await running[name].stop();

  const times = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round < starts; round++) {
    for (const name of names) {
      const server = await start(servers[name]);
      times[name].push(server.ms);
      await server.stop();
    }
  }
  const medians = names.map((name) => median(times[name]));
  const startRatio = medians[0] / Math.min(...medians.slice(1));
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
const pair = [await start(fresh), await start(large)];
row('', ['1000 stored', `${stored} stored`, 'slower']);
const compared = [
  ['GET one', fresh.paths.one, large.paths.one],
  ['page 1', '/endpoints', '/endpoints'],
  ...(filled.deep ? [['page 5,000', '/endpoints', `/endpoints?before_id=${filled.deep}`]] : []),
  ['POST', '/endpoints', '/endpoints'],
];
for (const [kind, ...paths] of compared) {
  const request = requests({ one: '', list: '' })[kind] ?? { method: 'GET', status: 200 };
  // Turn by turn, so that what else the machine does meets both.
  const rounds = Array.from({ length: 3 }, () =>
    paths.map((path, i) => load(pair[i], { ...request, path }, 32)),
  );
  const rates = paths.map((_, i) => median(rounds.map((round) => round[i])));
  const ratio = rates[0] / rates[1];
  row(`${kind}, 32 connections, /s`, [...rates, verdict(ratio, ratio <= 1.5, 'at most 1.5')]);
}
row('memory after that, MB', [...pair.map((server) => megabytes(server).toFixed(0)), '']);
for (const server of pair) await server.stop();
process.exit(0);
