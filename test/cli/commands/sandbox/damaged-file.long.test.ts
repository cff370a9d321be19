import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { copyEarlierFile } from '../../../harness/earlier-file.ts';
import { openRaw } from '../../../harness/raw-file.ts';
import { runCli } from '../../../harness/run-cli.ts';
import { temporaryDirectory } from '../../../harness/temporary-directory.ts';

const pageSize = 4096;
let original = '';

/** Enough endpoints that they stand on several pages, and one more whose id is known. */
beforeAll(async () => {
  let end = async () => {};
  original = join(
    temporaryDirectory((remove) => {
      end = remove;
    }),
    'sandbox.db',
  );
  const endpoints = Array.from({ length: 60 }, (_, n) => ({
    url: `https://e${n}.example.com`,
    metadata: 'm'.repeat(300),
  }));
  writeFileSync(`${original}.json`, JSON.stringify({ endpoints }));
  await runCli(['sandbox', 'seed', `${original}.json`, '--data', original]);
  return () => end();
});

function copyOfOriginal(): string {
  const data = join(temporaryDirectory(), 'sandbox.db');
  for (const suffix of ['', '.key']) copyFileSync(original + suffix, data + suffix);
  return data;
}

function edit(data: string, change: (bytes: Buffer) => void): void {
  const bytes = readFileSync(data);
  change(bytes);
  writeFileSync(data, bytes);
}

/** The rows of a file by their names. */
function rowsOf(data: string): Map<string, string> {
  const database = openRaw(data);
  try {
    const rows = database.prepare('SELECT collection, id, data FROM records').raw().all([]) as string[][];
    return new Map(rows.map(([collection, id, text = '']) => [`${collection}/${id}`, text]));
  } finally {
    database.close();
  }
}

/** An endpoint in the middle of the list, where it is stored, and the first page with others around it. */
function someEndpoint(data: string) {
  const name = [...rowsOf(data).keys()].filter((key) => key.startsWith('endpoints/'))[30] as string;
  const id = name.slice('endpoints/'.length);
  const bytes = readFileSync(data);
  // The row begins with its checksum and its id.
  for (let at = bytes.indexOf(`${id}\x1f`); at !== -1; at = bytes.indexOf(`${id}\x1f`, at + 1)) {
    if (bytes.toString('latin1', at + id.length + 1, at + id.length + 2) === '{')
      return { id, at, page: Math.floor(at / pageSize) };
  }
  throw new Error('the row is not there');
}

const check = (data: string, ...more: string[]) => runCli(['sandbox', 'check', '--data', data, ...more]);
const recover = (data: string, to: string, ...more: string[]) =>
  runCli(['sandbox', 'recover', to, '--data', data, ...more]);

it('what is to be run next can be pasted, whatever the files are called', async () => {
  const folder = temporaryDirectory();
  const data = join(folder, "bob's $HOME.db");
  for (const suffix of ['', '.key']) copyFileSync(original + suffix, data + suffix);
  edit(data, (bytes) => bytes.writeUInt8(0xff, someEndpoint(original).at + 200));
  const word = `'${folder}/bob'\\''s $HOME`;
  expect((await check(data)).stdout).toContain(`tunnelctl sandbox recover FILE --data ${word}.db'\n`);
  const to = join(folder, "bob's $HOME saved.db");
  expect((await recover(data, to)).stderr).toContain(
    `check it with: tunnelctl sandbox check --data ${word} saved.db'\n`,
  );
  const reset = await runCli(['sandbox', 'reset', '--yes', '--data', to]);
  expect(reset.stderr).toContain(`tunnelctl --sandbox --data ${word} saved.db' api-keys create\n`);
});

