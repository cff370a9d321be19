// What the benches share.
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export const launcher = join(import.meta.dirname, '../../bin/tunnelctl.cjs');

const { NODE_EXTRA_CA_CERTS: _, ...clean } = process.env;
/** Without NODE_EXTRA_CA_CERTS, which Node 20 reads at every start. */
export const env = clean;

/** @param {readonly number[]} [numbers] */
export function median(numbers = []) {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

/**
 * Opens a server on a port of its own.
 * @param {import('node:net').Server} server
 */
export async function listen(server) {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return { port, baseUrl: `http://127.0.0.1:${port}` };
}

/**
 * Sends one request over and over for some seconds, from a process of its own.
 * @param {object} load
 * @param {string} load.url where the server is
 * @param {string} load.request its first line and its headers, each with its line end
 * @param {string | undefined} [load.body] `{n}` in it stands for a number that no other request of this load carries
 * @param {number} load.status what every answer must have
 * @param {number} load.connections
 * @param {number} load.seconds
 * @returns how many were answered a second, and the milliseconds that all but the slowest hundredth took at most
 */
export function sendLoad(load) {
  const { stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'load.mjs')], {
    input: JSON.stringify(load),
    env,
  });
  if (stdout.length === 0) throw new Error(stderr.toString());
  /** @type {{ perSecond: number, p99: number, wrong: number }} */
  const { perSecond, p99, wrong } = JSON.parse(stdout.toString());
  const [line] = load.request.split('\r\n');
  if (wrong > 0) throw new Error(`${wrong} answers to ${line} had another status than ${load.status}`);
  return { perSecond, p99 };
}

/**
 * A page of endpoints, as the service answers it.
 * @param {string} baseUrl
 * @param {number} count
 * @param {(n: number) => object} members what the nth has besides
 */
export function endpointsPage(baseUrl, count, members = () => ({})) {
  const endpoints = Array.from({ length: count }, (_, i) => ({
    id: `ep_${i}`,
    uri: `${baseUrl}/endpoints/ep_${i}`,
    region: 'global',
    created_at: '2026-11-21T08:00:00Z',
    updated_at: '2026-11-21T08:00:00Z',
    public_url: `https://app${i}.example.com`,
    proto: 'https',
    scheme: 'https',
    hostport: `app${i}.example.com:443`,
    host: `app${i}.example.com`,
    port: 443,
    type: 'cloud',
    metadata: '',
    description: `application ${i}`,
    url: `https://app${i}.example.com`,
    principal: { id: 'usr_1', uri: `${baseUrl}/users/usr_1` },
    bindings: ['public'],
    pooling_enabled: false,
    ...members(i),
  }));
  return JSON.stringify({ endpoints, uri: `${baseUrl}/endpoints`, next_page_uri: null });
}
