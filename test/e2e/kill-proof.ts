import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { expect } from 'vitest';
import { apiClient, type Call, listAll } from '../harness/api-client.ts';
import { openRaw } from '../harness/raw-file.ts';
import { startServe } from '../harness/served-sandbox.ts';
import { temporaryDirectory } from '../harness/temporary-directory.ts';
import { randomNumbers } from './random-numbers.ts';

const writers = 16;
/** How many of their requests are answered before a kill, at most. */
const mostAnswers = 160;
/** After how many kills the file is looked into: it takes longer the more it holds. */
const killsBetweenLooks = 25;

/** What was acknowledged, and what may or may not have happened when an answer was lost. */
interface Known {
  /** Description by id; undefined for what was deleted. */
  readonly endpoints: Map<string, string | undefined>;
  /** Descriptions that may stand there as well. */
  readonly doubtful: Map<string, (string | undefined)[]>;
  /** Changes that were answered. */
  acknowledged: number;
}

/** What is wrong after kills. */
interface Faults {
  /** Answered changes that are not there, and what stands there instead. */
  readonly lost: string[];
  /** What is there without what belongs to it. */
  readonly half: string[];
}

/** Creates, changes and deletes endpoints until the service is gone. */
async function write(call: Call, name: string, random: () => number, known: Known): Promise<void> {
  const own: string[] = [];
  for (let n = 0; ; n++) {
    const id = own[Math.floor(random() * own.length)];
    const choice = random();
    const text = `${name}-${n}`;
    if (id === undefined || choice < 0.5) {
      const { status, body } = await call('POST', '/endpoints', {
        url: `https://${text}.example.com`,
        description: text,
      });
      expect(status).toBe(201);
      known.acknowledged += 1;
      known.endpoints.set(body.id, text);
      own.push(body.id);
    } else {
      const isChange = choice < 0.8;
      known.doubtful.set(id, [...(known.doubtful.get(id) ?? []), isChange ? text : undefined]);
      const answer = isChange
        ? await call('PATCH', `/endpoints/${id}`, { description: text })
        : await call('DELETE', `/endpoints/${id}`);
      expect(answer.status).toBe(isChange ? 200 : 204);
      known.acknowledged += 1;
      known.doubtful.delete(id);
      known.endpoints.set(id, isChange ? text : undefined);
      if (!isChange) own.splice(own.indexOf(id), 1);
    }
  }
}

/**
 * Kills a served sandbox again and again while it is written to: it keeps what it answered, and nothing by half.
 * @returns a sentence with the figures
 */
export async function proveKills(kills: number): Promise<string> {
  const seed = Number(process.env.KILL_SEED ?? randomInt(2 ** 31));
  const random = randomNumbers(seed);
  const data = join(temporaryDirectory(), 'sandbox.db');
  const known: Known = { endpoints: new Map(), doubtful: new Map(), acknowledged: 0 };
  const faults: Faults = { lost: [], half: [] };
  const began = performance.now();
  let token: string | null = null;
  for (let round = 0; round <= kills; round++) {
    const sandbox = await startServe(['--data', data]);
    token = sandbox.api_key ?? token;
    const call = apiClient(sandbox.url, token, writers);
    const label = `KILL_SEED=${seed} round=${round}`;
    await check(call, known, faults, label);
    if (round % killsBetweenLooks === 0 || round === kills) checkFile(data, faults, label);
    if (round === kills) break;
    // A busy machine kills as far into the work as any other.
    let left = 1 + Math.floor(random() * mostAnswers);
    const callUntilKilled: Call = async (...request) => {
      const answer = await call(...request);
      left -= 1;
      if (left === 0) setTimeout(() => sandbox.process.kill('SIGKILL'), random() * 10);
      return answer;
    };
    const work = Array.from({ length: writers }, (_, w) =>
      write(callUntilKilled, `r${round}-w${w}`, random, known).catch((error: NodeJS.ErrnoException) => {
        // Its connection broke: all else is a failure of the test.
        if (error.code === undefined && error.message !== 'the answer was cut off') throw error;
      }),
    );
    await Promise.all(work);
    await sandbox.end('SIGKILL');
  }
  const seconds = Math.round((performance.now() - began) / 1000);
  const figures =
    `${kills} kills under ${writers} writers: ${known.acknowledged} changes acknowledged, ` +
    `${faults.lost.length} of them lost, ${faults.half.length} half-done, in ${seconds} s (KILL_SEED=${seed})`;
  expect(faults, figures).toEqual({ lost: [], half: [] });
  expect(known.acknowledged).toBeGreaterThan(kills);
  return figures;
}

