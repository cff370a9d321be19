// What eight clients that send the worst texts the limits allow add to the time of everybody else: the median and the
// 99th percentile of others' requests without them and with them, and, as a floor, what the same bytes do to a bare
// server of node:http, which reads them and looks at nothing. Run it after `npm run build`.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { env, launcher, listen } from './measure.mjs';
import { startServer } from './server-process.mjs';
import { worstTexts } from './worst-texts.mjs';

const seconds = Number(process.argv[2] ?? 8);
const clients = 8;
/** What each of these clients may add to the 99th percentile of others, in milliseconds. */
const bar = 50;

/** @typedef {import('./latency.mjs').Kind} Kind */

/**
 * @param {{ url: string, token: string }} server
 * @param {readonly Kind[]} kinds
 */
function startClient({ url, token }, kinds) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'latency.mjs')], {
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.write(`${JSON.stringify({ url, token, kinds })}\n`);
  const output = text(child.stdout);
  return async () => {
    child.stdin.end();
    /** @type {Record<string, number[]>} */
    const times = JSON.parse(await output);
    return times;
  };
}

/** @param {number} milliseconds */
const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * Others' times while eight clients send what is given.
 * @param {{ url: string, token: string }} server
 * @param {readonly Kind[]} others
 * @param {Kind} [hostile]
 */
async function timesOfOthers(server, others, hostile) {
  const stopHostile = hostile && startClient(server, [hostile]);
  await wait(2000);
  const stopOthers = startClient(server, others);
  await wait(seconds * 1000);
  const times = await stopOthers();
  const hostileTimes = await stopHostile?.();
  return { times, answered: Object.values(hostileTimes ?? {}).flat().length };
}

/** @param {readonly number[]} numbers @param {number} share */
function percentile(numbers, share) {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length * share)] ?? Number.NaN;
}

const folder = mkdtempSync(join(tmpdir(), 'tunnelctl-fairness-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const token = `${'0'.repeat(26)}1_${'a'.repeat(30)}`;
const { seed, others, hostile } = worstTexts(token, clients);
const seedFile = join(folder, 'seed.json');
await (await import('node:fs/promises')).writeFile(seedFile, JSON.stringify(seed));
const serve = {
  args: (/** @type {number} */ port) => [
    ...[launcher, 'serve', '--data', join(folder, 'sandbox.db'), '--port', String(port)],
    ...['--seed', seedFile, '--log-level', 'off'],
  ],
  path: '/endpoints?limit=1',
  token,
};

const bare = createServer(async (message, response) => {
  for await (const _ of message);
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
});
const { baseUrl } = await listen(bare);
const anyAnswer = others.map((kind) => ({ ...kind, statuses: [200] }));
/** @type {[string, Awaited<ReturnType<typeof timesOfOthers>>][]} */
const floor = [['bare, alone', await timesOfOthers({ url: baseUrl, token }, anyAnswer)]];
for (const kind of hostile.filter(({ bodies }) => bodies !== undefined)) {
  const times = await timesOfOthers({ url: baseUrl, token }, anyAnswer, { ...kind, statuses: [200] });
  floor.push([`bare, ${kind.name}`, times]);
}
bare.close();
bare.closeAllConnections();
const server = await startServer(serve, folder);
const kinds = others.map(({ name }) => name);
// Once before it counts: the first of each kind waits for the thread that it is judged in to start.
await timesOfOthers(server, others);
/** @type {typeof floor} */
const rows = [['serve, alone', await timesOfOthers(server, others)]];
for (const kind of hostile) rows.push([`serve, ${kind.name}`, await timesOfOthers(server, others, kind)]);
rows.push(['serve, alone again', await timesOfOthers(server, others)]);
await server.stop();

console.log(
  `p50 / p99 in ms of others' requests, and what ${clients} clients with the worst texts add to the p99`,
);
console.log(['', ...kinds, 'hostile answered'].join('\t'));
/**
 * @param {typeof rows} table its first row is without hostile clients
 * @returns the most that was added
 */
function print(table) {
  const alone = table[0]?.[1].times ?? {};
  let worst = 0;
  for (const [name, { times, answered }] of table) {
    const cells = kinds.map((kind) => {
      const own = times[kind] ?? [];
      const added = percentile(own, 0.99) - percentile(alone[kind] ?? [], 0.99);
      worst = Math.max(worst, added);
      return `${percentile(own, 0.5).toFixed(1)} / ${percentile(own, 0.99).toFixed(1)} (${added > 0 ? '+' : ''}${added.toFixed(1)})`;
    });
    console.log([name, ...cells, answered].join('\t'));
  }
  return worst;
}
print(floor);
const worst = print(rows);
console.log(
  `most that was added: ${worst.toFixed(1)} ms; ${worst <= bar ? 'within' : 'MISSES'} the bar of ${bar} ms`,
);
process.exitCode = worst <= bar ? 0 : 1;