describe('sandbox check', () => {
  it('finds a sound file sound, and leaves no trace', async () => {
    const data = copyOfOriginal();
    const before = readFileSync(data);
    const { exitCode, stdout, stderr } = await check(data);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toMatch(
      /^data: {5}\S+\nsize: {5}\d+ KiB, \d+ pages, schema 3\naccount: {2}ac_\w{27}\nstate: {4}sound\n\nObjects:\n/,
    );
    expect(stdout).toContain('  60 endpoints\n');
    expect(JSON.parse((await check(data, '-o', 'json')).stdout)).toMatchObject({
      data,
      is_sound: true,
      is_proven: true,
      objects: { endpoints: 60 },
      lost: [],
      problems: [],
      problem_count: 0,
    });
    expect(readFileSync(data).equals(before)).toBe(true);
    expect(readdirSync(join(data, '..')).sort()).toEqual(['sandbox.db', 'sandbox.db.key']);
  });

  it('names the object of which a byte is wrong, and what saves the others', async () => {
    const data = copyOfOriginal();
    const { id, at } = someEndpoint(data);
    edit(data, (bytes) => bytes.writeUInt8(0xff, at + 200));
    const { exitCode, stdout } = await check(data);
    expect(exitCode).toBe(1);
    expect(stdout).toContain('state:    DAMAGED');
    expect(stdout).toContain(`Lost:\n  1 endpoints: ${id}\n`);
    expect(stdout).toContain(`tunnelctl sandbox recover FILE --data ${data}\n`);
    expect(JSON.parse((await check(data, '-o', 'json')).stdout)).toMatchObject({
      is_sound: false,
      objects: { endpoints: 59 },
      lost: [{ collection: 'endpoints', ids: [id], between: [] }],
    });
  });

  it('knows by their keys which objects stood on a page that is gone', async () => {
    const data = copyOfOriginal();
    const { id, page } = someEndpoint(data);
    edit(data, (bytes) => bytes.fill(0, page * pageSize, (page + 1) * pageSize));
    const { lost, objects } = JSON.parse((await check(data, '-o', 'json')).stdout);
    expect(lost).toHaveLength(1);
    expect(lost[0].ids).toContain(id);
    expect(lost[0].ids.length + objects.endpoints).toBe(60);
    expect(lost[0].between[0].after).toMatch(/^endpoints\/ep_/);
  });

  it('notices a key that is missing, and one of another file', async () => {
    const data = copyOfOriginal();
    rmSync(`${data}.key`);
    const missing = await check(data);
    expect(missing.exitCode).toBe(1);
    expect(missing.stdout).toMatch(/its key \S+sandbox\.db\.key is missing/);
    expect(existsSync(`${data}.key`)).toBe(false);
    writeFileSync(`${data}.key`, `${Buffer.alloc(32, 7).toString('base64')}\n`, { mode: 0o600 });
    const foreign = await check(data);
    expect(foreign.exitCode).toBe(1);
    expect(foreign.stdout).toMatch(/1 of its secrets cannot be opened with the key in/);
  });

  it('says that a file of an earlier version cannot be proven', async () => {
    const data = join(temporaryDirectory(), 'sandbox.db');
    const old = join(import.meta.dirname, '../../../store/files/schema-2.db');
    for (const suffix of ['', '.key']) copyFileSync(old + suffix, data + suffix);
    const { exitCode, stdout } = await check(data);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(
      /schema 2\n[\s\S]*written by an earlier version, without checksums: .* cannot be proven/,
    );
  });

  it.each([
    ['no file', undefined, 3, /there is no data file/],
    ['notes', Buffer.from('notes'), 1, /is not a tunnelctl data file/],
    ['nothing', Buffer.alloc(0), 1, /is not a tunnelctl data file/],
  ])('tells what stands there in place of a data file: %s', async (_, content, code, message) => {
    const data = join(temporaryDirectory(), 'sandbox.db');
    if (content) writeFileSync(data, content);
    const { exitCode, stdout, stderr } = await check(data);
    expect({ exitCode, stdout }).toEqual({ exitCode: code, stdout: '' });
    expect(stderr).toMatch(message);
  });
});

