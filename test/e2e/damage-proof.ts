import { createHash, randomInt } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { catalogue } from '../../src/contract/index.ts';
import { pathParameters } from '../../src/contract/schema/resource.ts';
import { apiClient, type Call } from '../harness/api-client.ts';
import { tunnelctl } from '../harness/built-program.ts';
import { openRaw } from '../harness/raw-file.ts';
import { runCli } from '../harness/run-cli.ts';
import { type ServedSandbox, startServe } from '../harness/served-sandbox.ts';
import { temporaryDirectory } from '../harness/temporary-directory.ts';
import { type Damage, type DamageTarget, damageFile } from './damages.ts';
import { randomNumbers } from './random-numbers.ts';

/** What was there before any damage: the text of each answer by its request, and each stored row. */
interface Truth {
  readonly data: string;
  readonly tokens: readonly string[];
  readonly urls: readonly string[];
  readonly answers: ReadonlyMap<string, string>;
  /** Stored rows by collection and id. */
  readonly rows: Rows;
  /** What was there at any time since the write-ahead log was begun: what a log without its end leads to. */
  readonly past: Past;
}

type Rows = ReadonlyMap<string, string>;

/** The states of a file by the commits in its write-ahead log. */
interface Past {
  /** Every version of each row by collection and id. */
  readonly versions: ReadonlyMap<string, ReadonlySet<string>>;
  /** What was stored after each commit and before the first, as digests. */
  readonly states: ReadonlySet<string>;
  /** Where the commits end in the log. */
  readonly ends: readonly number[];
}

export interface DamageProof {
  readonly places: number;
  /** How many endpoints there are, and how long the metadata of each at most. */
  readonly endpoints: number;
  readonly metadata: number;
  /** The file is left with a write-ahead log, as a kill leaves it. */
  readonly hasLog: boolean;
  /**
   * The log is without its index: as a power cut leaves it, and whoever copies the file and its log alone. Nothing tells
   * then whether a log without its end is one that was damaged since, or one of which no more had reached the disk.
   */
  readonly isIndexLost?: boolean;
  readonly target: DamageTarget;
}

const suffixes = ['', '-wal', '-shm', '.key'];

/**
 * Damages a data file at random places, one a time, and opens each: whatever is read is refused, told, or the very same;
 * nothing is written after a sign of damage; `sandbox check` finds what the service tells; `sandbox recover` saves what is
 * byte for byte there, and nothing else: what is older than that only where it says so. A log that may be that of a power
 * cut leads back to one of its commits, with all that was there then.
 */
export async function proveDamage(proof: DamageProof): Promise<Record<string, number>> {
  const seed = Number(process.env.DAMAGE_SEED ?? randomInt(2 ** 31));
  const random = randomNumbers(seed);
  const truth = await makeAccount(proof, random);
  const outcomes: Record<string, number> = {};
  for (let place = 0; place < proof.places; place++) {
    const data = join(temporaryDirectory(), 'sandbox.db');
    for (const suffix of suffixes) {
      if (proof.isIndexLost && suffix === '-shm') continue;
      if (existsSync(truth.data + suffix)) copyFileSync(truth.data + suffix, data + suffix);
    }
    const damage = damageFile(data, proof.target, random);
    const label = `DAMAGE_SEED=${seed} place=${place}: ${damage.what}`;
    if (process.env.DAMAGE_PLACE !== undefined && Number(process.env.DAMAGE_PLACE) !== place) continue;
    // Half of them, because it takes as long as all the rest.
    const mayBeCut = proof.isIndexLost === true && mayBePowerCut(truth.past, damage);
    if (place % 2 === 0) await proveRecovery(data, truth, { damage, mayBeCut, label });
    const isFound = await isFoundByCheck(data, label);
    const outcome =
      mayBeCut && !isFound
        ? await readPastState(data, truth, label)
        : await readEverything(data, truth, label);
    if (outcome === 'refused' || outcome === 'told')
      expect(isFound, `${label}: check finds what the service tells`).toBe(true);
    const name = outcome === 'same' && isFound ? 'same, found by check' : outcome;
    outcomes[name] = (outcomes[name] ?? 0) + 1;
    for (const suffix of suffixes) rmSync(data + suffix, { force: true });
  }
  return outcomes;
}

/** A seed has 16 MiB at most. */
const seededAtOnce = 4_000;