/** Compares what is served with what was acknowledged; what was in doubt is known from then on. */
async function check(call: Call, known: Known, { lost, half }: Faults, label: string): Promise<void> {
  const found = new Map<string, string>();
  for (const { id, description, domain } of await listAll(call, '/endpoints', 'endpoints')) {
    found.set(id, description);
    if (!domain?.id.startsWith('rd_')) half.push(`${label}: ${id} has no domain`);
  }
  for (const [id, description] of known.endpoints) {
    const possible = [description, ...(known.doubtful.get(id) ?? [])];
    if (!possible.includes(found.get(id))) {
      lost.push(`${label}: ${id} has the description ${found.get(id)} instead of ${possible.join(' or ')}`);
    }
  }
  // Others were created whole, only their answers were lost.
  for (const [id, description] of found) known.endpoints.set(id, description);
  for (const id of known.doubtful.keys()) if (!found.has(id)) known.endpoints.set(id, undefined);
  known.doubtful.clear();
}

/** Looks for what stands there by half: keys without rows, endpoints without domains, without keys or without events. */
function checkFile(data: string, { half }: Faults, label: string): void {
  const database = openRaw(data);
  const ids = (sql: string, ...values: string[]) =>
    (database.prepare(sql).raw().all(values) as [string][]).map(([id]) => id);
  const note = (what: string, found: readonly string[]) =>
    half.push(...found.map((id) => `${label}: ${id} ${what}`));
  expect(ids('PRAGMA integrity_check'), label).toEqual(['ok']);
  const hasRow = 'SELECT 1 FROM records r WHERE r.collection = k.collection AND r.id = k.id';
  note('has keys and no row', ids(`SELECT id FROM keys k WHERE NOT EXISTS (${hasRow})`));
  const hasKey = `SELECT 1 FROM keys k WHERE k.collection = 'endpoints' AND k.id = r.id AND k.name = 'url'
    AND k.value = json_extract(r.data, '$.record.url')`;
  const endpoints = `SELECT id FROM records r WHERE r.collection = 'endpoints'`;
  note('has no key', ids(`${endpoints} AND NOT EXISTS (${hasKey})`));
  const hasDomain = `SELECT 1 FROM records d WHERE d.collection = 'reserved_domains'
    AND d.id = json_extract(r.data, '$.record.domain.id') AND json_extract(d.data, '$.name') = json_extract(r.data, '$.record.host')`;
  note('has no domain', ids(`${endpoints} AND NOT EXISTS (${hasDomain})`));
  const idsOf = (type: string) =>
    ids(
      `SELECT e.value ->> '$.object.id' FROM log, json_each(log.data) e WHERE e.value ->> 'type' = ?`,
      type,
    ).sort();
  const created = idsOf('endpoint_created.v0');
  const deleted = new Set(idsOf('endpoint_deleted.v0'));
  // The log forgets its oldest entries once it is full (store/README.md); ids order as the log does.
  const isFull = ids('SELECT min(last - json_array_length(data)) FROM log').some(
    (first) => Number(first) > 0,
  );
  const rows = new Set(ids(`${endpoints} AND id >= ?`, isFull ? (created[0] ?? '') : ''));
  const alive = new Set(created.filter((id) => !deleted.has(id)));
  note(
    'has no event',
    [...rows].filter((id) => !alive.has(id)),
  );
  note(
    'has events and no row',
    [...alive].filter((id) => !rows.has(id)),
  );
  database.close();
}