describe('sandbox recover', () => {
  /** Expects a sound file that holds nothing but rows of the original, and opens with their secrets. */
  async function expectSaved(saved: string, least: number): Promise<Map<string, string>> {
    expect(await check(saved)).toMatchObject({ exitCode: 0 });
    const rows = rowsOf(saved);
    const before = rowsOf(original);
    for (const [name, text] of rows) expect(text, name).toBe(before.get(name));
    expect(rows.size).toBeGreaterThanOrEqual(least);
    return rows;
  }

  it('saves all but the object that is damaged, and what is saved goes on', async () => {
    const data = copyOfOriginal();
    const saved = join(data, '../saved.db');
    const { id, at } = someEndpoint(data);
    edit(data, (bytes) => bytes.writeUInt8(0xff, at + 200));
    const { exitCode, stdout, stderr } = await recover(data, saved);
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: '' });
    expect(stderr).toMatch(/^saved into \S+saved\.db: .*59 endpoints/);
    expect(stderr).toContain(`warning: lost: 1 endpoints: ${id}\n`);
    const rows = await expectSaved(saved, rowsOf(original).size - 1);
    expect(rows.has(`endpoints/${id}`)).toBe(false);
    const listed = await runCli(['endpoints', 'list', '--all', '--sandbox', '--data', saved, '-o', 'json']);
    expect(JSON.parse(listed.stdout)).toHaveLength(59);
    const taken = await runCli([
      'endpoints',
      'create',
      '--url',
      'https://e1.example.com',
      '--sandbox',
      '--data',
      saved,
    ]);
    expect(taken.exitCode).toBe(5);
  });

  it('finds the pages that a damaged one led to', async () => {
    const data = copyOfOriginal();
    const bytes = readFileSync(data);
    const interior = Array.from({ length: bytes.length / pageSize }, (_, n) => n).filter(
      (n) => n > 0 && bytes[n * pageSize] === 2,
    );
    expect(interior.length).toBeGreaterThan(0);
    for (const page of interior) bytes.fill(0, page * pageSize, page * pageSize + 512);
    writeFileSync(data, bytes);
    const saved = join(data, '../saved.db');
    expect((await recover(data, saved)).exitCode).toBe(0);
    // What stood on these pages themselves is lost: a row for each page below.
    await expectSaved(saved, rowsOf(original).size - 40);
  });

  it.each([
    ['its first page', (bytes: Buffer) => bytes.fill(0, 0, pageSize)],
    ['its header', (bytes: Buffer) => bytes.fill(0, 0, 512)],
    ['its page size', (bytes: Buffer) => bytes.writeUInt16BE(512, 16)],
    ['how much of its pages is used', (bytes: Buffer) => bytes.writeUInt8(24, 20)],
    [
      'the text of a table',
      (bytes: Buffer) => bytes.fill(0xff, bytes.indexOf('CREATE TABLE'), bytes.indexOf('CREATE TABLE') + 5),
    ],
  ])('saves a file that lost %s', async (_, damage) => {
    const data = copyOfOriginal();
    edit(data, damage);
    expect((await check(data)).exitCode).toBe(1);
    const saved = join(data, '../saved.db');
    expect(await recover(data, saved)).toMatchObject({ exitCode: 0 });
    await expectSaved(saved, rowsOf(original).size);
  });

  it('saves what was not cut off', async () => {
    const data = copyOfOriginal();
    truncateSync(data, Math.floor(readFileSync(data).length / 2));
    const saved = join(data, '../saved.db');
    expect(await recover(data, saved)).toMatchObject({ exitCode: 0 });
    const rows = rowsOf(saved);
    const before = rowsOf(original);
    for (const [name, text] of rows) expect(text).toBe(before.get(name));
    expect(rows.size).toBeGreaterThan(20);
  });

  it.each(['checked_keys', 'checked_clock'])(
    'saves all where the root of its objects and that of %s changed places',
    async (other) => {
      const data = copyOfOriginal();
      const database = openRaw(data);
      const roots = database
        .prepare("SELECT rootpage FROM sqlite_schema WHERE name IN ('checked_records', ?)")
        .raw()
        .all([other]) as [number][];
      database.close();
      edit(data, (bytes) => {
        const [a, b] = roots.map(([root]) => bytes.subarray((root - 1) * pageSize, root * pageSize));
        const first = Buffer.from(a as Buffer);
        (b as Buffer).copy(a as Buffer);
        first.copy(b as Buffer);
      });
      expect((await check(data)).exitCode).toBe(1);
      const saved = join(data, '../saved.db');
      expect((await recover(data, saved)).exitCode).toBe(0);
      await expectSaved(saved, rowsOf(original).size);
    },
  );

  it('finds the objects on a page that a damaged one takes for the rest of its own', async () => {
    const data = copyOfOriginal();
    edit(data, (bytes) => {
      const parent = Array.from({ length: bytes.length / pageSize }, (_, n) =>
        bytes.subarray(n * pageSize, (n + 1) * pageSize),
      ).findLast((page) => page[0] === 2 && page.readUInt16BE(3) > 2) as Buffer;
      const [first = 0, second = 0] = [0, 1].map((cell) => parent.readUInt16BE(12 + 2 * cell));
      // So long that 489 bytes of it stand here and one whole page more.
      parent.writeUInt16BE(((0x80 | (4581 >> 7)) << 8) | (4581 & 0x7f), first + 4);
      parent.copy(parent, first + 6 + 489, second, second + 4);
    });
    const { problems } = JSON.parse((await check(data, '-o', 'json')).stdout);
    expect(problems.join()).toMatch(/page \d+ is used twice/);
    const saved = join(data, '../saved.db');
    expect((await recover(data, saved)).exitCode).toBe(0);
    await expectSaved(saved, rowsOf(original).size - 1);
  });

  it.each([0, 0xffffffff])(
    'finds the objects on a page where page %i is named in its place',
    async (number) => {
      const data = copyOfOriginal();
      edit(data, (bytes) => {
        const parent = Array.from({ length: bytes.length / pageSize }, (_, n) =>
          bytes.subarray(n * pageSize, (n + 1) * pageSize),
        ).findLast((page) => page[0] === 2) as Buffer;
        parent.writeUInt32BE(number, parent.readUInt16BE(12));
      });
      const saved = join(data, '../saved.db');
      expect((await recover(data, saved)).exitCode).toBe(0);
      await expectSaved(saved, rowsOf(original).size);
    },
  );

  it('finds what a table led to where an empty page came to stand in the place of its root', async () => {
    const data = copyOfOriginal();
    const database = openRaw(data);
    const [root] = database
      .prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'checked_records'")
      .raw()
      .get([]) as [number];
    database.close();
    edit(data, (bytes) => {
      const page = bytes.subarray((root - 1) * pageSize, root * pageSize).fill(0);
      page.writeUInt8(10, 0);
      page.writeUInt16BE(pageSize, 5);
    });
    expect((await check(data)).exitCode).toBe(1);
    const saved = join(data, '../saved.db');
    expect((await recover(data, saved)).exitCode).toBe(0);
    // What stood on the root itself is lost.
    expect([...rowsOf(saved).keys()].filter((name) => name.startsWith('endpoints/')).length).toBeGreaterThan(
      40,
    );
    const before = rowsOf(original);
    for (const [name, text] of rowsOf(saved)) expect(text).toBe(before.get(name));
  });

  it('finds the pages that one led to which was cut off, although free pages were, too', async () => {
    const data = copyOfOriginal();
    const ids = [...rowsOf(data).keys()].flatMap((name) =>
      name.startsWith('endpoints/') ? [name.slice(10)] : [],
    );
    await runCli(['endpoints', 'delete', ...ids.slice(5, 45), '--yes', '--sandbox', '--data', data]);
    const bytes = readFileSync(data);
    const pages = bytes.length / pageSize;
    const wordOf = (page: number, at: number) => bytes.readUInt32BE((page - 1) * pageSize + at);
    const trunk = wordOf(1, 32);
    const leaves = Array.from({ length: wordOf(trunk, 4) }, (_, n) => wordOf(trunk, 8 + 4 * n));
    expect(leaves.length).toBeGreaterThan(0);
    expect(wordOf(trunk, 0)).toBe(0);
    // As if the file had been longer by one free page.
    bytes.writeUInt32BE(pages + 1, 28);
    bytes.writeUInt32BE(wordOf(1, 36) + 1, 36);
    bytes.writeUInt32BE(leaves.length + 1, (trunk - 1) * pageSize + 4);
    bytes.writeUInt32BE(pages + 1, (trunk - 1) * pageSize + 8 + 4 * leaves.length);
    const root = Array.from({ length: pages }, (_, n) => n).findLast((n) => bytes[n * pageSize] === 2) ?? 0;
    bytes.fill(0, root * pageSize, root * pageSize + 512);
    const before = rowsOf(data);
    writeFileSync(data, bytes);
    const { problems } = JSON.parse((await check(data, '-o', 'json')).stdout);
    expect(problems).toContain('1 free pages are cut off');
    const saved = join(data, '../saved.db');
    expect((await recover(data, saved)).exitCode).toBe(0);
    const rows = rowsOf(saved);
    for (const [name, text] of rows) expect(text, name).toBe(before.get(name));
    expect([...rows.keys()].filter((name) => name.startsWith('endpoints/')).length).toBeGreaterThan(10);
  });

  it('brings back no object that was deleted', async () => {
    const data = copyOfOriginal();
    const ids = [...rowsOf(data).keys()].flatMap((name) =>
      name.startsWith('endpoints/') ? [name.slice(10)] : [],
    );
    const deleted = ids.slice(5, 45);
    const gone = await runCli(['endpoints', 'delete', ...deleted, '--yes', '--sandbox', '--data', data]);
    expect(gone.exitCode).toBe(0);
    const bytes = readFileSync(data);
    const root =
      Array.from({ length: bytes.length / pageSize }, (_, n) => n).findLast(
        (n) => bytes[n * pageSize] === 2,
      ) ?? 0;
    bytes.fill(0, root * pageSize, root * pageSize + 512);
    writeFileSync(data, bytes);
    const saved = join(data, '../saved.db');
    expect((await recover(data, saved)).exitCode).toBe(0);
    const rows = rowsOf(saved);
    expect(deleted.filter((id) => rows.has(`endpoints/${id}`))).toEqual([]);
  });

  it('makes ids that come after all that were saved, when the clock is lost', async () => {
    const data = copyOfOriginal();
    const last = [...rowsOf(data).keys()]
      .filter((name) => name.startsWith('endpoints/'))
      .sort()
      .at(-1) as string;
    const bytes = readFileSync(data);
    const point = openRaw(data);
    const [clock] = point.prepare('SELECT point FROM clock').raw().get([]) as [string];
    point.close();
    bytes.fill(0x30, bytes.indexOf(clock), bytes.indexOf(clock) + clock.length);
    writeFileSync(data, bytes);
    const saved = join(data, '../saved.db');
    await recover(data, saved);
    const database = openRaw(saved);
    const [kept] = database.prepare('SELECT point FROM clock').raw().get([]) as [string];
    database.close();
    expect(kept).toBe(clock);
    expect(last).toMatch(/ep_/);
  });

  it('says where the newest changes are lost, which what it saved is older than', async () => {
    const data = copyOfOriginal();
    const { id } = someEndpoint(data);
    const [other] = [...rowsOf(data).keys()].filter((name) => name.startsWith('endpoints/'));
    // As long as somebody reads the file as it was, all that is written stays in its write-ahead log.
    const reader = openRaw(data);
    reader.exec('BEGIN');
    reader.prepare('SELECT count(*) FROM records').get([]);
    const run = (...words: string[]) => runCli([...words, '--sandbox', '--data', data]);
    expect(await run('endpoints', 'update', id, '--description', 'first')).toMatchObject({ exitCode: 0 });
    const { size } = statSync(`${data}-wal`);
    expect(await run('endpoints', 'update', id, '--description', 'second')).toMatchObject({ exitCode: 0 });
    const deleted = await run('endpoints', 'delete', `${other}`.slice('endpoints/'.length), '--yes');
    expect(deleted).toMatchObject({ exitCode: 0 });
    const killed = join(temporaryDirectory(), 'sandbox.db');
    for (const suffix of ['', '-wal', '-shm', '.key']) copyFileSync(data + suffix, killed + suffix);
    // Whoever looks at the whole file makes its index anew.
    copyFileSync(`${data}-shm`, `${killed}.index`);
    reader.close();
    const whole = await recover(killed, `${killed}.whole`, '-o', 'json');
    expect(JSON.parse(whole.stdout)).toMatchObject({ may_be_outdated: false, problems: [] });
    copyFileSync(`${killed}.index`, `${killed}-shm`);
    truncateSync(`${killed}-wal`, size);
    const words =
      'the newest changes: what was made by them is missing, what they changed or deleted may be as it was before';
    const found = await check(killed);
    expect(found.exitCode).toBe(1);
    expect(found.stdout).toMatch(
      /Damage:\n {2}its write-ahead log was cut short: \d+ of \d+ frames are there\n/,
    );
    expect(found.stdout).toContain(`Lost:\n  ${words}\n`);
    const cut = await recover(killed, `${killed}.cut`);
    expect(cut.exitCode).toBe(0);
    expect(cut.stderr).toContain(`warning: lost: ${words}\n`);
    const rows = rowsOf(`${killed}.cut`);
    expect(JSON.parse(rows.get(`endpoints/${id}`) ?? '').record.description).toBe('first');
    expect(rows.has(`${other}`)).toBe(true);
    const told = await recover(killed, `${killed}.told`, '-o', 'json');
    expect(JSON.parse(told.stdout)).toMatchObject({ may_be_outdated: true, lost: [] });
  });

  it('takes a file of an earlier version, and says that nothing proves it', async () => {
    const data = join(temporaryDirectory(), 'sandbox.db');
    copyEarlierFile('schema-2.db', data);
    const saved = join(data, '../saved.db');
    const { exitCode, stderr } = await recover(data, saved);
    expect(exitCode).toBe(0);
    expect(stderr).toContain(
      'warning: the old file has no checksums: nothing proves that what was saved is what was written\n',
    );
    const exportOf = async (file: string) =>
      (await runCli(['sandbox', 'export', '-', '--with-secrets', '--data', file])).stdout;
    expect(await exportOf(saved)).toBe(await exportOf(data));
  });

  it('overwrites nothing, and leaves nothing behind where it cannot write', async () => {
    const data = copyOfOriginal();
    const folder = join(data, '..');
    writeFileSync(join(folder, 'there.db.key'), 'mine');
    const refused = await recover(data, join(folder, 'there.db'));
    expect(refused).toMatchObject({ exitCode: 2, stdout: '' });
    expect(refused.stderr).toMatch(/there\.db\.key is there already, and nothing is overwritten/);
    expect((await recover(data, data)).exitCode).toBe(2);
    const nowhere = await recover(data, join(folder, 'missing/saved.db'));
    expect(nowhere.exitCode).toBe(2);
    expect(nowhere.stderr).toMatch(/cannot make \S+missing\/saved\.db/);
    expect(readdirSync(folder).sort()).toEqual(['sandbox.db', 'sandbox.db.key', 'there.db.key']);
  });
});