async function makeAccount(
  { endpoints, metadata, hasLog }: DamageProof,
  random: () => number,
): Promise<Truth> {
  const data = join(temporaryDirectory(), 'sandbox.db');
  for (let n = 0; n < endpoints; n += seededAtOnce) {
    const seed = {
      endpoints: Array.from({ length: Math.min(seededAtOnce, endpoints - n) }, (_, i) => ({
        url: `https://e${n + i}.example.com`,
        description: `number ${n + i}`,
        metadata: 'm'.repeat(Math.floor(random() * metadata)),
      })),
    };
    writeFileSync(`${data}.json`, JSON.stringify(seed));
    const { stderr, exitCode } = await tunnelctl(['sandbox', 'seed', `${data}.json`, '--data', data]);
    expect(exitCode, stderr).toBe(0);
  }
  // Its key is not only in the log: every state that a log without its end leads to is read with it.
  const { api_key: apiKey, end: endBefore } = await startServe(['--data', data]);
  await endBefore('SIGTERM');
  const first = await startServe(['--data', data]);
  const call = apiClient(first.url, apiKey, 4);
  const tokens = [apiKey ?? ''];
  for (let n = 0; n < 5; n++)
    tokens.push((await call('POST', '/api_keys', { description: `key ${n}` })).body.token);
  const listed = (await call('GET', '/endpoints?limit=100')).body.endpoints as { id: string }[];
  // Free pages, and rows that moved.
  await Promise.all(listed.slice(0, 40).map(({ id }) => call('DELETE', `/endpoints/${id}`)));
  await Promise.all(
    listed
      .slice(40, 80)
      .map(({ id }) => call('PATCH', `/endpoints/${id}`, { metadata: 'n'.repeat(metadata) })),
  );
  if (!hasLog) await first.end('SIGTERM');
  const second = hasLog ? first : await startServe(['--data', data]);
  const callSecond = apiClient(second.url, apiKey, 4);
  // So few that SQLite does not copy the log into the file yet, and begin it anew.
  for (let n = 0; hasLog && n < 40; n++) {
    await callSecond('POST', '/endpoints', {
      url: `https://late-${n}.example.com`,
      metadata: 'l'.repeat(metadata),
    });
  }
  const answers = await answersOf(second, apiKey);
  await second.end(hasLog ? 'SIGKILL' : 'SIGTERM');
  const pages = [...answers]
    .filter(([path]) => path.startsWith('/endpoints'))
    .map(([, text]) => JSON.parse(text));
  const urls = pages.flatMap(({ endpoints: items = [] }) =>
    (items as { url: string }[]).map(({ url }) => url),
  );
  return { data, tokens, urls, answers, rows: storedRows(data), past: pastOf(data) };
}

const logHeaderBytes = 32;
const frameBytes = 24 + 4096;

function pastOf(data: string): Past {
  const log = existsSync(`${data}-wal`) ? readFileSync(`${data}-wal`) : Buffer.alloc(0);
  const salts = log.subarray(16, 24);
  const ends: number[] = [];
  for (let at = logHeaderBytes; at + frameBytes <= log.length; at += frameBytes) {
    const isCommit = log.readUInt32BE(at + 4) > 0;
    if (isCommit && log.subarray(at + 8, at + 16).equals(salts)) ends.push(at + frameBytes);
  }
  const versions = new Map<string, Set<string>>();
  const states = new Set<string>();
  for (const end of [0, ...ends]) {
    const rows = storedRows(data, end);
    states.add(digestOf(rows));
    for (const [name, row] of rows) versions.set(name, (versions.get(name) ?? new Set()).add(row));
  }
  return { versions, states, ends };
}

function digestOf(rows: Rows): string {
  return createHash('sha256')
    .update(JSON.stringify([...rows].sort()))
    .digest('hex');
}

/** Whether so little of the log follows the damage that a power cut can have left it: less than two whole commits. */
function mayBePowerCut({ ends }: Past, damage: Damage): boolean {
  return ends.filter((_, i) => (ends[i - 1] ?? logHeaderBytes) >= damage.end).length < 2;
}

const lists = catalogue
  .filter(({ operation }) => operation.list !== undefined && pathParameters(operation).length === 0)
  .map(({ operation }) => operation.path);

/** Every list in pages, the events, and every record by its id. */
async function* requests(
  call: Call,
  ids?: Iterable<string>,
): AsyncGenerator<[string, Awaited<ReturnType<Call>>]> {
  for (const path of lists) {
    for (let next: string | undefined = path; next !== undefined; ) {
      const answer: Awaited<ReturnType<Call>> = await call('GET', next);
      yield [next, answer];
      const uri = answer.status === 200 ? answer.body.next_page_uri : undefined;
      next = uri ? new URL(uri).pathname + new URL(uri).search : undefined;
    }
  }
  yield ['events', await call('GET', '/sandbox/v1/events?limit=10000')];
  for (const path of ids ?? []) yield [path, await call('GET', path)];
}

