// Sends requests one after the other, each kind on connections of its own, until it is told to stop, and says how long
// each was answered in. Input: one JSON line on stdin; its end means stop.
import { Agent, request } from 'node:http';
import { createInterface } from 'node:readline';

/**
 * @typedef {object} Kind requests of one kind
 * @property {string} name
 * @property {string} method
 * @property {string} path
 * @property {string[]} [bodies] sent in turn
 * @property {number} connections
 * @property {number[]} statuses what an answer may have
 */

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
/** @type {{ url: string, token: string, kinds: Kind[] }} */
const { url, token, kinds } = JSON.parse((await lines.next()).value);
let isStopped = false;
const stop = lines.next().then(() => {
  isStopped = true;
});

/**
 * @param {Kind} kind
 * @param {Agent} agent
 * @param {string | undefined} body
 * @returns {Promise<number>}
 */
function send({ method, path, statuses }, agent, body) {
  const headers = {
    authorization: `Bearer ${token}`,
    'service-version': '2',
    ...(body && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
  };
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const sent = request(url + path, { method, headers, agent }, (response) => {
      /** @type {Buffer[]} */
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => {
        if (statuses.includes(response.statusCode ?? 0)) return resolve(performance.now() - start);
        reject(
          new Error(`${method} ${path}: ${response.statusCode} ${Buffer.concat(chunks).subarray(0, 500)}`),
        );
      });
    });
    sent.on('error', reject).end(body);
  });
}

/** @type {Record<string, number[]>} */
const times = {};
await Promise.all(
  kinds.flatMap((kind) =>
    Array.from({ length: kind.connections }, async (_, i) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      times[kind.name] ??= [];
      for (let n = i; !isStopped; n++) {
        const took = send(kind, agent, kind.bodies?.[n % kind.bodies.length]);
        times[kind.name]?.push(await Promise.race([took, stop.then(() => took)]));
      }
      agent.destroy();
    }),
  ),
);
process.stdout.write(JSON.stringify(times));
