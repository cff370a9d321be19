// `npm run bench:serve [-- seconds]`: how many requests a second the built `tunnelctl serve` answers at 32 connections, as
// ratios to bare node:http with SQLite in the same run (sqlite-floor.mjs). Bars: GET one 0.75 of the floor, list of 100
// 0.5 and its p99 at most 3 times the floor's, POST /endpoints 0.45, POST /api_keys 0.6, first answer within 4.5 times
// `node -e 0`, memory after many requests at most 1.5 times that after a thousand.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { env, launcher, median, sendLoad } from './measure.mjs';
import { megabytes } from './server-process.mjs';

const directory = mkdtempSync(join(tmpdir(), 'tunnelctl-bench-'));
const connections = 32;
const seconds = Number(process.argv[2] ?? 4);
const rounds = 3;

/** @typedef {{ url: string, api_key: string }} Service */

/**
 * Starts a server that prints one JSON line once it accepts requests.
 * @param {string[]} args
 */
function start(...args) {
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  /** @type {Promise<Service>} */
  const ready = new Promise((resolve) => {
    createInterface(child.stdout).once('line', (line) => resolve(JSON.parse(line)));
  });
  return { child, ready };
}

/** @param {Omit<Parameters<typeof sendLoad>[0], 'connections' | 'seconds'> & { seconds?: number }} options */
const load = (options) => sendLoad({ connections, seconds, ...options });

/**
 * @param {Service} service
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 * @returns {Promise<string>} the body of the answer
 */
function answer({ url, api_key }, method, path, body) {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${api_key}`,
      'service-version': '2',
      'content-type': 'application/json',
    };
    const request = httpRequest(`${url}${path}`, { method, headers }, (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => resolve(text));
    });
    request.on('error', reject);
    request.end(body && JSON.stringify(body));
  });
}

/** @param {bigint} since */
const milliseconds = (since) => Number(process.hrtime.bigint() - since) / 1e6;

/** @param {string} file */
const serve = (file) =>
  start(launcher, 'serve', '--data', join(directory, file), '--port', '0', '--print', 'json', '--new-key');
const served = serve('sandbox.db');
const service = await served.ready;
const created = await answer(service, 'POST', '/endpoints', { url: 'https://one.example.com' });
const endpoint = JSON.parse(created);
const key = await answer(service, 'POST', '/api_keys', {});
const floor = start(join(import.meta.dirname, 'sqlite-floor.mjs'), join(directory, 'floor.db'), created, key);
const floorService = await floor.ready;

for (let n = 0; n < 150; n++)
  await answer(service, 'POST', '/endpoints', { url: `https://${n}.example.com` });
const { host } = new URL(service.url);
/**
 * @param {string} method
 * @param {string} path
 */
const head = (method, path, extra = '') => `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\n${extra}`;
const identity = `authorization: Bearer ${service.api_key}\r\nservice-version: 2\r\n`;
const json = 'content-type: application/json\r\n';
// No URL is ever sent twice, whichever load sends it.
let loads = 0;
const newEndpoint = () => `{"url":"https://load${++loads}-{n}.example.com","description":"{n}"}`;
const newKey = () => '{"description":"bench {n}","metadata":"{n}"}';

/**
 * One kind of request: to us, and what the floor does in its place.
 * @typedef {{ name: string, method: string, path: string, floor: string, body?: () => string, bar: number }} Compared
 */
/** @type {Compared[]} */
const compared = [
  { name: 'GET one', method: 'GET', path: `/endpoints/${endpoint.id}`, floor: '/one', bar: 0.75 },
  { name: 'list of 100', method: 'GET', path: '/endpoints', floor: '/', bar: 0.5 },
  { name: 'POST /endpoints', method: 'POST', path: '/endpoints', floor: '/', body: newEndpoint, bar: 0.45 },
  { name: 'POST /api_keys', method: 'POST', path: '/api_keys', floor: '/', body: newKey, bar: 0.6 },
  {
    name: '  the same, a commit each in the floor',
    method: 'POST',
    path: '/api_keys',
    floor: '/alone',
    body: newKey,
    bar: 0,
  },
];

/** @param {number | undefined} pid */
const memory = (pid) => megabytes({ pid });
load({ url: service.url, request: head('GET', '/endpoints', identity), status: 200, seconds: 0.3 });
const memoryAtFirst = memory(served.child.pid);

/** @typedef {ReturnType<typeof load>} Rate */
/** @type {{ ours: Rate[], floor: Rate[] }[]} */
const rates = compared.map(() => ({ ours: [], floor: [] }));
// Turn by turn, so that what else the machine does meets both.
for (let round = 0; round < rounds; round++) {
  for (const [i, { method, path, floor: floorPath, body }] of compared.entries()) {
    const status = method === 'GET' ? 200 : 201;
    const type = body ? json : '';
    rates[i]?.floor.push(
      load({ url: floorService.url, request: head(method, floorPath, type), body: body?.(), status }),
    );
    rates[i]?.ours.push(
      load({ url: service.url, request: head(method, path, identity + type), body: body?.(), status }),
    );
  }
}
const memoryAtLast = memory(served.child.pid);
served.child.kill();
floor.child.kill();

/** @type {Record<'node' | 'serve', number[]>} */
const starts = { node: [], serve: [] };
for (let round = 0; round < 15; round++) {
  const nodeStart = process.hrtime.bigint();
  spawnSync(process.execPath, ['-e', '0'], { env });
  starts.node.push(milliseconds(nodeStart));
  const serveStart = process.hrtime.bigint();
  const { child, ready } = serve('start.db');
  await answer(await ready, 'GET', '/endpoints');
  starts.serve.push(milliseconds(serveStart));
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill();
  await ended;
}
rmSync(directory, { recursive: true });

/**
 * @param {string} name
 * @param {number} value
 * @param {number} floorValue
 * @param {string} bar
 * @param {string} unit
 */
function report(name, value, floorValue, bar, unit) {
  const ratio = (value / floorValue).toFixed(2);
  const digits = unit === '/s' ? 0 : 1;
  console.log(
    `${name.padEnd(40)} ${value.toFixed(digits)} ${unit}, floor ${floorValue.toFixed(digits)}: ${ratio} (${bar})`,
  );
}
for (const [i, { name, bar }] of compared.entries()) {
  const { ours = [], floor: bare = [] } = rates[i] ?? {};
  /** @param {Rate[]} some */
  const perSecond = (some) => median(some.map((rate) => rate.perSecond));
  /** @param {Rate[]} some */
  const p99 = (some) => median(some.map((rate) => rate.p99));
  report(name, perSecond(ours), perSecond(bare), bar === 0 ? 'no bar' : `at least ${bar}`, '/s');
  if (name === 'list of 100') report('  its p99', p99(ours), p99(bare), 'at most 3', 'ms');
}
report('start to first answered request', median(starts.serve), median(starts.node), 'at most 4.5', 'ms');
report('memory at the end, and after a thousand', memoryAtLast, memoryAtFirst, 'at most 1.5', 'MB');