const mostById = 25;

async function answersOf({ url }: ServedSandbox, token: string | null): Promise<Map<string, string>> {
  const call = apiClient(url, token, 4);
  const answers = new Map<string, string>();
  const paths: string[] = [];
  for await (const [path, { status, body }] of requests(call)) {
    expect(status, path).toBe(200);
    answers.set(path, plain(body, url));
    const items = (Object.values(body).find(Array.isArray) ?? []) as { uri?: string }[];
    for (const { uri } of items)
      if (uri !== undefined && path !== 'events') paths.push(new URL(uri).pathname);
  }
  const step = Math.max(1, Math.floor(paths.length / mostById));
  for (const path of paths.filter((_, i) => i % step === 0)) {
    const { status, body } = await call('GET', path);
    if (status === 200) answers.set(path, plain(body, url));
  }
  return answers;
}

function plain(body: unknown, url: string): string {
  return JSON.stringify(body).replaceAll(url, '');
}

/** What a service makes of the file: it refuses to start, tells of damage at some request, or never notices any. */
async function readEverything(
  data: string,
  truth: Truth,
  label: string,
): Promise<'refused' | 'told' | 'same'> {
  let sandbox: ServedSandbox;
  try {
    sandbox = await startServe(['--data', data]);
  } catch (error) {
    const { message } = error as Error;
    expect(message, label).toMatch(/error: .*sandbox\.db/);
    expect(message, label).not.toMatch(/panic|SIG[A-Z]+|at .*\.cjs/);
    return 'refused';
  }
  let isTold = false;
  const judge = (request: string, answer: Awaited<ReturnType<Call>>, expected: string | undefined) => {
    const context = `${label}, ${request}`;
    if (answer.status === 503) {
      expect(answer.body.error_code, context).toBe('ERR_DATA_FILE_UNUSABLE');
      expect(answer.body.msg, context).toMatch(/sandbox check --data/);
      isTold = true;
      return;
    }
    expect(isTold, `${context}: served after a sign of damage`).toBe(false);
    if (expected !== undefined)
      expect(`${answer.status} ${plain(answer.body, sandbox.url)}`, context).toBe(`200 ${expected}`);
  };
  try {
    const call = apiClient(sandbox.url, truth.tokens[0] ?? '', 1);
    const paths = [...truth.answers.keys()].filter(
      (path) => !lists.includes(path) && path !== 'events' && !path.includes('?'),
    );
    for await (const [path, answer] of requests(call, paths)) judge(path, answer, truth.answers.get(path));
    for (const token of truth.tokens)
      judge('token', await apiClient(sandbox.url, token)('GET', '/api_keys'), truth.answers.get('/api_keys'));
    for (const url of truth.urls.filter((_, i) => i % Math.ceil(truth.urls.length / 12) === 0)) {
      const answer = await call('POST', '/endpoints', { url });
      if (answer.status === 503) judge('POST', answer, undefined);
      else
        expect({ status: answer.status, isTold }, `${label}, POST ${url}`).toEqual({
          status: 409,
          isTold: false,
        });
    }
    const health = await fetch(`${sandbox.url}/healthz`);
    expect(health.status, label).toBe(isTold ? 503 : 200);
    if (isTold) {
      const { status } = await call('POST', '/endpoints', { url: 'https://new.example.com' });
      expect(status, `${label}: a change after a sign of damage`).toBe(503);
    }
    expect(sandbox.process.exitCode ?? sandbox.process.signalCode, label).toBeNull();
  } finally {
    await sandbox.end('SIGKILL');
  }
  return isTold ? 'told' : 'same';
}

/** What a service makes of a file that may be that of a power cut: one of its past states, whole. */
async function readPastState(
  data: string,
  { past, rows, tokens }: Truth,
  label: string,
): Promise<'same' | 'earlier'> {
  const sandbox = await startServe(['--data', data]);
  const listed: string[] = [];
  try {
    for await (const [path, { status, body }] of requests(apiClient(sandbox.url, tokens[0] ?? '', 1))) {
      expect(status, `${label}, ${path}`).toBe(200);
      if (path.startsWith('/endpoints')) listed.push(...body.endpoints.map(({ id }: { id: string }) => id));
    }
  } finally {
    await sandbox.end('SIGKILL');
  }
  const stored = storedRows(data);
  expect(past.states.has(digestOf(stored)), `${label}: what is there is of one commit`).toBe(true);
  const names = [...stored.keys()].filter((name) => name.startsWith('endpoints/'));
  expect(listed.map((id) => `endpoints/${id}`).sort(), label).toEqual(names.sort());
  return digestOf(stored) === digestOf(rows) ? 'same' : 'earlier';
}

