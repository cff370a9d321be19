// The floor that `serve` is measured against: node:http and SQLite with nothing in between. It knows no keys, no rules,
// no resources. GET /<id> reads one row by its key; GET / joins the newest 100 rows; POST makes a record of the body, as
// large as ours, and stores it durably: requests that wait share one commit, or, for POST /alone, each has its own.
import { createServer } from 'node:http';
import Database from 'libsql';
import { listen } from './measure.mjs';

const [file = ':memory:', first = '{}', key = '{}'] = process.argv.slice(2);
/** What a new record has besides the members of the body. */
const records = { endpoint: JSON.parse(first), key: JSON.parse(key) };
const database = new Database(file);
database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
database.exec('CREATE TABLE rows (id TEXT PRIMARY KEY, data TEXT) WITHOUT ROWID');
const insert = database.prepare('INSERT INTO rows VALUES (?, ?)');
const select = database.prepare('SELECT data FROM rows WHERE id = ?');
const newest = database.prepare('SELECT data FROM rows ORDER BY id DESC LIMIT 100');
insert.run('one', first);
for (let n = 0; n < 150; n++) insert.run(`listed-${n}`, first);
let count = 0;

/** @type {(() => () => void)[]} */
let waiting = [];

function commitTogether() {
  const works = waiting;
  waiting = [];
  database.exec('BEGIN IMMEDIATE');
  const answers = works.map((work) => work());
  database.exec('COMMIT');
  for (const answer of answers) answer();
}

const server = createServer((request, response) => {
  if (request.method === 'GET') {
    const id = request.url?.slice(1);
    if (id === '') {
      const texts = newest.all().map((row) => /** @type {{ data: string }} */ (row).data);
      send(response, 200, `{"rows":[${texts.join()}]}`);
    } else send(response, 200, /** @type {{ data: string }} */ (select.get(id)).data);
    return;
  }
  /** @type {Buffer[]} */
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const body = JSON.parse(Buffer.concat(chunks).toString());
    // Before the rows that are listed.
    const id = `a-${String(++count).padStart(9, '0')}`;
    const text = JSON.stringify({ ...(body.url ? records.endpoint : records.key), ...body, id });
    const work = () => {
      insert.run(id, text);
      return () => send(response, 201, text);
    };
    if (request.url === '/alone') work()();
    else if (waiting.push(work) === 1) setImmediate(commitTogether);
  });
});

/**
 * @param {import('node:http').ServerResponse} response
 * @param {number} status
 * @param {string} body
 */
function send(response, status, body) {
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
}

const { baseUrl: url } = await listen(server);
process.stdout.write(`${JSON.stringify({ url })}\n`);
