// `npm run bench:serve`: how many requests a second the built `tunnelctl serve` answers, as ratios to bare
// node:http with SQLite in the same run. Bars: GET one 0.6 of the floor, durable POST 5 times the floor (which
// commits each request by itself), first answer within 5 times `node -e 0`.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { env, launcher, median, sendLoad } from './measure.mjs';

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

/** @param {Omit<Parameters<typeof sendLoad>[0], 'connections' | 'seconds'>} options */
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
const floor = start(join(import.meta.dirname, 'sqlite-floor.mjs'), join(directory, 'floor.db'), created);
const floorService = await floor.ready;

const { host } = new URL(service.url);
/**
 * @param {string} method
 * @param {string} path
 */
const head = (method, path, extra = '') => `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\n${extra}`;
const identity = `authorization: Bearer ${service.api_key}\r\nservice-version: 2\r\n`;
const json = 'content-type: application/json\r\n';
const post = { status: 201, body: '{"description":"bench {n}","metadata":"{n}"}' };
/** @type {Record<'get' | 'floorGet' | 'post' | 'floorPost', number[]>} */
const results = { get: [], floorGet: [], post: [], floorPost: [] };
for (let round = 0; round < rounds; round++) {
  const { url } = floorService;
  results.floorGet.push(load({ url, request: head('GET', '/one'), status: 200 }));
  results.get.push(
    load({ url: service.url, request: head('GET', `/endpoints/${endpoint.id}`, identity), status: 200 }),
  );
  results.floorPost.push(load({ url, request: head('POST', '/', json), ...post }));
  results.post.push(load({ url: service.url, request: head('POST', '/api_keys', identity + json), ...post }));
}
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
  console.log(
    `${name.padEnd(34)} ${value.toFixed(0)} ${unit}, floor ${floorValue.toFixed(0)}: ${ratio} (${bar})`,
  );
}
report('GET one', median(results.get), median(results.floorGet), 'at least 0.6', '/s');
report('durable POST', median(results.post), median(results.floorPost), 'at least 5', '/s');
report('start to first answered request', median(starts.serve), median(starts.node), 'at most 5', 'ms');