async function isFoundByCheck(data: string, label: string): Promise<boolean> {
  const before = suffixes.map((suffix) =>
    existsSync(data + suffix) ? readFileSync(data + suffix) : undefined,
  );
  const { exitCode, stderr, stdout } = await runCli(['sandbox', 'check', '--data', data, '-o', 'json']);
  expect([0, 1], `${label}: ${stderr}`).toContain(exitCode);
  if (stdout === '') expect(stderr, label).toMatch(/DATA_FILE_UNUSABLE/);
  else expect(JSON.parse(stdout).is_sound, label).toBe(exitCode === 0);
  for (const [i, suffix] of suffixes.entries()) {
    if (suffix === '-shm' || before[i] === undefined) continue;
    expect(readFileSync(data + suffix).equals(before[i] as Buffer), `${label}: check changed ${suffix}`).toBe(
      true,
    );
  }
  return exitCode === 1;
}

async function proveRecovery(
  data: string,
  truth: Truth,
  { damage, mayBeCut, label }: { damage: Damage; mayBeCut: boolean; label: string },
): Promise<void> {
  const saved = `${data}.saved`;
  const { exitCode, stdout, stderr } = await runCli([
    'sandbox',
    'recover',
    saved,
    '--data',
    data,
    '-o',
    'json',
  ]);
  if (exitCode !== 0) {
    expect(stderr, label).toMatch(/DATA_FILE_UNUSABLE/);
    expect(damage.mayHideFile, `${label}: ${stderr}`).toBe(true);
    return;
  }
  const found = storedRows(saved);
  const { may_be_outdated: mayBeOutdated } = JSON.parse(stdout);
  if (mayBeCut && !mayBeOutdated) {
    expect(truth.past.states.has(digestOf(found)), `${label}: what is saved is of one commit`).toBe(true);
  } else {
    for (const [name, row] of found) {
      if (mayBeOutdated && truth.past.versions.get(name)?.has(row)) continue;
      expect(row, `${label}: ${name} was changed by recover`).toBe(truth.rows.get(name));
    }
  }
  const untouched = damage.untouchedRows([...truth.rows.values()].map((row) => Buffer.from(row)));
  const names = new Map([...truth.rows].map(([name, row]) => [row, name]));
  for (const row of untouched) {
    const name = names.get(row.toString()) as string;
    expect(found.has(name), `${label}: ${name} is there and was not saved; ${stdout.slice(0, 2000)}`).toBe(
      true,
    );
  }
  const { exitCode: checked, stdout: said } = await runCli([
    'sandbox',
    'check',
    '--data',
    saved,
    '-o',
    'json',
  ]);
  const problems = checked === 0 ? [] : (JSON.parse(said).problems as string[]);
  // An account whose own record was lost is told as such.
  expect(
    problems.filter((problem) => !/no account|the admin of the account/.test(problem)),
    label,
  ).toEqual([]);
  for (const suffix of suffixes) rmSync(saved + suffix, { force: true });
}

/** @param logEnd how much of the write-ahead log counts */
function storedRows(data: string, logEnd = Number.POSITIVE_INFINITY): Map<string, string> {
  // A copy: reading would finish its write-ahead log.
  const copy = `${data}.copy`;
  for (const suffix of ['', '-wal'])
    if (existsSync(data + suffix)) copyFileSync(data + suffix, copy + suffix);
  if (existsSync(`${copy}-wal`) && statSync(`${copy}-wal`).size > logEnd) truncateSync(`${copy}-wal`, logEnd);
  const database = openRaw(copy);
  try {
    const rows = database.prepare('SELECT collection, id, row FROM checked_records').raw().all([]) as [
      string,
      string,
      string,
    ][];
    return new Map(rows.map(([collection, id, row]) => [`${collection}/${id}`, row]));
  } finally {
    database.close();
    for (const suffix of ['', '-wal', '-shm']) rmSync(copy + suffix, { force: true });
    expect(statSync(data).isFile()).toBe(true);
  }
}
