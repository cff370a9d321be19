import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { expect } from 'vitest';
import { apiClient, type Call, listAll } from '../harness/api-client.ts';
import { openRaw } from '../harness/raw-file.ts';
import { startServe } from '../harness/served-sandbox.ts';
import { temporaryDirectory } from '../harness/temporary-directory.ts';
import { randomNumbers } from './random-numbers.ts';

const writers = 6;
/** How many of their requests are answered before a kill, at most. */
const mostAnswers = 80;

/** What was acknowledged, and what may or may not have happened when an answer was lost. */
interface Known {
  /** Description by id; undefined for what was deleted. */
  readonly endpoints: Map<string, string | undefined>;
  /** Descriptions that may stand there as well. */
  readonly doubtful: Map<string, (string | undefined)[]>;
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
      known.endpoints.set(body.id, text);
      own.push(body.id);
    } else {
      const isChange = choice < 0.8;
      known.doubtful.set(id, [...(known.doubtful.get(id) ?? []), isChange ? text : undefined]);
      const answer = isChange
        ? await call('PATCH', `/endpoints/${id}`, { description: text })
        : await call('DELETE', `/endpoints/${id}`);
      expect(answer.status).toBe(isChange ? 200 : 204);
      known.doubtful.delete(id);
      known.endpoints.set(id, isChange ? text : undefined);
      if (!isChange) own.splice(own.indexOf(id), 1);
    }
  }
}

/** Kills a served sandbox again and again while it is written to: it keeps what it answered, and nothing by half. */
export async function proveKills(kills: number): Promise<void> {
  const seed = Number(process.env.KILL_SEED ?? randomInt(2 ** 31));
  const random = randomNumbers(seed);
  const data = join(temporaryDirectory(), 'sandbox.db');
  const known: Known = { endpoints: new Map(), doubtful: new Map() };
  let token: string | null = null;
  let answered = 0;
  for (let round = 0; round <= kills; round++) {
    const sandbox = await startServe(['--data', data]);
    token = sandbox.api_key ?? token;
    const call = apiClient(sandbox.url, token, writers);
    await check(call, known, `KILL_SEED=${seed} round=${round}`);
    answered = known.endpoints.size;
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
  expect(answered).toBeGreaterThan(kills);
  checkFile(data, `KILL_SEED=${seed}`);
}

/** Compares what is served with what was acknowledged; what was in doubt is known from then on. */
async function check(call: Call, known: Known, label: string): Promise<void> {
  const found = new Map<string, string>();
  for (const { id, description, domain } of await listAll(call, '/endpoints', 'endpoints')) {
    found.set(id, description);
    expect(domain, label).toMatchObject({ id: expect.stringMatching(/^rd_/) });
  }
  for (const [id, description] of known.endpoints) {
    const possible = [description, ...(known.doubtful.get(id) ?? [])];
    expect(possible, `${label} ${id}`).toContain(found.get(id));
  }
  // Others were created whole, only their answers were lost.
  for (const [id, description] of found) known.endpoints.set(id, description);
  for (const id of known.doubtful.keys()) if (!found.has(id)) known.endpoints.set(id, undefined);
  known.doubtful.clear();
}

/** Makes sure that nothing stands there by half: keys without rows, endpoints without domains or without their events. */
function checkFile(data: string, label: string): void {
  const database = openRaw(data);
  const one = (sql: string) => (database.prepare(sql).raw().get([]) as [unknown])[0];
  expect(one('PRAGMA integrity_check'), label).toBe('ok');
  const hasRow = 'SELECT 1 FROM records r WHERE r.collection = k.collection AND r.id = k.id';
  expect(one(`SELECT count(*) FROM keys k WHERE NOT EXISTS (${hasRow})`), label).toBe(0);
  const hasKey = `SELECT 1 FROM keys k WHERE k.collection = 'endpoints' AND k.id = r.id AND k.name = 'url'
    AND k.value = json_extract(r.data, '$.record.url')`;
  const endpoints = `FROM records r WHERE r.collection = 'endpoints'`;
  expect(one(`SELECT count(*) ${endpoints} AND NOT EXISTS (${hasKey})`), label).toBe(0);
  const hasDomain = `SELECT 1 FROM records d WHERE d.collection = 'reserved_domains'
    AND d.id = json_extract(r.data, '$.record.domain.id') AND json_extract(d.data, '$.name') = json_extract(r.data, '$.record.host')`;
  expect(one(`SELECT count(*) ${endpoints} AND NOT EXISTS (${hasDomain})`), label).toBe(0);
  const events = database.prepare(
    `SELECT e.value ->> 'type', e.value ->> '$.object.id' FROM log, json_each(log.data) e`,
  );
  const idsOf = (type: string) => {
    const all = events.raw().all([]) as [string, string][];
    return all.flatMap(([found, id]) => (found === type ? [id] : [])).sort();
  };
  const created = idsOf('endpoint_created.v0');
  const deleted = new Set(idsOf('endpoint_deleted.v0'));
  // The log forgets its oldest entries once it is full (store/README.md); ids order as the log does.
  const [first] = database.prepare('SELECT min(last - json_array_length(data)) FROM log').raw().get([]) as [
    number,
  ];
  const since = first === 0 ? '' : (created[0] ?? '');
  const rows = database.prepare(`SELECT id ${endpoints} AND id >= ? ORDER BY id`).raw().all([since]) as [
    string,
  ][];
  expect(
    created.filter((id) => !deleted.has(id)),
    label,
  ).toEqual(rows.map(([id]) => id));
  database.close();
}
